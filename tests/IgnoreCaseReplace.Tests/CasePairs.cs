using System.Text;

namespace Bench.IgnoreCaseReplace.Tests;

/// <summary>Every character that has another simple case, with that case, in both planes that have such characters.</summary>
internal static class CasePairs
{
    public static (string Upper, string Lower)[] All { get; } =
    [
        .. Enumerable
            .Range(0, 0x20000)
            .Where(Rune.IsValid)
            .Select(value => new Rune(value))
            .SelectMany(rune =>
                new[] { (Upper: Rune.ToUpperInvariant(rune), Lower: rune), (Upper: rune, Lower: Rune.ToLowerInvariant(rune)) }
            )
            .Where(pair => pair.Upper != pair.Lower)
            .Distinct()
            .Select(pair => (pair.Upper.ToString(), pair.Lower.ToString())),
    ];
}
