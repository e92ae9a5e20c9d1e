using Bench.Harness.Tests;

[assembly: AssemblyFixture(typeof(BuiltProgram))]

namespace Bench.Harness.Tests;

/// <summary>The outside program, packed and built once for all tests, each class of which has a copy.</summary>
public sealed class BuiltProgram : IDisposable
{
    private readonly Lazy<OutsideProgram> program = new(() => new OutsideProgram());

    public OutsideProgram Copy() => program.Value.Copy();

    /// <summary>The folder of all packages of the repository.</summary>
    public string Packages => program.Value.Packages;

    public void Dispose()
    {
        if (program.IsValueCreated)
            program.Value.Dispose();
    }
}

/// <summary>A copy of it for the tests of one class, which run one after the other.</summary>
public sealed class ProgramCopy(BuiltProgram built) : IDisposable
{
    public OutsideProgram Program { get; } = built.Copy();

    public void Dispose() => Program.Dispose();
}
