using System.Diagnostics;
using System.Globalization;
using System.IO.Pipes;
using System.Text;

namespace Bench.Tandem;

/// <summary>
/// One of the two processes of a tandem: a benchmark program in its own world, with the host inside. Disposing it ends the process.
/// </summary>
public sealed class Side : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly Process process;
    private readonly NamedPipeServerStream pipe;
    private readonly StreamReader reader;
    private readonly StreamWriter writer;

    private Side(Process process, NamedPipeServerStream pipe)
    {
        this.process = process;
        this.pipe = pipe;
        reader = new StreamReader(pipe, new UTF8Encoding(false), false, 1024, leaveOpen: true);
        writer = new StreamWriter(pipe, new UTF8Encoding(false), 1024, leaveOpen: true) { AutoFlush = true, NewLine = "\n" };
    }

    /// <summary>Starts a program.</summary>
    /// <param name="assembly">The program's assembly; its runtimeconfig and deps file lie beside it.</param>
    /// <returns>The side, ready for commands.</returns>
    /// <exception cref="TandemException">The program ends or does not answer.</exception>
    public static Side Start(string assembly)
    {
        var name = $"bench-{Guid.NewGuid():N}";
        var pipe = new NamedPipeServerStream(name, PipeDirection.InOut, 1, PipeTransmissionMode.Byte, PipeOptions.Asynchronous);
        Process? process = null;
        try
        {
            var start = new ProcessStartInfo("dotnet", [assembly])
            {
                WorkingDirectory = Path.GetDirectoryName(Path.GetFullPath(assembly)),
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            };
            start.Environment["DOTNET_STARTUP_HOOKS"] = Path.Combine(AppContext.BaseDirectory, "Bench.TandemHost.dll");
            start.Environment["BENCH_TANDEM_PIPE"] = name;
            process = Process.Start(start)!;
            // Nobody reads what the program prints, but a full pipe would stop it.
            process.OutputDataReceived += (_, _) => { };
            process.ErrorDataReceived += (_, _) => { };
            process.BeginOutputReadLine();
            process.BeginErrorReadLine();
            using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(30));
            pipe.WaitForConnectionAsync(limit.Token).GetAwaiter().GetResult();
            return new Side(process, pipe);
        }
        catch (Exception e) when (e is OperationCanceledException or IOException)
        {
            End(process);
            pipe.Dispose();
            throw new TandemException($"{assembly} did not answer: is it a BenchmarkDotNet program?");
        }
    }

    /// <summary>The rows of the program.</summary>
    /// <returns>All of them, in the order of its BenchmarkDotNet.</returns>
    public IReadOnlyList<HostedRow> List()
    {
        var count = int.Parse(Ask("list")[0], CultureInfo.InvariantCulture);
        var rows = new List<HostedRow>(count);
        for (var i = 0; i < count; i++)
        {
            var fields = ReadLine().Split('\t');
            rows.Add(new HostedRow(
                i, Decode(fields[0]), Decode(fields[1]), Decode(fields[2]), Decode(fields[3]), Decode(fields[4]), fields[5] == "1",
                int.Parse(fields[6], CultureInfo.InvariantCulture), Decode(fields[7])));
        }

        return rows;
    }

    /// <summary>Sets a row up; its number is the program's own.</summary>
    /// <param name="row">The row.</param>
    public void Open(HostedRow row) => Ask($"open {row.Index}");

    /// <summary>Runs the open row.</summary>
    /// <param name="invocations">How often.</param>
    /// <returns>The time in ns of all of them together.</returns>
    public double Slice(long invocations) =>
        double.Parse(Ask(string.Create(CultureInfo.InvariantCulture, $"slice {invocations}"))[0], CultureInfo.InvariantCulture);

    /// <summary>Cleans the open row up.</summary>
    public void Close() => Ask("close");

    /// <inheritdoc/>
    public void Dispose()
    {
        End(process);
        reader.Dispose();
        pipe.Dispose();
    }

    private static void End(Process? process)
    {
        if (process is null)
            return;
        if (!process.HasExited)
            process.Kill(entireProcessTree: true);
        process.WaitForExit();
        process.Dispose();
    }

    private string[] Ask(string command)
    {
        try
        {
            writer.WriteLine(command);
        }
        catch (IOException)
        {
            throw new TandemException("the process ended.");
        }

        var fields = ReadLine().Split('\t');
        return fields[0] == "ok" ? fields[1..] : throw new TandemException(Decode(fields[1]));
    }

    private string ReadLine()
    {
        try
        {
            using var limit = new CancellationTokenSource(Patience);
            return reader.ReadLineAsync(limit.Token).AsTask().GetAwaiter().GetResult() ?? throw new TandemException("the process ended.");
        }
        catch (OperationCanceledException)
        {
            throw new TandemException($"no answer for {Patience.TotalSeconds:0} s.");
        }
        catch (IOException)
        {
            throw new TandemException("the process ended.");
        }
    }

    private static string Decode(string base64) => Encoding.UTF8.GetString(Convert.FromBase64String(base64));
}
