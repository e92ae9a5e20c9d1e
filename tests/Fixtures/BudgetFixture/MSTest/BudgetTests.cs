using Bench.Allocations;
using Microsoft.VisualStudio.TestTools.UnitTesting;

[TestClass]
public sealed class BudgetTests
{
    [TestMethod]
    public void Adding_allocates_nothing() => Allocations.Of(() => Math.Abs(-1) + Math.Abs(-2)).ShouldBeAtMost(0);

    [TestMethod]
    public Task A_completed_task_allocates_nothing() => Allocations.OfAsync(() => Task.CompletedTask).ShouldBeAtMost(0);

    [TestMethod]
    public void A_budget_that_is_exceeded() => Allocations.Of(() => new byte[1000]).ShouldBeAtMost(0);
}
