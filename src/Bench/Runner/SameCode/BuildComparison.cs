using System.Collections.Concurrent;
using Bench.Host;

namespace Bench.Runner;

/// <summary>The differences between two builds, and which benchmarks they can affect.</summary>
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
    private readonly ConcurrentDictionary<CodeKey, (SourceRange? Baseline, SourceRange? Candidate)> places = new();

    // Assemblies that differ and are in subfolders, relative to the output folder.
    private readonly IReadOnlyList<string> below;

    // Assemblies that differ, without their folders.
    private readonly HashSet<string> differing;

    private BuildComparison(BuildOutput before, BuildOutput after, OutputDifferences differences, ReadFiles files, string? forAll)
    {
        (this.before, this.after, this.files) = (before, after, files);
        below = [.. differences.Assemblies.Where(name => Path.GetDirectoryName(name) is { Length: > 0 })];
        differing = differences.Assemblies.Select(Path.GetFileName).ToHashSet(StringComparer.OrdinalIgnoreCase)!;
        ofBaseline = new Lazy<ReadFiles>(() => WhatMayBeStarted(before));
        ofCandidate = new Lazy<ReadFiles>(() => WhatMayBeStarted(after));
        var (baselineAssemblies, candidateAssemblies) = (Assemblies(before, differences), Assemblies(after, differences));
        ReasonForAll = forAll
            ?? (
                baselineAssemblies.Concat(candidateAssemblies).FirstOrDefault(BuildOutput.IsCompiledAhead) is { } ahead
                    ? $"{Path.GetFileName(ahead)} is compiled ahead of time, and it or one of its references changed"
                    : null
            );
        baseline = new CodeGraph(baselineAssemblies.SelectMany(path => AssemblyCode.Read(path, before.BuiltIn)));
        candidate = new CodeGraph(candidateAssemblies.SelectMany(path => AssemblyCode.Read(path, after.BuiltIn)));
        changes = new CodeChanges(baseline, candidate);
        IsSame = IsSameCode && files.IsEmpty;
    }

    // A difference that may affect every benchmark, so that all are measured; null for none.
    public string? ReasonForAll { get; }

    // All code is the same, but a benchmark may still read a file that changed.
    public bool IsSameCode => ReasonForAll is null && changes.IsEmpty;

    // Null if no changed file was read since Forget.
    public CodeEffect? EffectOfReading => Unproven(files.FirstRead() is { } read ? $"it reads {read}, which changed" : null);

    // Nothing differs, neither in the program nor in the sources that a benchmark may read.
    public bool IsSame { get; }

    // A changed file exists only in the baseline, so the candidate cannot be observed reading it.
    public bool HasFilesOfBaselineAlone { get; private init; }

    // "sources" are the files that differ between the trees of both builds, relative to their roots.
    public static BuildComparison Create(BuildOutput baseline, BuildOutput candidate, IReadOnlyList<string> sources)
    {
        var differences = OutputDifferences.Find(baseline, candidate);
        if (baseline.Framework != candidate.Framework)
            differences = differences.WithoutFrameworks(baseline, candidate);
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
                : submodule.EndsWith('/') ? $"{submodule} is a checkout of another repository, which any benchmark may read"
                : $"the submodule {submodule} changed, which any benchmark may read"
            )
            ?? (
                sources.FirstOrDefault(name => !Exists(baseline, name) && !Exists(candidate, name)) is { } lost
                    ? $"{lost} changed, and access to it cannot be observed"
                    : null
            )
            ?? (files.Unknown is { } unknown ? $"{unknown} changed, and the file system does not show which benchmark reads it" : null);
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

    public void Forget() => files.Forget();

    // Call it when a process has loaded its benchmarks and before they run. Anyone who reads a program after that may start it.
    public void ForgetPrograms(bool isCandidate) => (isCandidate ? ofCandidate : ofBaseline).Value.Forget();

    // Something read a changed assembly of the output, or another program from these sources, since ForgetPrograms. True also if that
    // cannot be determined.
    public bool AreProgramsRead =>
        new[] { ofBaseline, ofCandidate }.Any(side => (side.Value.Unknown ?? side.Value.FirstRead()) is not null);

    // Why the code that the benchmark ran or may run is not proven to be the same; null if it is.
    public CodeEffect? EffectOn(Recording baselineRecording, Recording candidateRecording) =>
        EffectOn(
            Foreign(before, baselineRecording)
                ?? Foreign(after, candidateRecording)
                ?? OfFramework(before, baselineRecording)
                ?? OfFramework(after, candidateRecording),
            changes.Affecting(Ran(baseline, baselineRecording), Ran(candidate, candidateRecording), Own(candidateRecording)),
            candidateRecording.With(baselineRecording).Types,
            () => Scan(before, baseline, baselineRecording) ?? Scan(after, candidate, candidateRecording),
            OtherReader(baselineRecording) ?? OtherReader(candidateRecording)
        );

    // Uses the recording of the candidate only. Null proves nothing.
    public CodeEffect? EffectOn(Recording candidateRecording) =>
        EffectOn(
            Foreign(after, candidateRecording) ?? OfFramework(after, candidateRecording),
            changes.Affecting([], Ran(candidate, candidateRecording), Own(candidateRecording)),
            candidateRecording.Types,
            () => Scan(after, candidate, candidateRecording),
            OtherReader(candidateRecording)
        );

    private CodeEffect? EffectOn(
        string? foreign,
        CodeEffect? effect,
        IReadOnlySet<string> types,
        Func<string?> scan,
        CodeEffect? otherReader
    ) =>
        Unproven(ReasonForAll ?? foreign)
        ?? WithCode(CodeEffect.IsOpen(effect) ? Unproven(scan()) ?? changes.AffectingTypes(types) ?? effect ?? otherReader : effect);

    private CodeEffect? WithCode(CodeEffect? effect) =>
        effect is { Key: { } key } ? effect with { Code = CodeOf(key, effect.Reason) } : effect;

    // A change can affect every benchmark, and finding its lines reads the symbols of a whole assembly.
    private ChangedCode CodeOf(CodeKey key, string text)
    {
        var (baselinePlace, candidatePlace) = places.GetOrAdd(key, _ => (Place(before, baseline, key), Place(after, candidate, key)));
        return new(text, baselinePlace, candidatePlace);
    }

    // Judged by loaded types and not by calls, because an unchanged library may start a process too.
    private static CodeEffect? OtherReader(Recording recording) =>
        recording.Types.Contains("System.Diagnostics.ProcessStartInfo")
            ? OfOtherProcess("it starts a process, which reads a program that was built from these sources")
        : recording.Types.Contains("System.Reflection.Metadata.MetadataReader")
            ? OfOtherProcess("it reads assemblies as files, and one that was built from these sources")
        : null;

    private static CodeEffect OfOtherProcess(string reason) => CodeEffect.Unproven(reason) with { IsOfOtherProcess = true };

    // Covers only the assemblies that are compared here.
    public bool RanTheSame(Recording baselineRecording, Recording candidateRecording) =>
        Ran(baseline, baselineRecording).ToHashSet().SetEquals(Ran(candidate, candidateRecording));

    // Null unless a method ran in every process of one build and in none of the other. That excludes methods that a timer or another thread
    // runs occasionally.
    public CodeEffect? OtherCode(IReadOnlyList<Recording> baselineRecordings, IReadOnlyList<Recording> candidateRecordings)
    {
        CodeKey[][] before = [.. baselineRecordings.Select(recording => Exactly(baseline, recording))];
        CodeKey[][] after = [.. candidateRecordings.Select(recording => Exactly(candidate, recording))];
        return OnlyIn("candidate", after, before) ?? OnlyIn("baseline", before, after);
    }

    private static CodeEffect? OnlyIn(string build, CodeKey[][] here, CodeKey[][] there) =>
        here.Aggregate<IEnumerable<CodeKey>>((always, ran) => always.Intersect(ran))
            .Except(there.SelectMany(ran => ran))
            .Select(key => new CodeEffect($"{key} ran only in the {build}", EffectKind.Ran))
            .FirstOrDefault();

    // Two assemblies may have types of the same name, and the token then finds a method that did not run. Comparing the method's name
    // excludes that.
    private static CodeKey[] Exactly(CodeGraph graph, Recording recording) =>
        [
            .. recording.Methods.SelectMany(method =>
                graph.Find(method.Type, method.Token).Where(key => WithoutNumbers(key.Member!.Split('`')[0]) == WithoutNumbers(method.Name))
            ),
        ];

    private static string WithoutNumbers(string name) => name.Split('>')[0];

    // The changed code that ran, nearest to the benchmark first.
    public IReadOnlyList<ChangedCode> ChangesThatRan(Recording baselineRecording, Recording candidateRecording) =>
        [
            .. changes
                .ThatRan(Ran(baseline, baselineRecording), Ran(candidate, candidateRecording), Own(candidateRecording))
                .Select(change => CodeOf(change.Key, change.Text))
                .GroupBy(change => change.Text, StringComparer.Ordinal)
                .SelectMany(same => Apart([.. same])),
        ];

    // Overloads share a name. So does what the compiler generates from a method, but that lies within the method's lines or has none.
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

    // A loaded assembly may have run its module initialiser.
    private static CodeKey[] Ran(CodeGraph graph, Recording recording) =>
        [
            .. Methods(graph, recording.Methods),
            .. recording.Modules.Select(path => CodeKey.OfAssembly(Path.GetFileNameWithoutExtension(path))),
        ];

    private CodeKey[] Own(Recording candidateRecording) => [.. Methods(candidate, candidateRecording.Own)];

    private static IEnumerable<CodeKey> Methods(CodeGraph graph, IEnumerable<RecordedMethod> methods) =>
        methods.SelectMany(method => graph.Find(method.Type, method.Token));

    // Code that looks at all types of an assembly also sees types that no code names.
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

    // The framework and a package may have the same assembly, and the runtime loads the later version. The compared code is the package's.
    private string? OfFramework(BuildOutput output, Recording recording) =>
        recording
            .Modules.Where(path => differing.Contains(Path.GetFileName(path)) && !BuildOutput.IsIn(output.Folder, path))
            .Select(path => $"it loads {Path.GetFileName(path)} from the framework, and the program's own copy changed")
            .FirstOrDefault();

    // The folder of the base framework; null if a self-contained program includes its own.
    private static string? FrameworkOf(BuildOutput output, Recording recording) =>
        Path.GetDirectoryName(recording.Modules.First(path => Path.GetFileName(path) == "System.Private.CoreLib.dll")) is { } folder
        && folder != Path.GetFullPath(output.Folder)
            ? folder
            : null;
}
