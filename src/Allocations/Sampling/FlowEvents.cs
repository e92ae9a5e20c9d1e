using System.Diagnostics.Tracing;

namespace Bench.Allocations.Sampling;

/// <summary>Marks in a trace when a thread begins and ends to run for the operation.</summary>
[EventSource(Name = ProviderName)]
internal sealed class FlowEvents : EventSource
{
    public const string ProviderName = "Bench-Allocations";
    public const int EnterEvent = 1;
    public const int LeaveEvent = 2;

    public static FlowEvents Log { get; } = new();

    [Event(EnterEvent)]
    public void Enter() => WriteEvent(EnterEvent);

    [Event(LeaveEvent)]
    public void Leave() => WriteEvent(LeaveEvent);
}
