namespace Bench;

/// <summary>The time that a user gave does not suffice to decide anything: exit code 3.</summary>
internal sealed class BudgetException(string message) : BenchException(message);
