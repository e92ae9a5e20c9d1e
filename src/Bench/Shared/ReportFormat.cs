namespace Bench;

internal enum ReportFormat
{
    Console,
    Markdown,
    Json,
    Html,
}
