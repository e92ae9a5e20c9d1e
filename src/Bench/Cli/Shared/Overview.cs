namespace Bench.Cli;

/// <summary>The page of bare <c>bench</c>: the verbs that most users need, instead of all of them.</summary>
internal static class Overview
{
    public const string Text = """
        Measure and compare .NET benchmarks, and check pull requests for regressions.

        Usage: bench VERB [options]

        Start here:
          bench init
              Set up the check of pull requests in this repository.
          bench gate --baseline main
              Check whether this branch makes benchmarks slower or allocate more.
          bench affected --baseline main
              List the benchmarks that run changed code, without measuring them.
          bench explain 'NAME*' --baseline main
              Explain why a benchmark is slower: code, samples, inlining, allocation.
          bench compare BEFORE AFTER
              Compare two finished runs of BenchmarkDotNet.
          bench load gate --baseline main --project src/App/App.csproj
              Check whether this branch makes a web application slower under load.

        bench --help lists all verbs. bench gate --help shows the options of a verb.

        """;
}
