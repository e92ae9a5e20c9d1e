using System.Globalization;
using System.Text;
using Bench.Comparison;
using Bench.Reports;

namespace Bench.Cli;

/// <summary>
/// The only way to standard output and standard error. Text from files cannot move the cursor, change colours or hide characters.
/// </summary>
internal sealed record Screen
{
    private const int UsualColumns = 80;
    private const int LeastColumns = 40;

    // EPIPE, which .NET passes on from Unix.
    private const int BrokenPipe = 32;

    /// <summary>The name of the command.</summary>
    public string Command { get; init; } = "bench";

    public required TextWriter Output { get; init; }

    public required TextWriter Error { get; init; }

    public bool HasColours { get; init; }

    /// <summary>The requested format of standard output.</summary>
    public ReportFormat Format { get; init; }

    public int Columns { get; init; } = UsualColumns;

    /// <summary>The width of the terminal that standard output goes to; null if it goes elsewhere.</summary>
    public int? TerminalColumns { get; init; }

    /// <summary>The width of the terminal that standard error goes to; null if it goes elsewhere.</summary>
    public Func<int>? ErrorColumns { get; init; }

    public static Screen OfProcess() =>
        new()
        {
            // A Windows console has an encoding of its own; everything else gets UTF-8.
            Output =
                OperatingSystem.IsWindows() && !Console.IsOutputRedirected
                    ? Console.Out
                    : new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(encoderShouldEmitUTF8Identifier: false))
                    {
                        AutoFlush = true,
                    },
            Error = Console.Error,
            HasColours = !Console.IsOutputRedirected && TextPage.AllowsColours(Environment.GetEnvironmentVariable),
            Columns = ColumnsOf(Console.IsOutputRedirected ? 0 : Console.WindowWidth, Environment.GetEnvironmentVariable("COLUMNS")),
            TerminalColumns = Console.IsOutputRedirected || Console.WindowWidth == 0 ? null : Math.Max(LeastColumns, Console.WindowWidth),
            ErrorColumns = Console.IsErrorRedirected ? null : () => Console.WindowWidth,
        };

    /// <param name="terminal">The width of the terminal; 0 if it is unknown or the output is not a terminal.</param>
    /// <param name="variable">The value of <c>COLUMNS</c>, which a build log may set.</param>
    internal static int ColumnsOf(int terminal, string? variable) =>
        terminal > 0 ? Math.Max(LeastColumns, terminal)
        : int.TryParse(variable, NumberStyles.None, CultureInfo.InvariantCulture, out var columns) ? Math.Max(UsualColumns, columns)
        : UsualColumns;

    /// <summary>Shows a page of Markdown, unless Markdown itself was requested.</summary>
    public void Show(string markdown)
    {
        if (Format == ReportFormat.Markdown)
            Write(markdown);
        else
            Send(MarkdownScreen.Render(markdown, HasColours, Columns));
    }

    /// <summary>An empty page for this screen.</summary>
    public TextPage Page(int maxColumns = int.MaxValue) => new(HasColours, Math.Min(Columns, maxColumns));

    public void Write(string page) =>
        Send(string.Join('\n', page.ReplaceLineEndings("\n").Split('\n').Select(line => Visible.Render(line))));

    public void WriteLine(string line) => Send(Visible.Render(line) + "\n");

    /// <summary>Writes a report, which has already escaped text from files.</summary>
    public void Send(string text)
    {
        try
        {
            Output.Write(text);
            Output.Flush();
        }
        catch (IOException e) when (e.HResult == BrokenPipe)
        {
            // The reader closed the pipe, as head does. The exit code still reports the result.
        }
    }

    /// <summary>Writes one line to standard error, with the name of the command.</summary>
    public void Complain(string line) => Error.WriteLine($"{Command}: {Visible.Render(line.Trim())}");

    /// <summary>Writes the error and the possible choices. Returns the exit code.</summary>
    public int Fail(Exception e)
    {
        Complain(e.Message);
        foreach (var choice in (e as BenchException)?.Choices ?? [])
            Error.WriteLine($"  {Visible.Render(choice)}");
        return (int)(e is BudgetException ? ExitCode.Inconclusive : ExitCode.Usage);
    }

    public int Fail(string line)
    {
        Complain(line);
        return (int)ExitCode.Usage;
    }
}
