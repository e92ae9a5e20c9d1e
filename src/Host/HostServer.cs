using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;
using System.Text;

namespace Bench.Host;

/// <summary>Answers the commands of <see cref="HostProtocol"/>, a line for a line.</summary>
internal sealed class HostServer(Stream stream)
{
    private readonly StreamReader reader = new(stream, new UTF8Encoding(false), false, 1024, leaveOpen: true);
    private readonly StreamWriter writer = new(stream, new UTF8Encoding(false), 1 << 16, leaveOpen: true) { NewLine = "\n" };
    private IReadOnlyList<HostedCase>? cases;
    private OpenCase? open;

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
                // Whatever the benchmark threw is that benchmark's failure, and the other end's to report.
                var cause = e;
                while (
                    cause is TargetInvocationException or AggregateException or TypeInitializationException
                    && cause.InnerException is { } inner
                )
                    cause = inner;
                Write(HostProtocol.Error, HostProtocol.Encode($"{cause.GetType().Name}: {cause.Message}"));
            }

            writer.Flush();
        }
    }

    private void Answer(string[] words)
    {
        switch (words)
        {
            case [HostProtocol.List, var patterns, var categories]:
                List(HostProtocol.DecodeAll(patterns), HostProtocol.DecodeAll(categories), null);
                break;
            case [HostProtocol.List, var patterns, var categories, var type]:
                List(HostProtocol.DecodeAll(patterns), HostProtocol.DecodeAll(categories), HostProtocol.Decode(type));
                break;
            case [HostProtocol.Open, var index]:
                open = OpenCase.Open(Listed(index), null);
                Write(HostProtocol.Ok);
                break;
            case [HostProtocol.Open, var index, var share, var bytes]:
                var listed = Listed(index);
                open = OpenCase.Open(listed, Injection.Parse(share, bytes, listed.OperationsPerInvoke));
                Write(HostProtocol.Ok);
                break;
            case [HostProtocol.Slice, var invocations]:
                Write([HostProtocol.Ok, .. open!.Run(HostProtocol.Integer(invocations)).ToFields()]);
                break;
            case [HostProtocol.Empty, var invocations]:
                Write(HostProtocol.Ok, open!.RunEmpty(HostProtocol.Integer(invocations)) is { } time ? HostProtocol.Text(time) : "");
                break;
            case [HostProtocol.Allocate, var invocations]:
                Write(HostProtocol.Ok, HostProtocol.Text(open!.Allocate(HostProtocol.Integer(invocations))));
                break;
            case [HostProtocol.Close]:
                var closing = open;
                open = null;
                closing!.Close();
                Write(HostProtocol.Ok);
                break;
            default:
                throw new InvalidOperationException($"'{string.Join(' ', words)}' is not known.");
        }
    }

    private HostedCase Listed(string index) =>
        CaseList.Renew((cases ?? throw new InvalidOperationException("list comes first"))[(int)HostProtocol.Integer(index)]);

    private void List(string[] patterns, string[] categories, string? type)
    {
        cases = CaseList.Find(
            Assembly.GetEntryAssembly() ?? throw new InvalidOperationException("The program has no entry assembly."),
            patterns,
            categories,
            type
        );
        var head = new ListHead(
            cases.Count,
            CaseList.Version,
            RuntimeInformation.FrameworkDescription,
            RuntimeInformation.OSDescription,
            RuntimeInformation.ProcessArchitecture.ToString(),
            GCSettings.IsServerGC ? "Server" : "Workstation",
            Environment.ProcessorCount
        );
        Write([HostProtocol.Ok, .. head.ToFields()]);
        foreach (var found in cases)
            Write(found.ToListed().ToFields());
    }

    private void Write(params string[] fields) => writer.WriteLine(HostProtocol.Line(fields));
}
