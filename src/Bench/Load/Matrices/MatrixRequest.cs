namespace Bench.Load;

internal sealed record MatrixRequest
{
    public string Name { get; set; } = "";

    public string Path { get; set; } = "/";

    /// <summary>Connections that send only this request, repeatedly.</summary>
    public int Connections { get; set; }

    /// <summary>Added to those of the matrix, which they replace if they have the same name.</summary>
    public IReadOnlyDictionary<string, string> Headers { get; set; } = new Dictionary<string, string>();

    public string Method { get; set; } = "GET";

    /// <summary>JSON unless a header sets another type; null or empty for none.</summary>
    public string? Body { get; set; }

    /// <summary>Status of a good answer; null for any 2xx.</summary>
    public int? ExpectStatus { get; set; }

    // Text that the body of an answer must contain, checked before the load and after each round; null accepts any body.
    public string? ExpectBody { get; set; }
}

internal sealed record LoadPart(Uri Url, int Connections, LoadRequest Request);
