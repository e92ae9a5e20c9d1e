namespace Bench;

/// <summary>The overview that bare <c>bench</c> prints: the most used verbs as commands to type.</summary>
internal static class FirstLook
{
    public const string Text = """
        Compares benchmarks before and after a change, with verdicts that hold.

          bench gate --baseline main
              does this branch make a benchmark slower, or allocate more?
          bench affected --baseline main
              which benchmarks run code that changed, without measuring
          bench explain 'NAME*' --baseline main
              why a benchmark is slower: code, samples, inlining, allocation
          bench compare BEFORE AFTER
              two finished runs of BenchmarkDotNet
          bench load gate --baseline main --project src/App/App.csproj
              does this branch make a request of a web application slower?

        Every verb: bench --help. Options of one: bench gate --help.
        A first check of your own repository: bench init.

        """;
}
