await Fixture.Mains.Run(Environment.GetEnvironmentVariable("FIXTURE_MAIN"), args);

namespace Fixture
{
    internal static class Log
    {
        private static readonly string? Path = Environment.GetEnvironmentVariable("FIXTURE_LOG");

        public static void Write(string what)
        {
            // Two processes write at the same time. Opening the file for appending during a write of the other would overwrite it.
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
