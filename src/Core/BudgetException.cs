namespace Bench;

// The user's time budget is too short to decide anything: exit code 3.
internal sealed class BudgetException(string message) : BenchException(message);
