namespace Bench.Results;

// An estimate from samples, in bytes per operation, for one type. Method is the program's method that allocated it, directly or through
// code outside of the program.
internal sealed record AllocationSource(string Type, string Method, double BaselineBytes, double CandidateBytes);
