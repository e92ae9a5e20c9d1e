using BenchmarkDotNet.Validators;

// The members of BenchmarkDotNet 0.16 that the host looks for; it is not in any feed yet.
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
