using BenchmarkDotNet.Running;

BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args);

namespace Fixture
{
    /// <summary>What was called, for the test that looks.</summary>
    internal static class Log
    {
        private static readonly string? s_file = Environment.GetEnvironmentVariable("FIXTURE_LOG");

        public static void Write(string what)
        {
            if (s_file is not null)
                File.AppendAllText(s_file, what + "\n");
        }
    }
}
