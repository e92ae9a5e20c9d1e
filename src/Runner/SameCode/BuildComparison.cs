using Bench.Host;

namespace Bench.Runner;

/// <summary>What differs between two builds, and which benchmarks can notice.</summary>
internal sealed class BuildComparison
{
    private readonly BuildOutput before;
    private readonly BuildOutput after;
    private readonly CodeGraph baseline;
    private readonly CodeGraph candidate;
    private readonly CodeChanges changes;
    private readonly ReadFiles files;
    private readonly Lazy<ReadFiles> ofBaseline;
    private readonly Lazy<ReadFiles> ofCandidate;
    private readonly ScannedAssemblies scanned = new();

    /// <summary>Assemblies that differ and lie below the program's own, by their places in the output.</summary>
    private readonly IReadOnlyList<string> below;

    private BuildComparison(BuildOutput before, BuildOutput after, OutputDifferences differences, ReadFiles files, string? forAll)
    {
        (this.before, this.after, this.files) = (before, after, files);
        below = [.. differences.Assemblies.Where(name => Path.GetDirectoryName(name) is { Length: > 0 })];
        ofBaseline = new Lazy<ReadFiles>(() => WhatMayBeStarted(before));
        ofCandidate = new Lazy<ReadFiles>(() => WhatMayBeStarted(after));
        var (old, young) = (Assemblies(before, differences), Assemblies(after, differences));
        ReasonForAll = forAll
            ?? (
                old.Concat(young).FirstOrDefault(BuildOutput.IsCompiledAhead) is { } ahead
                    ? $"{Path.GetFileName(ahead)} is compiled ahead, and it or what it refers to changed"
                    : null
            );
        baseline = new CodeGraph(old.SelectMany(path => AssemblyCode.Read(path, before.BuiltIn)));
        candidate = new CodeGraph(young.SelectMany(path => AssemblyCode.Read(path, after.BuiltIn)));
        changes = new CodeChanges(baseline, candidate);
        IsSame = IsSameCode && files.IsEmpty;
    }

    /// <summary>Why every benchmark has to be measured: a difference that any of them may notice; null where there is none.</summary>
    public string? ReasonForAll { get; }

    /// <summary>Whether all code is the same: what is left is whether a benchmark reads a file that changed.</summary>
    public bool IsSameCode => ReasonForAll is null && changes.IsEmpty;

    /// <summary>That one of the changed files was read since <see cref="Forget"/>; null where none was.</summary>
    public CodeEffect? EffectOfReading => Unproven(files.FirstRead() is { } read ? $"it reads {read}, which changed" : null);

    /// <summary>Whether nothing differs, neither in the program nor in the sources, which a benchmark may read.</summary>
    public bool IsSame { get; }

    /// <summary>Whether a changed file is in the baseline alone: the candidate can't be seen reading it.</summary>
    public bool HasFilesOfBaselineAlone { get; private init; }

    /// <param name="sources">The files that differ in the trees of both builds, by their places there.</param>
    public static BuildComparison Create(BuildOutput baseline, BuildOutput candidate, IReadOnlyList<string> sources)
    {
        var differences = OutputDifferences.Find(baseline, candidate);
        var files = new ReadFiles([
            .. differences.Changed,
            .. sources.Select(name => new ChangedFile(
                name,
                [.. new[] { baseline, candidate }.Select(build => build.SourceFile(name)).Where(File.Exists)]
            )),
        ]);
        var submodule = sources.FirstOrDefault(name =>
            Directory.Exists(baseline.SourceFile(name)) || Directory.Exists(candidate.SourceFile(name))
        );
        var forAll = differences.ReasonForAll
            ?? (
                submodule is null ? null
                : submodule.EndsWith('/') ? $"{submodule} is a checkout of another repository, and any benchmark may read it"
                : $"the submodule {submodule} changed, and any benchmark may read it"
            )
            ?? (
                sources.FirstOrDefault(name => !Exists(baseline, name) && !Exists(candidate, name)) is { } lost
                    ? $"{lost} changed, and can't be watched"
                    : null
            )
            ?? (files.Unknown is { } unknown ? $"{unknown} changed, and the file system does not tell who reads it" : null);
        try
        {
            return Create(differences, forAll);
        }
        catch (BadImageFormatException e)
        {
            return Create(differences with { Assemblies = [] }, e.Message);
        }

        static bool Exists(BuildOutput build, string name) =>
            Path.Exists(build.SourceFile(name)) || new FileInfo(build.SourceFile(name)).LinkTarget is not null;

        BuildComparison Create(OutputDifferences found, string? reason) =>
            new(baseline, candidate, found, files, reason)
            {
                HasFilesOfBaselineAlone = sources.Any(name =>
                    File.Exists(baseline.SourceFile(name)) && !File.Exists(candidate.SourceFile(name))
                ),
            };
    }

    /// <summary>To be called before benchmarks run that may read files.</summary>
    public void Forget() => files.Forget();

    /// <summary>
    /// To be called when a process of that side has loaded its benchmarks, and before they run: whoever reads a program from then on may
    /// start it.
    /// </summary>
    public void ForgetPrograms(bool isCandidate) => (isCandidate ? ofCandidate : ofBaseline).Value.Forget();

    /// <summary>
    /// Whether since <see cref="ForgetPrograms"/> somebody read an assembly of the output that changed, or any other program that was built
    /// from these sources, or nobody can tell.
    /// </summary>
    public bool AreProgramsRead =>
        new[] { ofBaseline, ofCandidate }.Any(side => (side.Value.Unknown ?? side.Value.FirstRead()) is not null);

    /// <summary>Why a benchmark has to be measured: code that it ran, or may run, is not proven to be the same; null where it is.</summary>
    public CodeEffect? EffectOn(Recording old, Recording young) =>
        EffectOn(
            Foreign(before, old) ?? Foreign(after, young),
            changes.Affecting(Ran(baseline, old), Ran(candidate, young), Own(young)),
            young.With(old).Types,
            () => Scan(before, baseline, old) ?? Scan(after, candidate, young),
            OtherReader(old) ?? OtherReader(young)
        );

    /// <summary>As far as the candidate alone shows it. Null proves nothing.</summary>
    public CodeEffect? EffectOn(Recording young) =>
        EffectOn(
            Foreign(after, young),
            changes.Affecting([], Ran(candidate, young), Own(young)),
            young.Types,
            () => Scan(after, candidate, young),
            OtherReader(young)
        );

    private CodeEffect? EffectOn(
        string? foreign,
        CodeEffect? effect,
        IReadOnlySet<string> types,
        Func<string?> scan,
        CodeEffect? otherReader
    ) =>
        Unproven(ReasonForAll ?? foreign)
        ?? (CodeEffect.IsOpen(effect) ? Unproven(scan()) ?? changes.AffectingTypes(types) ?? effect ?? otherReader : effect);

    // Whoever calls it: an unchanged library does so as well.
    private static CodeEffect? OtherReader(Recording recording) =>
        recording.Types.Contains("System.Diagnostics.ProcessStartInfo")
            ? OfOtherProcess("it starts a process, which reads a program that was built from these sources")
        : recording.Types.Contains("System.Reflection.Metadata.MetadataReader")
            ? OfOtherProcess("it reads assemblies as files, and one that was built from these sources")
        : null;

    private static CodeEffect OfOtherProcess(string reason) => CodeEffect.Unproven(reason) with { IsOfOtherProcess = true };

    /// <summary>Whether the same of the code ran that is compared here.</summary>
    public bool RanTheSame(Recording old, Recording young) => Ran(baseline, old).ToHashSet().SetEquals(Ran(candidate, young));

    /// <summary>
    /// That a method ran in each process of one build, and in none of the other; null where none did. What a timer or another thread runs
    /// now and then is no such method.
    /// </summary>
    public CodeEffect? OtherCode(IReadOnlyList<Recording> old, IReadOnlyList<Recording> young)
    {
        CodeKey[][] before = [.. old.Select(recording => Exactly(baseline, recording))];
        CodeKey[][] after = [.. young.Select(recording => Exactly(candidate, recording))];
        return OnlyIn("candidate", after, before) ?? OnlyIn("baseline", before, after);
    }

    private static CodeEffect? OnlyIn(string build, CodeKey[][] here, CodeKey[][] there) =>
        here.Aggregate<IEnumerable<CodeKey>>((always, ran) => always.Intersect(ran))
            .Except(there.SelectMany(ran => ran))
            .Select(key => new CodeEffect($"{key} ran in the {build} only", EffectKind.Ran))
            .FirstOrDefault();

    // Types of one name in two assemblies would show methods that did not run, others in each build: their names tell.
    private static CodeKey[] Exactly(CodeGraph graph, Recording recording) =>
        [
            .. recording.Methods.SelectMany(method =>
                graph.Find(method.Type, method.Token).Where(key => WithoutNumbers(key.Member!.Split('`')[0]) == WithoutNumbers(method.Name))
            ),
        ];

    private static string WithoutNumbers(string name) => name.Split('>')[0];

    /// <summary>What changed and ran, the nearest to the benchmark first.</summary>
    public IReadOnlyList<ChangedCode> ChangesThatRan(Recording old, Recording young) =>
        [
            .. changes
                .ThatRan(Ran(baseline, old), Ran(candidate, young), Own(young))
                .Select(change => new ChangedCode(change.Text, Place(before, baseline, change.Key), Place(after, candidate, change.Key)))
                .GroupBy(change => change.Text, StringComparer.Ordinal)
                .SelectMany(same => Apart([.. same])),
        ];

    // Overloads have one name. What the compiler made of a method has it as well, and stands in the method's lines or nowhere.
    private static IEnumerable<ChangedCode> Apart(ChangedCode[] same) =>
        same.Where((change, i) => !same.Where((other, j) => j != i && change.IsWithin(other) && (j < i || !other.IsWithin(change))).Any());

    private static SourceRange? Place(BuildOutput output, CodeGraph graph, CodeKey key) =>
        graph.Nodes.GetValueOrDefault(key) is { Token: not 0 and var token }
            ? DebugSymbols.Find(Path.Combine(output.Folder, $"{key.Assembly}.dll"), token, output)
            : null;

    private static CodeEffect? Unproven(string? reason) => reason is null ? null : CodeEffect.Unproven(reason);

    private ReadFiles WhatMayBeStarted(BuildOutput output) =>
        new(
            changes
                .Assemblies.Select(name => Path.Combine(output.Folder, $"{name}.dll"))
                .Concat(below.Select(name => Path.Combine(output.Folder, name)))
                .Where(File.Exists)
                .Concat(output.OtherPrograms())
                .Select(path => new ChangedFile(Path.GetFileName(path), [path]))
        );

    private static IReadOnlyList<string> Assemblies(BuildOutput output, OutputDifferences differences) =>
        AssemblyReferences.WithReferringTo(output, differences.Assemblies);

    // Assemblies that were loaded may have run their module's initialiser.
    private static CodeKey[] Ran(CodeGraph graph, Recording recording) =>
        [
            .. Methods(graph, recording.Methods),
            .. recording.Modules.Select(path => CodeKey.OfAssembly(Path.GetFileNameWithoutExtension(path))),
        ];

    private CodeKey[] Own(Recording young) => [.. Methods(candidate, young.Own)];

    private static IEnumerable<CodeKey> Methods(CodeGraph graph, IEnumerable<RecordedMethod> methods) =>
        methods.SelectMany(method => graph.Find(method.Type, method.Token));

    // Who looks at all types of an assembly sees those that nothing names.
    private string? Scan(BuildOutput output, CodeGraph graph, Recording recording) =>
        changes.AssembliesOfChangedTypes.FirstOrDefault(assembly => ScannedAssemblies.MayBe(assembly, graph, recording)) is { } changed
        && scanned.FirstScanner(recording, FrameworkOf(output, recording)) is { } scanner
            ? $"{Path.GetFileNameWithoutExtension(scanner)} may look at all types of an assembly, and {CodeKey.OfShapes(changed)} changed"
            : null;

    private static string? Foreign(BuildOutput output, Recording recording)
    {
        // <dotnet>/shared/<name>/<version>
        var frameworks = FrameworkOf(output, recording) is { } framework ? Path.GetFullPath(Path.Combine(framework, "..", "..")) : null;
        return
            recording.Modules.FirstOrDefault(path =>
                !BuildOutput.IsIn(output.Folder, path)
                && (frameworks is null || !BuildOutput.IsIn(frameworks, path))
                && Path.GetFileName(path) != HostProtocol.HostFile
            )
                is { } other
            ? $"it loads {Path.GetFileName(other)}, which is not part of the program"
            : null;
    }

    /// <summary>The folder of the base framework; null where a self-contained program brings its own.</summary>
    private static string? FrameworkOf(BuildOutput output, Recording recording) =>
        Path.GetDirectoryName(recording.Modules.First(path => Path.GetFileName(path) == "System.Private.CoreLib.dll")) is { } folder
        && folder != Path.GetFullPath(output.Folder)
            ? folder
            : null;
}
