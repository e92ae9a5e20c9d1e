using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Microsoft.Extensions.Validation;

namespace Suite.Tests.Samples;

public sealed class UnvalidatedTests(RunningSamples samples)
{
    [Theory]
    [InlineData("""{"id":null,"description":null}""")]
    [InlineData("""{"id":1,"description":""}""")]
    [InlineData(
        """{"id":null,"description":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}"""
    )]
    public async Task An_invalid_request_comes_back(string body)
    {
        var answer = await samples.Ask(Sample.MinimalWithoutValidation, Server.InMemory, Cases.Validate(body));
        Assert.Equal(200, answer.Status);
        Assert.Equal(body, answer.Text);
    }

    [Fact]
    public async Task An_invalid_registration_comes_back()
    {
        const string body =
            """{"city":null,"email":"x","website":"x","lastName":null,"userName":"A","firstName":null,"interests":[],"countryCode":"x","phoneNumber":"x","acceptsTerms":false,"householdSize":0}""";
        var answer = await samples.Ask(Sample.MinimalWithoutValidation, Server.Sockets, Call.Post(Routes.Registrations, body));
        Assert.Equal(200, answer.Status);
        Assert.Equal(body, answer.Text);
    }

    [Theory]
    [InlineData("/jsons?size=0", 400)]
    [InlineData("/jsons?size=abc", 400)]
    [InlineData("/validations", 405)]
    [InlineData("/nothing", 404)]
    public async Task Everything_else_stays(string path, int status)
    {
        var validated = await samples.Ask(Sample.Minimal, Server.InMemory, Call.Get(path));
        var unvalidated = await samples.Ask(Sample.MinimalWithoutValidation, Server.InMemory, Call.Get(path));
        Assert.Equal(status, unvalidated.Status);
        Assert.Equal(validated.TextWithoutTraceId, unvalidated.TextWithoutTraceId);
    }

    [Fact]
    public void Nothing_that_could_validate_is_registered()
    {
        Assert.NotEqual(0, CountResolvers(Sample.Minimal));
        Assert.Equal(0, CountResolvers(Sample.MinimalWithoutValidation));
    }

#pragma warning disable ASP0029 // The only way to see that validation is off, rather than silent.
    private int CountResolvers(Sample sample) =>
        samples.Services(sample).GetRequiredService<IOptions<ValidationOptions>>().Value.Resolvers.Count;
#pragma warning restore ASP0029
}
