/// <summary>A hook of the program's own, which .NET calls beside others.</summary>
internal static class StartupHook
{
    public static bool HasRun { get; private set; }

    public static void Initialize() => HasRun = true;
}
