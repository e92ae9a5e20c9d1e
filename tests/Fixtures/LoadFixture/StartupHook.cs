/// <summary>The program's own startup hook, which .NET calls in addition to others.</summary>
internal static class StartupHook
{
    public static bool HasRun { get; private set; }

    public static void Initialize() => HasRun = true;
}
