namespace Bench.Reference;

internal static class ReferenceVerb
{
    public static int Run(ReferenceOptions options, Context context)
    {
        context.Screen.Send(options.IsCheck ? options.Pages.Mistakes(context.Input) : options.Pages.Page());
        return 0;
    }
}
