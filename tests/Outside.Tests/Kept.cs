using System.Text.Json;
using Bench.Load;

namespace Outside.Tests;

/// <summary>Rounds as text: with slices, which are lists, two of the same figures are not equal as objects.</summary>
internal static class Kept
{
    public static string Text(IEnumerable<ArmRound> rounds) => JsonSerializer.Serialize(rounds);
}
