namespace Suite.Tests.AdventureWorks;

/// <summary>Requests that every variant of the application must answer with the same bytes.</summary>
internal static class Questions
{
    public static readonly Call[] All =
    [
        .. new[]
        {
            "/orders/1",
            "/orders/1000",
            "/orders/1001",
            "/orders/0",
            "/orders/-1",
            "/orders/99999999999",
            "/orders/abc",
            "/orders/1%20OR%201=1",
            "/orders/1;DROP TABLE order_header",
            "/orders",
            "/orders?page=1&pageSize=1",
            "/orders?page=10",
            "/orders?page=11",
            "/orders?page=2147483647&pageSize=100",
            "/orders?page=3&pageSize=7",
            "/orders?after=0&pageSize=3",
            "/orders?after=997",
            "/orders?after=2147483647",
            "/orders?page=1&after=1",
            "/orders?after=-1",
            "/orders?page=0",
            "/orders?page=-1",
            "/orders?pageSize=0",
            "/orders?pageSize=101",
            "/orders?page=0&pageSize=1000",
            "/customers/1/orders/count",
            "/customers/500/orders/count",
            "/customers/501/orders/count",
            "/customers/x/orders/count",
            "/products",
            "/products?page=6",
            "/products?page=7",
            "/products?page=2&pageSize=50",
            "/products?page=0",
            "/products?pageSize=101",
            "/products/count",
            "/nowhere",
        }.Select(Call.Get),
        Order("""{"customerId":1,"lines":[]}"""),
        Order("""{"lines":[{"productId":1,"quantity":1}]}"""),
        Order("""{"customerId":1,"lines":[{"quantity":1}]}"""),
        Order("""{"customerId":1,"lines":[{"productId":1,"quantity":0}]}"""),
        Order("""{"customerId":1,"lines":[{"productId":1,"quantity":1001}]}"""),
        Order("""{"customerId":1,"lines":[null]}"""),
        Order("""{"customerId":1,"lines":[{"productId":505,"quantity":1}]}"""),
        Order("""{"customerId":501,"lines":[{"productId":1,"quantity":1}]}"""),
        Order("""{"lines":[{"productId":1,"quantity":1}]}""", "application/json; charset=\"utf-8\""),
        Order("""{"customerId":1,"purchaseOrderNumber":"'; DROP TABLE order_header; --","lines":[{"productId":1,"quantity":1}]}"""),
    ];

    /// <summary>A number that is not one: the framework refuses it in its own words.</summary>
    public static readonly Call[] OnlyStatus =
    [
        .. new[] { "/orders?page=abc", "/orders?pageSize=1%27%20OR%20%271%27=%271", "/orders?page=99999999999" }.Select(Call.Get),
        Order("""{"customerId":"""),
        Order("null"),
        Order(""),
        Order("[]"),
        Order("""{"customerId":1}""", "text/plain"),
        Order("""{"customerId":1}""", "application/json; charset=nonsense"),
        Order("""{"customerId":1}""", "application/json; charset=latin1"),
    ];

    public static Call Order(string body, string mediaType = "application/json") => Call.Post("/orders", body, mediaType);
}
