using System.Text.Json;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Running;

BenchmarkSwitcher.FromAssembly(typeof(Shop.RuntimeBenchmarks).Assembly).Run(args);

namespace Shop
{
    public record Order(int Id, string Customer, double Price, DateTime Day);

    public class RuntimeBenchmarks
    {
        private readonly Order[] orders =
        [
            .. Enumerable
                .Range(0, 300)
                .Select(i => new Order(i, "customer " + i % 17, i * 7919 % 2003, new DateTime(2026, 1, 1).AddDays(i))),
        ];
        private readonly string[] days =
        [
            .. Enumerable.Range(0, 100).Select(i => new DateTime(2026, 1, 1).AddDays(i).ToString("yyyy-MM-dd")),
        ];
        private IEnumerable<int> numbers = Enumerable.Range(0, 1000).ToArray();
        private string json = "";

        [GlobalSetup]
        public void Setup() => json = JsonSerializer.Serialize(orders.Take(30));

        [Benchmark]
        public int SumThroughInterface()
        {
            var sum = 0;
            foreach (var number in numbers)
                sum += number;
            return sum;
        }

        [Benchmark]
        public int ReadJson() => JsonSerializer.Deserialize<Order[]>(json)!.Length;

        [Benchmark]
        public int CountDates() => days.Count(day => DateTime.TryParse(day, out _));

        [Benchmark]
        public int TopOrders() => orders.OrderByDescending(order => order.Price).Take(10).Sum(order => order.Id);

        [Benchmark]
        public double TotalByCustomer() => orders.GroupBy(order => order.Customer).Sum(group => group.Sum(order => order.Price));
    }
}
