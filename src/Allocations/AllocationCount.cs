namespace Bench.Allocations;

/// <param name="BytesPerCall">The mean over the calls of the last batches.</param>
/// <param name="Least">Bytes per call in the batch with the fewest.</param>
/// <param name="Most">Bytes per call in the batch with the most.</param>
/// <param name="Calls">All calls of these batches.</param>
/// <param name="IsSteady">True if the last batches allocated the same, to the byte.</param>
internal sealed record AllocationCount(double BytesPerCall, double Least, double Most, int Calls, bool IsSteady);
