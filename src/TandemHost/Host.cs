using System.Globalization;
using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;
using System.Text;

namespace Bench.TandemHost;

/// <summary>
/// Answers the other end, a line for a line: <c>list PATTERNS CATEGORIES [TYPE]</c>, <c>open N [SHARE BYTES]</c>, <c>slice INVOCATIONS</c>,
/// <c>empty INVOCATIONS</c>, <c>allocate INVOCATIONS</c>, <c>close</c>. An answer begins with <c>ok</c> or <c>error</c>; fields are
/// separated by tabs, and what could break a line is in Base64.
/// </summary>
internal sealed class Host(Stream stream)
{
    private readonly StreamReader reader = new(stream, new UTF8Encoding(false), false, 1024, leaveOpen: true);
    private readonly StreamWriter writer = new(stream, new UTF8Encoding(false), 1 << 16, leaveOpen: true) { NewLine = "\n" };
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
                var cause = e;
                while (cause is TargetInvocationException or AggregateException or TypeInitializationException && cause.InnerException is { } inner)
                    cause = inner;
                Write("error", Encode($"{cause.GetType().Name}: {cause.Message}"));
            }

            writer.Flush();
        }
    }

    private void Answer(string[] words)
    {
        switch (words)
        {
            case ["list", var patterns, var categories]:
                List(Words(patterns), Words(categories), null);
                break;
            case ["list", var patterns, var categories, var type]:
                List(Words(patterns), Words(categories), Words(type)[0]);
                break;
            case ["open", var index]:
                open = OpenRow.Open(Listed(index), null);
                Write("ok");
                break;
            case ["open", var index, var share, var bytes]:
                var listed = Listed(index);
                open = OpenRow.Open(listed, Injection.Parse(share, bytes, listed.OperationsPerInvoke));
                Write("ok");
                break;
            case ["slice", var invocations]:
                var slice = open!.Run(Number(invocations));
                Write("ok", Text(slice.Nanoseconds), Text(slice.PausedNanoseconds),
                    Text(JitInfo.GetCompiledMethodCount(currentThread: false)), Text(JitInfo.GetCompilationTime(currentThread: false).TotalMilliseconds));
                break;
            case ["empty", var invocations]:
                Write("ok", open!.RunEmpty(Number(invocations)) is { } time ? Text(time) : "");
                break;
            case ["allocate", var invocations]:
                Write("ok", Text(open!.Allocate(Number(invocations))));
                break;
            case ["close"]:
                var closing = open;
                open = null;
                closing!.Close();
                Write("ok");
                break;
            default:
                throw new InvalidOperationException($"'{string.Join(' ', words)}' is not known.");
        }
    }

    private HostedRow Listed(string index) =>
        RowList.Afresh((rows ?? throw new InvalidOperationException("list comes first"))[int.Parse(index, CultureInfo.InvariantCulture)]);

    private void List(string[] patterns, string[] categories, string? type)
    {
        rows = RowList.Find(Assembly.GetEntryAssembly() ?? throw new InvalidOperationException("The program has no entry assembly."), patterns, categories, type);
        Write("ok", Text(rows.Count), Encode(RowList.Version), Encode(RuntimeInformation.FrameworkDescription), Encode(RuntimeInformation.OSDescription),
            Encode(RuntimeInformation.ProcessArchitecture.ToString()), GCSettings.IsServerGC ? "Server" : "Workstation", Text(Environment.ProcessorCount));
        foreach (var row in rows)
        {
            Write(
                Encode(row.FullName), Encode(row.Type), Encode(row.Method), Encode(row.Parameters), Encode(row.DisplayInfo), Encode(row.MethodTitle), Encode(row.Group),
                row.IsBaseline ? "1" : "0", Text(row.OperationsPerInvoke), row.Mode.ToString(), Text(row.Job.InvocationCount), row.HasIterations ? "1" : "0", Encode(row.WhyNot ?? ""),
                Encode(string.Join('\n', row.Job.Variables.Select(variable => $"{variable.Key}={variable.Value}"))));
        }
    }

    private void Write(params string[] fields) => writer.WriteLine(string.Join('\t', fields));

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);

    private static string Text<T>(T value) where T : IFormattable => value.ToString(null, CultureInfo.InvariantCulture);

    private static string[] Words(string base64) => Encoding.UTF8.GetString(Convert.FromBase64String(base64)).Split('\n', StringSplitOptions.RemoveEmptyEntries);

    private static string Encode(string text) => Convert.ToBase64String(Encoding.UTF8.GetBytes(text));
}
