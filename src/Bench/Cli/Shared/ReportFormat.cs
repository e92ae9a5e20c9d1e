namespace Bench.Cli;

internal enum ReportFormat
{
    Console,
    Markdown,
    Json,
    Html,
}
