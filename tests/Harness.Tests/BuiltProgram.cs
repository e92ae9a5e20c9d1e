using Bench.Harness.Tests;

[assembly: AssemblyFixture(typeof(BuiltProgram))]

namespace Bench.Harness.Tests;

/// <summary>A program outside the repository, packed and built once for all tests. Each test class gets a copy.</summary>
public sealed class BuiltProgram : IDisposable
{
    private readonly Lazy<OutsideProgram> program = new(() => new OutsideProgram());

    public OutsideProgram Copy() => program.Value.Copy();

    public string Packages => program.Value.Packages;

    public void Dispose()
    {
        if (program.IsValueCreated)
            program.Value.Dispose();
    }
}

/// <summary>A copy for the tests of one class, which run one after the other.</summary>
public sealed class ProgramCopy(BuiltProgram built) : IDisposable
{
    public OutsideProgram Program { get; } = built.Copy();

    public void Dispose() => Program.Dispose();
}
