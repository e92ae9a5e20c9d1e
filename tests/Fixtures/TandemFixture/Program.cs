await Fixture.Mains.Run(Environment.GetEnvironmentVariable("FIXTURE_MAIN"), args);

namespace Fixture
{
    /// <summary>What was called, for the test that looks.</summary>
    internal static class Log
    {
        private static readonly string? Path = Environment.GetEnvironmentVariable("FIXTURE_LOG");

        public static void Write(string what)
        {
            // Two sides write at once: whoever opens the file for appending while another writes would write over it.
            while (Path is not null)
            {
                try
                {
                    using var file = new FileStream(Path, FileMode.Append, FileAccess.Write, FileShare.None);
                    file.Write(System.Text.Encoding.UTF8.GetBytes(what + "\n"));
                    return;
                }
                catch (IOException)
                {
                    Thread.Sleep(1);
                }
            }
        }
    }
}
