using System.Reflection;

namespace Bench.LoadTesting;

/// <summary>Scripts that are a part of this assembly.</summary>
internal static class Resource
{
    /// <summary>The text of one.</summary>
    /// <param name="name">Its file's name.</param>
    public static string Text(string name)
    {
        using var reader = new StreamReader(Assembly.GetExecutingAssembly().GetManifestResourceStream(name)!);
        return reader.ReadToEnd();
    }
}
