namespace Bench.Load;

/// <summary>A request of a matrix that loads several at once, each with connections of its own.</summary>
internal sealed record MatrixRequest
{
    /// <summary>What its figures are called.</summary>
    public string Name { get; set; } = "";

    /// <summary>What is asked for, with the slash.</summary>
    public string Path { get; set; } = "/";

    /// <summary>How many connections send it, again and again, and nothing else.</summary>
    public int Connections { get; set; }

    /// <summary>Its headers, besides those of the matrix.</summary>
    public IReadOnlyDictionary<string, string> Headers { get; set; } = new Dictionary<string, string>();

    public string Method { get; set; } = "GET";

    /// <summary>Its body, JSON unless a header says otherwise; null or empty for none.</summary>
    public string? Body { get; set; }

    /// <summary>The status of a good answer; null for any 2xx.</summary>
    public int? ExpectStatus { get; set; }

    /// <summary>What the body of an answer must contain, which is checked once for each process; null for anything.</summary>
    public string? ExpectBody { get; set; }
}

/// <summary>What is sent to one path of a server, and over how many connections.</summary>
internal sealed record LoadPart(Uri Url, int Connections, LoadRequest Request);
