using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;
using System.Text;

namespace Bench.Host;

internal sealed class HostServer(Stream stream, MethodRecorder? recorder)
{
    private readonly StreamReader reader = new(stream, new UTF8Encoding(false), false, 1024, leaveOpen: true);
    private readonly StreamWriter writer = new(stream, new UTF8Encoding(false), 1 << 16, leaveOpen: true) { NewLine = "\n" };
    private IReadOnlyList<HostedCase>? all;
    private IReadOnlyList<HostedCase>? cases;
    private OpenCase? open;

    private static Assembly Program =>
        Assembly.GetEntryAssembly() ?? throw new InvalidOperationException("The program has no entry assembly.");

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
                // The benchmark's own exception is a failure of that benchmark, which the runner reports.
                var cause = Reflected.Cause(e);
                Write(HostProtocol.Error, HostProtocol.Encode($"{cause.GetType().Name}: {cause.Message}"));
            }

            writer.Flush();
        }
    }

    private void Answer(string[] words)
    {
        switch (words)
        {
            case [HostProtocol.Main, var milliseconds]:
                RunMain(TimeSpan.FromMilliseconds(HostProtocol.Integer(milliseconds)));
                break;
            case [HostProtocol.List, var patterns, var categories]:
                all ??= CaseList.FromAttributes(Program);
                List(CaseList.Filter(all, HostProtocol.DecodeAll(patterns), HostProtocol.DecodeAll(categories)));
                break;
            case [HostProtocol.List, var type]:
                List(CaseList.OfType(HostProtocol.Decode(type)));
                break;
            case [HostProtocol.Open, var index, var affinity]:
                Open(Listed(index), affinity, null);
                break;
            case [HostProtocol.Open, var index, var affinity, var share, var bytes]:
                var listed = Listed(index);
                Open(listed, affinity, Injection.Parse(share, bytes, listed.OperationsPerInvoke));
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
            case [HostProtocol.Recorded]:
                Recorded(recorder ?? throw new InvalidOperationException("Nothing is recorded."));
                break;
            default:
                throw new InvalidOperationException($"'{string.Join(' ', words)}' is not known.");
        }
    }

    private HostedCase Listed(string index) =>
        CaseList.Renew((cases ?? throw new InvalidOperationException("list comes first"))[(int)HostProtocol.Integer(index)]);

    private void Open(HostedCase benchmark, string affinity, Injection? injection)
    {
        open = OpenCase.Open(benchmark, (nint)HostProtocol.Integer(affinity), injection);
        Write(HostProtocol.Ok);
    }

    private void RunMain(TimeSpan limit)
    {
        var (handed, trouble) = InterceptedMain.Run(Program, limit);
        all = CaseList.FromMain(Program, handed);
        var others = all.Select(benchmark => benchmark.Type).Except(handed.Select(benchmark => benchmark.Type));
        Write([HostProtocol.Ok, .. new MainEnding(handed.Count, trouble, [.. others]).ToFields()]);
    }

    private void List(IReadOnlyList<HostedCase> listed)
    {
        cases = listed;
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

    private void Recorded(MethodRecorder running)
    {
        var (methods, modules) = (running.Methods(), MethodRecorder.Modules());
        Write(HostProtocol.Ok, HostProtocol.Text(methods.Count), HostProtocol.EncodeAll(modules), HostProtocol.EncodeAll(running.Types()));
        foreach (var method in methods)
            Write(method.ToFields());
    }

    private void Write(params string[] fields) => writer.WriteLine(HostProtocol.Line(fields));
}
