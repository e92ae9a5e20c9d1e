using System.Text;
using Bench.Comparison;
using Bench.Load;

namespace Bench.Cli.Load;

// Options override the entry of the settings.
internal static class LoadGatePlan
{
    private static readonly TimeSpan UsualWarmUp = TimeSpan.FromSeconds(10);

    /// <summary>The entry of the settings to check; an empty one if the options name the application.</summary>
    public static LoadEndpoint EndpointOf(LoadGateOptions options, Settings settings)
    {
        var known = string.Join(", ", settings.Load.Select(endpoint => endpoint.Name));
        if (options.Endpoint is { } name)
            return settings.Load.FirstOrDefault(endpoint => endpoint.Name == name)
                ?? throw new UsageException(
                    $"--endpoint: {Settings.FileName} has no load '{name}'{(known.Length == 0 ? "" : $", but {known}")}."
                );
        if (options.Project is not null)
            return new LoadEndpoint();
        return settings.Load switch
        {
            [var only] => only,
            [] => throw new UsageException($"no web application is named. Use --project, or add load to {Settings.FileName}."),
            _ => throw new UsageException($"{Settings.FileName} has several entries of load. Choose one with --endpoint: {known}."),
        };
    }

    public static int ConnectionsOf(LoadGateOptions options, LoadEndpoint endpoint) =>
        options.Connections ?? endpoint.Connections ?? new LoadMatrix().Connections;

    public static string PlaceOfConnections(LoadGateOptions options, LoadEndpoint endpoint) =>
        options.Connections is null && endpoint.Name is { } entry ? $"load '{entry}'" : "--connections";

    /// <summary>The matrix without the folders of the builds.</summary>
    /// <param name="path">The project, relative to the repository, with slashes.</param>
    public static LoadMatrix MatrixOf(
        LoadGateOptions options,
        LoadEndpoint endpoint,
        string path,
        string baseline,
        string candidate,
        Context context
    )
    {
        var usual = new LoadMatrix();
        var body = options.Body is { } text ? BodyFrom(text, context) : endpoint.Body;
        var matrix = new LoadMatrix
        {
            Name = LoadOptions.NameOf(
                options.Name,
                LoadEndpoint.GateOf(endpoint.Name ?? Path.GetFileNameWithoutExtension(path)),
                endpoint.Name is { } own ? $"load '{own}'" : null
            ),
            Sample = path,
            Path = options.Path ?? endpoint.Path ?? usual.Path,
            Method = options.Method ?? endpoint.Method ?? (body is null ? usual.Method : "POST"),
            Headers = HeadersOf(options, endpoint),
            Body = body,
            ExpectStatus = options.ExpectStatus ?? endpoint.ExpectStatus,
            ExpectBody = options.ExpectBody ?? endpoint.ExpectBody,
            Connections = ConnectionsOf(options, endpoint),
            Rounds = options.Rounds,
            DurationSeconds = options.Duration?.TotalSeconds ?? usual.DurationSeconds,
            WarmUpSeconds = (options.WarmUp ?? UsualWarmUp).TotalSeconds,
            Start = options.Start ?? endpoint.Start ?? usual.Start,
            ReadyPath = options.ReadyPath ?? endpoint.ReadyPath,
            StartSeconds = options.StartTimeout?.TotalSeconds ?? endpoint.StartSeconds ?? usual.StartSeconds,
            SliceSeconds = usual.SliceSeconds,
            Pin = options.Pins || endpoint.Pin == true,
            Postgres = options.StartsPostgres,
            Variants = [VariantOf(baseline, options, endpoint), VariantOf(candidate, options, endpoint)],
        };
        return matrix.Mistake() is { } mistake ? throw new UsageException($"{PlaceOf(mistake.Key, options, endpoint)}{mistake}") : matrix;
    }

    // If an option set the key, the mistake is the option's, not the entry's.
    private static string PlaceOf(string? key, LoadGateOptions options, LoadEndpoint endpoint) =>
        key is not null && LoadGateCommand.OptionOf(key) is { } option && options.Judging.Given.Has(option) ? $"{option.Name}: "
        : endpoint.Name is { } entry ? $"load '{entry}': "
        : "";

    private static LoadVariant VariantOf(string side, LoadGateOptions options, LoadEndpoint endpoint) =>
        new()
        {
            Name = side,
            Switches = [.. endpoint.Arguments ?? [], .. options.Switches],
            Environment = Runner.Variables.Of(options.Variables, endpoint.Environment),
        };

    private static string BodyFrom(string text, Context context)
    {
        if (!text.StartsWith('@'))
            return text;
        try
        {
            // Bytes that are not UTF-8 would be sent as different bytes.
            return new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true)
                .GetString(context.File(text[1..]).ReadBytes())
                .TrimStart('\ufeff');
        }
        catch (DecoderFallbackException)
        {
            throw new UsageException($"--body: {text[1..]} is not UTF-8 text.");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UsageException($"--body: {text[1..]} cannot be read: {e.Message}");
        }
    }

    private static Dictionary<string, string> HeadersOf(LoadGateOptions options, LoadEndpoint endpoint)
    {
        var headers = new Dictionary<string, string>(
            endpoint.Headers ?? new Dictionary<string, string>(),
            StringComparer.OrdinalIgnoreCase
        );
        foreach (var header in options.Headers)
        {
            if (header.Split(':', 2) is not [var name, var value])
                throw new UsageException($"--header: '{header}' is not a header. Use 'NAME: VALUE'.");
            headers[name.Trim()] = value.Trim();
        }

        return headers;
    }
}
