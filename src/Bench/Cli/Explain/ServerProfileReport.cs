using System.Globalization;
using System.Text;
using Bench.Reports;

namespace Bench.Cli.Explain;

internal static class ServerProfileReport
{
    private const int Methods = 20;

    public static string Render(CpuProfile profile, int connections)
    {
        var page = new StringBuilder();
        page.Append(
            CultureInfo.InvariantCulture,
            $"\n## Where the time goes at {connections} connections\n\n{profile.Samples} samples of busy thread-pool threads, {Percent(profile.NativeShare)} of them in native code, which counts for its caller. Waiting threads are left out.\n"
        );
        Table("exclusive", profile.Methods.Where(method => method.Exclusive > 0));
        Table("inclusive", profile.Methods.OrderByDescending(method => method.Inclusive));
        return page.ToString();

        void Table(string which, IEnumerable<MethodShare> methods)
        {
            page.Append(CultureInfo.InvariantCulture, $"\n| method, most {which} first | exclusive | inclusive |\n| --- | ---: | ---: |\n");
            foreach (var method in methods.Take(Methods))
                page.Append(
                    CultureInfo.InvariantCulture,
                    $"| {MarkdownText.Code(method.Method)} | {Percent(method.Exclusive)} | {Percent(method.Inclusive)} |\n"
                );
        }
    }

    private static string Percent(double share) => share.ToString("0.0%", CultureInfo.InvariantCulture);
}
