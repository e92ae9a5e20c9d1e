using System.Text.Json.Nodes;
using Json.Schema;
using YamlDotNet.Serialization;

namespace Bench.Tests;

public sealed class CrankSchemaTests
{
    private static readonly JsonSchema Schema = JsonSchema.FromFile(Path.Combine(AppContext.BaseDirectory, "crank.schema.json"));

    [Fact]
    public void The_schema_of_crank_takes_the_jobs() => Assert.True(Takes(ReadJobs()));

    [Fact]
    public void The_schema_of_crank_refuses_arguments_that_are_a_list()
    {
        var jobs = ReadJobs();
        jobs["jobs"]!["minimal"]!["arguments"] = new JsonArray();
        Assert.False(Takes(jobs));
    }

    private static JsonObject ReadJobs()
    {
        using var reader = File.OpenText(Path.Combine(Checkout.Root, "samples", "crank", "samples.benchmarks.yml"));
        var yaml = new DeserializerBuilder().WithAttemptingUnquotedStringTypeDeserialization().Build().Deserialize(reader);
        return JsonNode.Parse(new SerializerBuilder().JsonCompatible().Build().Serialize(yaml))!.AsObject();
    }

    private static bool Takes(JsonObject jobs)
    {
        using var json = JsonDocument.Parse(jobs.ToJsonString());
        return Schema.Evaluate(json.RootElement).IsValid;
    }
}
