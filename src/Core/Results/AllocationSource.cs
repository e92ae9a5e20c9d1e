namespace Bench.Results;

/// <summary>What objects of a type, allocated by a method or by what it calls outside of the program, take an operation.</summary>
/// <param name="BaselineBytes">Estimated from samples, bytes an operation, 0 or more.</param>
/// <param name="CandidateBytes">The same of the candidate.</param>
internal sealed record AllocationSource(string Type, string Method, double BaselineBytes, double CandidateBytes);
