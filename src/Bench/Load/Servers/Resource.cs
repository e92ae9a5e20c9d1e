using System.Reflection;

namespace Bench.Load;

internal static class Resource
{
    public static string Text(string name)
    {
        using var reader = new StreamReader(Assembly.GetExecutingAssembly().GetManifestResourceStream(name)!);
        return reader.ReadToEnd();
    }
}
