using System.Globalization;
using System.Reflection;
using System.Text;

namespace Bench.TandemHost;

/// <summary>
/// Answers the other end, a line for a line: <c>list</c>, <c>open N</c>, <c>slice INVOCATIONS</c>, <c>close</c>. An answer
/// begins with <c>ok</c> or <c>error</c>; fields are separated by tabs, and what could break a line is in Base64.
/// </summary>
internal sealed class Host(Stream stream)
{
    private readonly StreamReader reader = new(stream, new UTF8Encoding(false), false, 1024, leaveOpen: true);
    private readonly StreamWriter writer = new(stream, new UTF8Encoding(false), 1024, leaveOpen: true) { AutoFlush = true, NewLine = "\n" };
    private IReadOnlyList<HostedRow>? rows;
    private OpenRow? open;

    public void Serve()
    {
        while (reader.ReadLine() is { } line)
        {
            try
            {
                Answer(line.Split(' '));
            }
            catch (Exception e)
            {
                // Whatever the benchmark threw is its row's failure, and the other end's to report.
                var cause = e is TargetInvocationException { InnerException: { } inner } ? inner : e;
                writer.WriteLine($"error\t{Encode($"{cause.GetType().Name}: {cause.Message}")}");
            }
        }
    }

    private void Answer(string[] words)
    {
        switch (words)
        {
            case ["list"]:
                rows = HostedRow.FindAll(Assembly.GetEntryAssembly() ?? throw new InvalidOperationException("The program has no entry assembly."));
                writer.WriteLine($"ok\t{rows.Count}");
                foreach (var row in rows)
                    writer.WriteLine(string.Join('\t', Encode(row.FullName), Encode(row.Type), Encode(row.Method), Encode(row.Parameters), Encode(row.Group), row.IsBaseline ? "1" : "0", row.OperationsPerInvoke.ToString(CultureInfo.InvariantCulture), Encode(row.WhyNotSliced ?? "")));
                break;
            case ["open", var index]:
                open = OpenRow.Open((rows ?? throw new InvalidOperationException("list comes first"))[int.Parse(index, CultureInfo.InvariantCulture)]);
                writer.WriteLine("ok");
                break;
            case ["slice", var invocations]:
                var slice = open!.Run(long.Parse(invocations, CultureInfo.InvariantCulture));
                writer.WriteLine(string.Create(CultureInfo.InvariantCulture, $"ok\t{slice.Nanoseconds:R}\t{slice.Bytes}"));
                break;
            case ["close"]:
                open!.Close();
                open = null;
                writer.WriteLine("ok");
                break;
            default:
                throw new InvalidOperationException($"'{string.Join(' ', words)}' is not known.");
        }
    }

    private static string Encode(string text) => Convert.ToBase64String(Encoding.UTF8.GetBytes(text));
}
