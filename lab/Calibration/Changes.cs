using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using BenchmarkDotNet.Attributes;

namespace Calibration;

/// <summary>
/// Changes as in real pull requests, one per benchmark. Built with CHANGED, each benchmark does the same work in another way. Long
/// ordinary runs and interleaved runs both measure the cost of each change, and must agree.
/// </summary>
public class Changes
{
#if CHANGED
    private static readonly bool IsChanged = true;
#else
    private static readonly bool IsChanged = false;
#endif

    private readonly int[] numbers = [.. Enumerable.Range(0, 2000).Select(i => i * 7919 % 1009)];
    private readonly byte[] bytes = [.. Enumerable.Range(0, 16_000).Select(i => (byte)i)];
    private readonly string[] words = [.. Enumerable.Range(0, 300).Select(i => $"Word{i * 7919 % 1009}")];
    private readonly IShape[] shapes =
    [
        .. Enumerable.Range(0, 1500).Select(i => IsChanged && i % 3 == 0 ? (IShape)new Square(i) : new Circle(i)),
    ];
    private readonly Dictionary<string, int> ages;
    private readonly Regex pattern = new(
        @"(\w+)@(\w+)\.com",
        IsChanged ? RegexOptions.IgnoreCase | RegexOptions.CultureInvariant : RegexOptions.CultureInvariant
    );
    private readonly JsonSerializerOptions json = new() { WriteIndented = IsChanged };
    private readonly string text = string.Join(' ', Enumerable.Range(0, 60).Select(i => i % 9 == 0 ? $"user{i}@host{i}.com" : $"plain{i}"));
    private readonly Person person = new("Ada", "Lovelace", 36, ["a", "b", "c"]);
    private readonly object gate = new();
    private int counter;

    public Changes() =>
        ages = words
            .Distinct()
            .ToDictionary(word => word, word => word.Length, IsChanged ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);

    [Benchmark]
    public int FurtherCopy()
    {
        var copy = bytes.ToArray();
        if (IsChanged)
            copy = copy.ToArray();
        return copy.Length;
    }

    [Benchmark]
    public double LostDevirtualisation()
    {
        var sum = 0.0;
        foreach (var shape in shapes)
            sum += shape.Area();
        return sum;
    }

    [Benchmark]
    public long Boxing()
    {
        var sum = 0L;
        foreach (var number in numbers)
            sum += IsChanged ? Unbox(number) : number + 1;
        return sum;
    }

    [Benchmark]
    public int Linq()
    {
        if (IsChanged)
            return numbers.Where(number => number % 3 == 0).Select(number => number * 2).Sum();
        var sum = 0;
        foreach (var number in numbers)
        {
            if (number % 3 == 0)
                sum += number * 2;
        }

        return sum;
    }

    [Benchmark]
    public int TwiceTheAllocation()
    {
        var length = 0;
        for (var i = 0; i < 100; i++)
            length += new byte[200].Length + (IsChanged ? new byte[200].Length : 0);
        return length;
    }

    [Benchmark]
    public string Concatenation()
    {
        if (IsChanged)
        {
            var result = "";
            foreach (var word in words.AsSpan(0, 60))
                result += word;
            return result;
        }

        var builder = new StringBuilder();
        foreach (var word in words.AsSpan(0, 60))
            builder.Append(word);
        return builder.ToString();
    }

    [Benchmark]
    public int Lock()
    {
        for (var i = 0; i < 200; i++)
        {
            if (IsChanged && i % 4 == 0)
            {
                lock (gate)
                    counter += numbers[i];
            }
            else
            {
                counter += numbers[i] % 11;
            }
        }

        return counter;
    }

    [Benchmark]
    public string[] Sort()
    {
        var copy = (string[])words.Clone();
        Array.Sort(copy, IsChanged ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
        return copy;
    }

    [Benchmark]
    public int RegexOption() => pattern.Count(text);

    [Benchmark]
    public int Comparer()
    {
        var sum = 0;
        foreach (var word in words)
            sum += ages[word];
        return sum;
    }

    [Benchmark]
    public async Task<int> FurtherAwait()
    {
        var sum = 0;
        for (var i = 0; i < 100; i++)
            sum += IsChanged ? await Later(i) : Now(i);
        return sum;
    }

    [Benchmark]
    public int TenthMore()
    {
        var sum = 0;
        for (var i = 0; i < (IsChanged ? 2200 : 2000); i++)
            sum = (sum * 31) + numbers[i % 1000];
        return sum;
    }

    [Benchmark]
    public string Indented() => JsonSerializer.Serialize(person, json);

    [Benchmark]
    public int Enumerator()
    {
        var sum = 0;
        if (IsChanged)
        {
            foreach (var number in (IEnumerable<int>)numbers)
                sum += number;
        }
        else
        {
            foreach (var number in numbers)
                sum += number;
        }

        return sum;
    }

    private static long Unbox(object number) => (int)number + 1;

    private int Now(int i) => numbers[i] % 17;

    private async Task<int> Later(int i)
    {
        await Task.CompletedTask;
        return numbers[i] % 17;
    }

    private interface IShape
    {
        double Area();
    }

    private sealed class Circle(double radius) : IShape
    {
        public double Area() => radius * radius * Math.PI;
    }

    private sealed class Square(double side) : IShape
    {
        public double Area() => side * side;
    }

    private sealed record Person(string First, string Last, int Age, string[] Tags);
}
