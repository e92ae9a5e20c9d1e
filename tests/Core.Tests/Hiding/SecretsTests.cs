using Bench.Hiding;

namespace Bench.Core.Tests;

public sealed class SecretsTests
{
    [Theory]
    [InlineData("DATABASE_URL=postgres://u:p@h/d", "DATABASE_URL=(hidden)")]
    [InlineData("A=b=c", "A=(hidden)")]
    [InlineData("A=", "A=")]
    [InlineData("DOTNET_TieredPGO=0", "DOTNET_TieredPGO=0")]
    [InlineData("COMPlus_gcServer=1", "COMPlus_gcServer=1")]
    [InlineData("DOTNET_Shop__Region=x", "DOTNET_Shop__Region=(hidden)")]
    [InlineData("DOTNET_ApiKey=x", "DOTNET_ApiKey=(hidden)")]
    [InlineData("ASPNETCORE_URLS=http://u:p@127.0.0.1:1;http://*:2", "ASPNETCORE_URLS=http://(hidden)@127.0.0.1:1;http://*:2")]
    [InlineData("Logging__LogLevel__Default=Debug", "Logging__LogLevel__Default=Debug")]
    [InlineData("LC_ALL=C", "LC_ALL=C")]
    [InlineData("TZ_KEY=x", "TZ_KEY=(hidden)")]
    public void Variables(string variable, string expected) => Assert.Equal(expected, new Secrets().Variable(variable));

    [Theory]
    [InlineData("Accept-Encoding", "gzip", "gzip")]
    [InlineData("content-type", "text/plain", "text/plain")]
    [InlineData("X-Shop", "7", "(hidden)")]
    [InlineData("User-Agent", "robot ghp_0123456789abcdef", "robot (hidden)")]
    public void Headers(string name, string value, string expected) => Assert.Equal(expected, new Secrets().Header(name, value));

    [Theory]
    [InlineData("/orders", "/orders")]
    [InlineData("/orders?page=2&all=true&name=Zoe&token=1&x", "/orders?page=2&all=true&name=(hidden)&token=(hidden)&(hidden)")]
    [InlineData("/a;jsessionid=1f?b=", "/a;jsessionid=(hidden)?b=")]
    [InlineData("/hooks/T0aB1cD2eF3gH4iJ5kL6m/x", "/hooks/(hidden)/x")]
    [InlineData("/orders/2026-11-30-and-a-long-name", "/orders/2026-11-30-and-a-long-name")]
    public void Paths(string path, string expected) => Assert.Equal(expected, new Secrets().Path(path));

    [Theory]
    [InlineData("--Layers None --Port 80", "--Layers None --Port 80")]
    [InlineData("--api-key abc --UseHttp", "--api-key (hidden) --UseHttp")]
    [InlineData("--password --verbose", "--password --verbose")]
    [InlineData("--password -abc", "--password (hidden)")]
    [InlineData("/Token abc", "/Token (hidden)")]
    [InlineData("--Auth:Token=abc --Size=10 --Name=abc", "--Auth:Token=(hidden) --Size=10 --Name=abc")]
    [InlineData("Size=10 Name=abc -DName=abc", "Size=10 Name=(hidden) -DName=(hidden)")]
    [InlineData("dotnet Shop.dll --urls {url} --port={port}", "dotnet Shop.dll --urls {url} --port={port}")]
    [InlineData("docker -e A=b image", "docker -e A=(hidden) image")]
    public void Arguments(string words, string expected) => Assert.Equal(expected, string.Join(' ', new Secrets().Words(words.Split(' '))));

    [Theory]
    [InlineData("--Db=Server=x;Password=a b", "--Db=Server=(hidden)")]
    [InlineData("""{"password":"a\"b","size":"c"}""", """{"password":"(hidden)","size":"c"}""")]
    [InlineData("A=b ./web --token c", "A=(hidden)")]
    [InlineData("./web --token c --size 1; A='b c' ./other", "./web --token (hidden) --size 1; A=(hidden) ./other")]
    [InlineData("sh -c \"A=b ./web\"", "sh -c \"A=(hidden) ./web\"")]
    [InlineData("'", "'")]
    public void A_word_that_is_a_command_or_has_blanks(string word, string expected) =>
        Assert.Equal([expected], new Secrets().Words([word]));

    [Theory]
    [InlineData("http://u:p/w@h:1/a?b=c: no answer", "http://(hidden)@h:1/a?b=(hidden): no answer")]
    [InlineData("host=h password=p w", "host=h password=(hidden)")]
    [InlineData("Server=x;User Id=sa;Pwd='a;b';Timeout=5", "Server=x;User Id=sa;Pwd='(hidden)';Timeout=5")]
    [InlineData("Authorization: Bearer abcdefgh", "Authorization: (hidden)")]
    [InlineData("it got Bearer abcdefgh", "it got Bearer (hidden)")]
    [InlineData("key AKIAABCDEFGHIJKLMNOP", "key (hidden)")]
    [InlineData("eyJhbGciOiJIUzI1NiJ9.e30.c2ln", "(hidden)")]
    [InlineData("github_pat_11ABCDEFG0_abc", "(hidden)")]
    [InlineData("xoxb-1234567890-abc", "(hidden)")]
    [InlineData("'Shop, Version=1.0.0.0, PublicKeyToken=31bf3856ad364e35'", "'Shop, Version=1.0.0.0, PublicKeyToken=31bf3856ad364e35'")]
    [InlineData("--filter '*Cache.Get*': invalid pattern.", "--filter '*Cache.Get*': invalid pattern.")]
    public void Any_text(string text, string expected)
    {
        Assert.Equal(expected, Secrets.In(text));
        Assert.Equal(expected, Secrets.In(expected));
    }

    [Fact]
    public void What_a_program_prints_lacks_hidden_values_and_parts_of_them()
    {
        var secrets = new Secrets();
        secrets.Variable("A=Server=x;Password=secret-1");
        secrets.Header("X-Shop", "secret-2");
        secrets.Variable("B=no");
        Assert.Equal("(hidden) is no (hidden) now", secrets.Without("secret-1 is no secret-2 now"));
    }

    [Fact]
    public void The_hash_tells_hidden_values_apart_and_shows_nothing_where_none_is_hidden()
    {
        string?[] hashes = [HashOf("A=1", "B=2"), HashOf("A=1", "B=3"), HashOf("A=2", "B=1"), HashOf("A=1", "B=1"), HashOf("A=2", "B=2")];
        Assert.Equal(5, hashes.Distinct().Count());
        Assert.All(hashes, hash => Assert.Equal(3, hash!.Length));
        Assert.Null(HashOf("DOTNET_TieredPGO=0", "A=(hidden)"));
        Assert.Equal(HashOf("A=1", "B=2"), HashOf("A=1", "B=2"));
    }

    [Theory]
    [InlineData("""{"card":"4111 1111 1111 1111","region":"eu","pin":[12345678]}""", "FormatException: (hidden), (hidden), eu")]
    [InlineData("""{"card":"4111 1111 1111 1111",""", "FormatException: (hidden), 12345678, eu")]
    [InlineData("no JSON", "FormatException: 4111 1111 1111 1111, 12345678, eu")]
    public void A_value_of_a_body_is_found_in_what_a_server_prints(string body, string shown)
    {
        var secrets = new Secrets();
        secrets.Body(body);
        Assert.Equal(shown, secrets.Without("FormatException: 4111 1111 1111 1111, 12345678, eu"));
    }

    [Fact]
    public void Settings_keep_what_judges_and_show_that_hidden_values_changed()
    {
        static string Text(string path) =>
            $$"""{ "margin": "3%", /* why */ "load": [ { "name": "a", "path": "{{path}}" }, { "name": "b", "body": "b" } ] }""";

        var (baseline, candidate) = SettingsText.Hide(Text("/?a=b"), Text("/?a=c"));

        Assert.Equal("""{"margin":"3%","load":[{"name":"a","path":"/?a=(hidden)"},{"name":"b","body":"(hidden)"}]}""", baseline);
        Assert.Equal(baseline!.Replace("/?a=(hidden)", "/?a=(hidden,changed)", StringComparison.Ordinal), candidate);
        Assert.Equal((baseline, candidate), SettingsText.Hide(baseline, candidate));
        Assert.Equal("""{ "margin": "3%" } // why""", SettingsText.Hide("""{ "margin": "3%" } // why"""));
        Assert.Equal("{ \"load\": [ password=(hidden)", SettingsText.Hide("{ \"load\": [ password=abc"));
    }

    [Theory]
    [InlineData("a=")]
    [InlineData("a://")]
    [InlineData("/?")]
    [InlineData("password")]
    [InlineData("\"token\":\"")]
    [InlineData("-----BEGIN PRIVATE KEY-----")]
    [InlineData("token: ")]
    [InlineData("a.")]
    [InlineData("'\"")]
    [InlineData("a=' ")]
    public void A_hostile_text_neither_hangs_nor_overflows_the_stack(string part)
    {
        var text = string.Concat(Enumerable.Repeat(part, 300_000 / part.Length));
        Assert.NotEmpty(Secrets.In(text));
        Assert.NotEmpty(new Secrets().Words([text, $"'{text}'"]));
    }

    private static string? HashOf(params string[] variables)
    {
        var secrets = new Secrets();
        foreach (var variable in variables)
            secrets.Variable(variable);
        return secrets.Hash;
    }
}
