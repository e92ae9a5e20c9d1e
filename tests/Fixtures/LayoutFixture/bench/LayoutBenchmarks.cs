using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Attributes;
using Library;

namespace Layout;

public class DerivedFromLibrary : LibraryBase;

public class InternalsOfSigned
{
    [Benchmark]
    public int Internal() => Hidden.Value;

    [Benchmark]
    public int Signed() =>
        typeof(LibraryBase).Assembly.GetName().GetPublicKeyToken() is { Length: 8 } ? 1 : throw new InvalidOperationException("not signed");
}

public class NativeDependency
{
    /// <summary>Loads a library that BenchmarkDotNet's own dependencies put into the folder runtimes.</summary>
    [Benchmark]
    public nint Loaded() => NativeLibrary.Load("capstone", typeof(NativeDependency).Assembly, DllImportSearchPath.AssemblyDirectory);
}

/// <summary>A setup looks for files relative to where it runs.</summary>
public class Files
{
    [Benchmark]
    public string OfTheCurrentFolder() => Read("beside.txt");

    [Benchmark]
    public string OfTheProgram() => Read(Path.Combine(AppContext.BaseDirectory, "beside.txt"));

    [Benchmark]
    public string OfTheSource() => Read(Path.Combine(SourceFolder(), "beside.txt"));

    [Benchmark]
    public string OfTheRepository()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(folder.FullName, "Directory.Packages.props")))
            folder = folder.Parent ?? throw new InvalidOperationException("no root above " + AppContext.BaseDirectory);
        return Read(Path.Combine(folder.FullName, "data/input.txt"));
    }

    /// <summary>BenchmarkDotNet's own processes run in bin/Release/FRAMEWORK/JOB/bin/Release/FRAMEWORK.</summary>
    [Benchmark]
    public string UpAsFarAsInBenchmarkDotNet() => Read("../../../../../../../../data/input.txt");

    private static string Read(string path) =>
        File.ReadAllText(path) is { Length: > 0 } text ? text : throw new InvalidOperationException(path);

    private static string SourceFolder([CallerFilePath] string file = "") => Path.GetDirectoryName(file)!;
}
