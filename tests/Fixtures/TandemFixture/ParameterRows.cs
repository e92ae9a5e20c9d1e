using BenchmarkDotNet.Attributes;

namespace Fixture;

public class ParamsRows
{
    [Params(1, 20)]
    public int Size;

    [ParamsSource(nameof(Words))]
    public string? Word { get; set; }

    [ParamsAllValues]
    public bool Flag { get; set; }

    public static IEnumerable<string?> Words => ["a", null, "with \"quotes\"\tand a tab"];

    [Benchmark(Baseline = true), BenchmarkCategory("Chosen")]
    public int Length()
    {
        Log.Write($"Length {Size} {Word ?? "null"} {Flag}");
        return Size;
    }

    [Benchmark]
    public int Other() => Size + 1;
}

public class ArgumentRows
{
    [Benchmark]
    [Arguments("text", 5)]
    [Arguments(null, -1)]
    public int TextAndNumber(string? text, int number)
    {
        Log.Write($"TextAndNumber {text ?? "null"} {number}");
        return number;
    }

    [Benchmark]
    [Arguments(new[] { 1, 2, 3 })]
    public int Array(int[] values)
    {
        Log.Write($"Array {string.Join(',', values)}");
        return values.Length;
    }

    [Benchmark]
    [Arguments(DayOfWeek.Friday)]
    public DayOfWeek Enum(DayOfWeek day)
    {
        Log.Write($"Enum {day}");
        return day;
    }

    [Benchmark]
    [ArgumentsSource(nameof(Pairs))]
    public double Source(object one, double other)
    {
        Log.Write(FormattableString.Invariant($"Source {one} {other}"));
        return other;
    }

    [Benchmark]
    [Arguments(7)]
    public long Widened(long value)
    {
        Log.Write($"Widened {value}");
        return value;
    }

    [Benchmark]
    [Arguments(7)]
    [Arguments(null)]
    public int? Nullable(int? value)
    {
        Log.Write($"Nullable {value?.ToString() ?? "null"}");
        return value;
    }

    public static IEnumerable<object[]> Pairs() =>
        [
            ["x", 1.5],
            [new Uri("http://a/"), 2.5],
        ];
}

public class ConvertedRows
{
    [Params(3)]
    public uint Count { get; set; }

    [Params(4)]
    public byte More;

    [Benchmark]
    [Arguments("5")]
    public int Converted(Wrapped value)
    {
        Log.Write($"Converted {value.Text} {Count} {More}");
        return value.Text.Length;
    }
}

public sealed record Wrapped(string Text)
{
    public static implicit operator Wrapped(string text) => new(text);
}

// A benchmark may change the contents of its argument.
public class SharedRows
{
    [ParamsSource(nameof(Lists))]
    public List<int> List { get; set; } = [];

    public static IEnumerable<List<int>> Lists =>
        [
            [0],
        ];

    [Benchmark]
    public int One() => Grow();

    [Benchmark]
    public int Two() => Grow();

    private int Grow()
    {
        Log.Write($"Shared {List.Count}");
        List.Add(0);
        return List.Count;
    }
}

[GenericTypeArguments(typeof(int))]
[GenericTypeArguments(typeof(string))]
public class GenericRows<T>
{
    [Benchmark]
    public T? Default()
    {
        Log.Write($"Default {typeof(T).Name}");
        return default;
    }
}

public class StaticRows
{
    [Benchmark]
    public static int Static()
    {
        Log.Write("Static");
        return 1;
    }

    [Benchmark]
    public int Instance() => 1;
}

public abstract class BaseRows
{
    [Benchmark]
    public int Inherited()
    {
        Log.Write("Inherited");
        return 1;
    }
}

public class DerivedRows : BaseRows
{
    public class NestedRows
    {
        [Benchmark]
        public int Nested()
        {
            Log.Write("Nested");
            return 1;
        }
    }
}
