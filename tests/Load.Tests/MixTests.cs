using System.Text.Json.Nodes;

namespace Bench.Load.Tests;

public sealed class MixTests : FolderTests
{
    [Fact]
    public void A_request_has_the_headers_of_all_and_its_own()
    {
        var matrix = Read(
            """{"name":"m","sample":"S","headers":{"Accept":"a/b","X-All":"1"},"requests":[{"name":"a","path":"/a","connections":3,"headers":{"accept":"c/d"}},{"name":"b","path":"/b?x=1","connections":4,"method":"POST","body":"{}","expectStatus":201}],"variants":[{"name":"x"},{"name":"y"}]}"""
        );

        var parts = matrix.Parts(new Uri("http://127.0.0.1:5000"));

        Assert.Equal((7, true), (matrix.Connections, matrix.IsMix));
        Assert.Equal(["http://127.0.0.1:5000/a", "http://127.0.0.1:5000/b?x=1"], parts.Select(part => part.Url.AbsoluteUri));
        Assert.Equal(["accept: c/d", "X-All: 1"], parts[0].Request.Headers.Select(header => $"{header.Key}: {header.Value}"));
        Assert.Equal(["Accept: a/b", "X-All: 1"], parts[1].Request.Headers.Select(header => $"{header.Key}: {header.Value}"));
        Assert.Equal(
            ("POST", "{}", 201, 4),
            (parts[1].Request.Method, parts[1].Request.Body, parts[1].Request.Status, parts[1].Connections)
        );
        // The format of a matrix without a mix.
        var one = Read("""{"name":"m","sample":"S","path":"/p","variants":[{"name":"x"},{"name":"y"}]}""");
        Assert.Equal((64, false, "/p", 64), (one.Connections, one.IsMix, one.Sent[0].Path, one.Sent[0].Connections));
    }

    /// <summary>As in a published comparison: more in total, because the small request gains what the large one loses.</summary>
    [Fact]
    public void Variants_are_compared_by_each_request_and_by_all()
    {
        var result = Mix();

        Assert.Equal((Verdict.Improved, 1.5), Compare(result));
        Assert.Equal((Verdict.Improved, 2), Compare(result.OfRequest("order")!));
        Assert.Equal((Verdict.Regressed, 0.5), Compare(result.OfRequest("orders")!));
        Assert.Null(result.OfRequest("other"));
        Assert.Equal([400, 100], [result.OfRequest(0).Pace!.Value, result.OfRequest(1).Pace!.Value]);
        // These figures exist only for the whole process.
        Assert.All(result.OfRequest(0).Variants.SelectMany(variant => variant.Rounds), round =>
            Assert.Null(round.AllocatedBytes ?? round.ProcessorMicroseconds)
        );

        static (Verdict, double) Compare(MatrixResult result)
        {
            var time = Assert.Single(Judge(result).Of(LoadMeasure.FullSpeed)).Time!;
            return (time.Verdict, Math.Round(1 / time.Ratio, 3));
        }
    }

    [Fact]
    public void Its_page_has_a_line_of_each_request_and_variant_and_of_all()
    {
        var page = MatrixPage.Render(Judge(Mix()));

        Assert.Contains("`S /orders/1 + /orders`, 20 connections", page);
        Assert.Contains("(order 10, orders 10 connections)", page);
        Assert.Contains("s at full speed (h2load)", page);
        Assert.Contains(
            "| request | variant | good requests/s | against sync | verdict | mean, ms | p50, ms | p95, ms | p99, ms | failed |",
            page
        );
        Assert.Contains("| order | sync | 800 | 1 |  | 2.50 | 1.25 | 2.75 | 3.00 | 0% |", page);
        Assert.Matches(@"\| order \| async \| 1600 \| 2\.000x \(.*\) \| Improved \| 2\.50 \|", page);
        Assert.Matches(@"\| orders \| async \| 200 \| 0\.500x \(.*\) \| Regressed \| 2\.50 \|", page);
        Assert.Matches(@"\| all \| async \| 1800 \| 1\.500x \(.*\) \| Improved \| 2\.50 \|", page);
        Assert.Matches(@"\| orders \| sync \| 100 \| 2\.50 \| 1\.25 \| 2\.75 \| 3\.00 \| 0% \| 1 \| 1 \|", page);
        Assert.DoesNotContain("NaN", page);
    }

    [Fact]
    public void Its_file_is_read_again()
    {
        var read = MatrixResult.Read(folder.Write("m.json", Mix().ToJson()));
        Assert.Equal(MatrixPage.Render(Judge(Mix())), MatrixPage.Render(Judge(read)));
        Assert.True(MatrixResult.CanGoOn(read, Mix()));
    }

    [Theory]
    [InlineData("shares")]
    [InlineData("mix")]
    [InlineData("request")]
    [InlineData("seconds")]
    [InlineData("path")]
    public void A_file_without_a_part_of_a_mix_is_none(string lacks)
    {
        var json = JsonNode.Parse(Mix().ToJson())!;
        var matrix = json["matrix"]!.AsObject();
        var round = matrix["variants"]![1]!["rounds"]![0]!.AsObject();
        switch (lacks)
        {
            case "shares":
                matrix.Remove("shares");
                break;
            case "mix":
                round.Remove("mix");
                break;
            case "request":
                round["mix"]!["requests"]!.AsArray().RemoveAt(0);
                break;
            case "seconds":
                round["mix"]!["requests"]![0]!["peak"]!["seconds"] = 0;
                break;
            default:
                matrix["matrix"]!["requests"]![0]!["path"] = null;
                break;
        }

        Assert.Throws<LoadException>(() => MatrixResult.Read(folder.Write("m.json", json.ToJsonString())));
    }

    /// <summary>A server that breaks connections gets requests on fewer of them, and nothing fails.</summary>
    [Theory]
    [InlineData(1, false)]
    [InlineData(0.5, true)]
    public void A_page_tells_of_connections_that_were_lost(double kept, bool isTold)
    {
        var result = Mix();
        // 400 requests/s of 25 ms each occupy 10 connections.
        var other = result.Variants[1] with
        {
            Rounds =
            [
                .. result
                    .Variants[0]
                    .Rounds.Select(round =>
                        round with
                        {
                            Mix = round.Mix! with
                            {
                                Requests =
                                [
                                    .. round.Mix.Requests.Select(request =>
                                        request with
                                        {
                                            FullSpeed = request.FullSpeed! with { Mean = kept * 10_000 / request.Peak.RequestsPerSecond },
                                        }
                                    ),
                                ],
                            },
                        }
                    ),
            ],
        };

        var page = MatrixPage.Render(Judge(result with { Variants = [other with { Variant = result.Variants[0].Variant }, other] }));

        Assert.Equal(
            isTold,
            page.Contains(
                "**Connections were lost:** sync had 5.0 of 10 for order; async had 5.0 of 10 for order;",
                StringComparison.Ordinal
            )
        );
    }

    /// <summary>The other request gets responses, so the variant's totals show nothing.</summary>
    [Fact]
    public void A_request_that_one_variant_never_answers_well_is_named()
    {
        var result = Mix();
        var silent = result.Variants[1] with
        {
            Rounds =
            [
                .. result
                    .Variants[1]
                    .Rounds.Select(round =>
                        round with
                        {
                            Mix = round.Mix! with
                            {
                                Requests =
                                [
                                    round.Mix.Requests[0],
                                    round.Mix.Requests[1] with
                                    {
                                        Peak = round.Mix.Requests[1].Peak with { Requests = 0 },
                                    },
                                ],
                            },
                        }
                    ),
            ],
        };

        var silence = Assert.Single((result with { Variants = [result.Variants[0], silent] }).Silences);

        Assert.Equal("orders: async gave no good response in 5 of 5 rounds", silence);
    }

    [Fact]
    public void No_file_has_the_secrets_of_a_request()
    {
        var result = Mix();
        var secret = result with
        {
            Matrix = result.Matrix with
            {
                Requests =
                [
                    result.Matrix.Requests[0] with
                    {
                        Path = "/orders/1?code=s3cret-1",
                        Headers = new Dictionary<string, string> { ["Cookie"] = "s3cret-2" },
                    },
                    result.Matrix.Requests[1] with
                    {
                        Body = "s3cret-3",
                        ExpectBody = "s3cret-4",
                    },
                ],
            },
        };

        Assert.DoesNotContain("s3cret", secret.ToJson());
    }

    private LoadMatrix Read(string text) => LoadMatrix.Read(folder.Write("m.json", text));
}
