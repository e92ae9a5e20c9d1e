using System.Text;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Running;

BenchmarkSwitcher.FromAssembly(typeof(Trial.Work).Assembly).Run(args);

namespace Trial
{
    public record Item(int Id, string Name, double Price);

    public class Work
    {
        public const int N = 5000;
        private readonly Item[] items = Enumerable.Range(0, 50).Select(i => new Item(i, "name " + i, i * 1.5)).ToArray();
        private readonly int[] numbers = Enumerable.Range(0, 2000).Select(i => i * 7919 % 2003).ToArray();

        [Benchmark]
        public int Mix()
        {
            var h = 17;
            for (var i = 0; i < N; i++)
                h = (h * 31 + i) ^ (h >> 3);
            return h;
        }

        [Benchmark]
        public double Sum()
        {
            var s = 0.0;
            for (var i = 1; i < 3000; i++)
                s += 1.0 / i;
            return s;
        }

        [Benchmark]
        public string Text()
        {
            var b = new StringBuilder();
            for (var i = 0; i < 200; i++)
                b.Append(i).Append(',');
            return b.ToString();
        }

        [Benchmark]
        public int Sort()
        {
            var copy = (int[])numbers.Clone();
            Array.Sort(copy);
            return copy[5];
        }

        [Benchmark]
        public string Json() => JsonSerializer.Serialize(items);
    }
}
