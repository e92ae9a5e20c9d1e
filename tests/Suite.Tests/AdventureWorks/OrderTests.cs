using Samples.AdventureWorksApi;

namespace Suite.Tests.AdventureWorks;

[Trait("Category", "Process")]
public sealed class OrderTests(SalesServer server)
{
    private const string Valid =
        """{"customerId":7,"purchaseOrderNumber":"PO-2026-1","lines":[{"productId":1,"quantity":2},{"productId":504,"quantity":1000}]}""";

    public static TheoryData<Provider, Mode, Style, Serializer> Alternatives =>
        new()
        {
            { Provider.Sqlite, Mode.Async, Style.Minimal, Serializer.SystemTextJson },
            { Provider.Sqlite, Mode.Sync, Style.Controllers, Serializer.Newtonsoft },
            { Provider.Postgres, Mode.Async, Style.Controllers, Serializer.SourceGenerated },
            { Provider.Postgres, Mode.Sync, Style.Minimal, Serializer.Newtonsoft },
        };

    [Theory]
    [MemberData(nameof(Alternatives))]
    public async Task An_order_is_stored_and_found_again(Provider provider, Mode mode, Style style, Serializer serializer)
    {
        using var app = server.Start(
            provider,
            $"orders{mode}",
            ("Mode", $"{mode}"),
            ("Style", $"{style}"),
            ("Serializer", $"{serializer}")
        );
        var before = await Count(app, 7);

        var added = await app.Ask(Questions.Order(Valid));
        var order = JsonDocument.Parse(added.Body).RootElement;
        var location = Assert.Single(added.OtherHeaders, header => header.StartsWith("Location: ", StringComparison.Ordinal))[
            "Location: ".Length..
        ];
        var found = await app.Ask(Call.Get(location));

        Assert.Equal(201, added.Status);
        Assert.Equal($"/orders/{order.GetProperty("orderId").GetInt32()}", location);
        Assert.True(order.GetProperty("orderId").GetInt32() > 1_000);
        Assert.Equal((200, added.Text), (found.Status, found.Text));
        Assert.Equal(2, order.GetProperty("details").GetArrayLength());
        Assert.Equal(
            order.GetProperty("details").EnumerateArray().Sum(detail => detail.GetProperty("lineTotal").GetDecimal()),
            order.GetProperty("subTotal").GetDecimal()
        );
        Assert.Equal(before + 1, await Count(app, 7));
    }

    [Theory]
    [MemberData(nameof(Alternatives))]
    public async Task A_refused_order_leaves_nothing(Provider provider, Mode mode, Style style, Serializer serializer)
    {
        using var app = server.Start(
            provider,
            $"refused{mode}",
            ("Mode", $"{mode}"),
            ("Style", $"{style}"),
            ("Serializer", $"{serializer}")
        );

        foreach (var call in Questions.All.Concat(Questions.OnlyStatus).Where(call => call.Method == HttpMethod.Post))
            Assert.InRange((await app.Ask(call)).Status, 400, 499);

        Assert.Equal("[]", (await app.Ask(Call.Get("/orders?after=1000"))).Text);
    }

    private static async Task<int> Count(RunningApp app, int customer) =>
        JsonDocument
            .Parse((await app.Ask(Call.Get($"/customers/{customer}/orders/count"))).Body)
            .RootElement.GetProperty("count")
            .GetInt32();
}
