using BenchmarkDotNet.Validators;

// What the host looks for in BenchmarkDotNet 0.16, which no feed has yet.
namespace BenchmarkDotNet.Configs
{
    internal static class ImmutableConfigBuilder
    {
        private static readonly IValidator[] MandatoryValidators = new IValidator[2];

        public static IReadOnlyList<IValidator> Validators => MandatoryValidators;
    }
}

namespace BenchmarkDotNet.Validators
{
    internal interface IValidator
    {
        bool TreatsWarningsAsErrors { get; }

        IAsyncEnumerable<ValidationError> ValidateAsync(ValidationParameters validationParameters);
    }

    internal sealed record ValidationParameters(IReadOnlyList<object> Benchmarks);

    internal sealed record ValidationError(bool IsCritical, string Message, object? BenchmarkCase = null);
}

namespace BenchmarkDotNet.Attributes
{
    [AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
    internal sealed class BenchmarkCancellationAttribute : Attribute;
}
