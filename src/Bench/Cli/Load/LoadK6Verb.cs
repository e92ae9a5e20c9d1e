using Bench.Comparison;
using Bench.Load;

namespace Bench.Cli.Load;

internal static class LoadK6Verb
{
    public static int Run(LoadK6Options options, Context context)
    {
        var summaries = options.Summaries.Select(file => K6Summary.Read(context.File(file))).ToArray();
        var page = K6Report.Render(options.Name, summaries);
        context.Screen.Show(page);
        CheckFolder.EnsureWritable(context, options.Folder);
        var (writer, stem) = (new ResultWriter(context), Path.Combine(options.Folder, options.Name));
        writer.Result(stem + ".md", page);
        writer.Result(stem + ".svg", K6Report.Picture(options.Name, summaries));
        return writer.Finish(ExitCode.Passed);
    }
}
