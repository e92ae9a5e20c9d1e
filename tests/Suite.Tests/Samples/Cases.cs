using System.Text;

namespace Suite.Tests.Samples;

internal static class Cases
{
    public static TheoryData<string, Server> OnBothServers(IReadOnlyDictionary<string, Call> cases)
    {
        var data = new TheoryData<string, Server>();
        foreach (var name in cases.Keys)
        {
            data.Add(name, Server.InMemory);
            data.Add(name, Server.Sockets);
        }
        return data;
    }

    public static Call Validate(string body, string? mediaType = "application/json") => Call.Post(Routes.Validations, body, mediaType);

    public static Call Validate(byte[] body, string? mediaType = "application/json") => Call.Post(Routes.Validations, body, mediaType);

    public static Call Describe(string description) => Validate($$"""{"id":1,"description":"{{description}}"}""");

    /// <summary>A valid request with an unused property that makes the document <paramref name="depth"/> levels deep.</summary>
    public static Call Nested(int depth) =>
        Validate($$"""{"id":1,"description":"x","extra":{{new string('[', depth - 1)}}{{new string(']', depth - 1)}}}""");

    public static byte[] Latin1(string text) => Encoding.Latin1.GetBytes(text);
}
