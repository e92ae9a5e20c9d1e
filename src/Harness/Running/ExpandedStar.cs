using System.Collections.Immutable;

namespace Bench.Harness.Running;

// A shell expands an unquoted --filter * to the listing of the current folder.
internal static class ExpandedStar
{
    // The build or an earlier run may have added these since the shell looked.
    private static readonly string[] AddedSince = ["bin", "obj", "BenchmarkDotNet.Artifacts"];

    /// <summary>Replaces a listing after <c>--filter</c> with a star. Returns false, without a change, without a listing.</summary>
    public static bool TryUndo(ImmutableArray<string>.Builder arguments, string workingDirectory)
    {
        var option = arguments.FindIndex(argument => argument is "--filter" or "-f");
        if (option < 0)
            return false;

        var start = option + 1;
        var end = start;
        while (end < arguments.Count && !arguments[end].StartsWith('-'))
            end++;

        var names = arguments.Skip(start).Take(end - start).ToHashSet(StringComparer.Ordinal);
        if (names.Count == 0 || !IsListing(names, workingDirectory))
            return false;

        arguments.RemoveRange(start, end - start);
        arguments.Insert(start, "*");
        return true;
    }

    private static bool IsListing(HashSet<string> names, string workingDirectory)
    {
        // A shell's star omits names that begin with a dot.
        var present = Directory
            .EnumerateFileSystemEntries(workingDirectory)
            .Select(path => Path.GetFileName(path))
            .Where(name => !name.StartsWith('.'))
            .ToHashSet(StringComparer.Ordinal);

        return names.IsSubsetOf(present) && present.Except(AddedSince).All(names.Contains);
    }

    private static int FindIndex(this ImmutableArray<string>.Builder arguments, Predicate<string> matches)
    {
        for (var i = 0; i < arguments.Count; i++)
        {
            if (matches(arguments[i]))
                return i;
        }

        return -1;
    }
}
