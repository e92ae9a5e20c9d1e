namespace Bench.Runner;

/// <summary>The code that differs between two builds, and whether a benchmark can notice.</summary>
internal sealed class CodeChanges
{
    private readonly CodeGraph baseline;
    private readonly CodeGraph candidate;
    private readonly Dictionary<CodeKey, string> changes = [];

    public CodeChanges(CodeGraph baseline, CodeGraph candidate)
    {
        this.baseline = baseline;
        this.candidate = candidate;
        foreach (var key in baseline.Nodes.Keys.Union(candidate.Nodes.Keys))
        {
            if (Change(baseline.Nodes.GetValueOrDefault(key), candidate.Nodes.GetValueOrDefault(key)) is { } change)
                changes.Add(key, change);
        }
    }

    public bool IsEmpty => changes.Count == 0;

    public IReadOnlyList<string> Assemblies => [.. changes.Keys.Select(key => key.Assembly).Distinct(StringComparer.Ordinal)];

    // Assemblies in which something other than the body of a method changed.
    public IReadOnlyList<string> AssembliesOfChangedTypes =>
        [.. changes.Keys.Where(key => key.Kind == CodeKind.Shapes).Select(key => key.Assembly).Order(StringComparer.Ordinal)];

    // The nearest difference in the code that runs or may run if these methods ran; null if it does not differ. "own" is the benchmark's
    // method in the candidate.
    public CodeEffect? Affecting(IReadOnlyList<CodeKey> before, IReadOnlyList<CodeKey> after, IReadOnlyList<CodeKey>? own = null)
    {
        if (IsEmpty)
            return null;
        var effect = Affecting(candidate, after);
        if (CodeEffect.IsOpen(effect))
            effect = Affecting(baseline, before) ?? effect;
        return CodeEffect.IsOpen(effect) ? effect : Nearest(after, own ?? []) ?? effect;
    }

    // Null unless a loaded type changed. Code may use a type without naming it: the runtime copies its instances, and libraries find types
    // through attributes. "loaded" has the types of either build, in the form of RuntimeTypeName.
    public CodeEffect? AffectingTypes(IReadOnlySet<string> loaded) =>
        changes
            .Where(change => change.Key.Kind == CodeKind.Type && GeneratedNames.CanBeNamed(change.Key.TypeName))
            .Where(change => loaded.Contains(RuntimeTypeName.Common(change.Key.TypeName)))
            .Select(change => EffectOf(change.Key, EffectKind.Ran))
            .FirstOrDefault();

    // Changed code that ran, by the number of calls from the benchmark. Code without a known chain of calls comes last.
    public IReadOnlyList<(CodeKey Key, string Text)> ThatRan(
        IReadOnlyList<CodeKey> before,
        IReadOnlyList<CodeKey> after,
        IReadOnlyList<CodeKey> own
    )
    {
        CodeKey[] ran =
        [
            .. Called(after, own)
                .Select(called => called.Node.Key)
                .Concat(after)
                .Concat(before)
                .Where(key => key.Kind is CodeKind.Method or CodeKind.Type && changes.ContainsKey(key))
                .Distinct(),
        ];
        var named = ran.Where(key => key.HolderIn is null).Select(key => key.TypeInSources).ToHashSet(StringComparer.Ordinal);
        return [.. ran.Where(key => key.HolderIn is not { } type || !named.Contains(type)).Select(key => (key, $"{key} {changes[key]}"))];
    }

    // The change that ran with the fewest calls from the benchmark. A method is preferred to its assembly, of which only a version or an
    // attribute may have changed.
    private CodeEffect? Nearest(IReadOnlyList<CodeKey> after, IReadOnlyList<CodeKey> own)
    {
        var (node, calls) = Called(after, own)
            .Where(called => changes.ContainsKey(called.Node.Key))
            .OrderBy(called => called.Node.Key.Kind == CodeKind.Assembly)
            .FirstOrDefault();
        return node is null ? null : EffectOf(node.Key, EffectKind.Ran, calls);
    }

    // The code that ran and that the benchmark calls, nearest first.
    private IEnumerable<(CodeNode Node, int Steps)> Called(IReadOnlyList<CodeKey> after, IReadOnlyList<CodeKey> own)
    {
        var ran = after.ToHashSet();
        return candidate.Called(own, key => key.Kind != CodeKind.Method || ran.Contains(key));
    }

    private CodeEffect? Affecting(CodeGraph graph, IReadOnlyList<CodeKey> ran)
    {
        var effect = Affecting(graph, ran, withMembers: false, out var reflecting);
        if (reflecting is null || effect is { IsOfOtherProcess: false })
            return effect;
        return Affecting(graph, ran, withMembers: true, out _) is { IsOfOtherProcess: false } reached
            ? reached with
            {
                Reason = $"{reflecting.Key} calls {reflecting.CallReaching(ReflectionScope.Members)!.Method}, and {reached.Reason}",
            }
            : effect;
    }

    // "reflecting" may reach any member of the types in use; null if no code can.
    private CodeEffect? Affecting(CodeGraph graph, IReadOnlyList<CodeKey> ran, bool withMembers, out CodeNode? reflecting)
    {
        var first = ran.ToHashSet();
        (reflecting, CodeNode? starting) = (null, null);
        foreach (var node in graph.Reached(ran, withMembers))
        {
            if (changes.ContainsKey(node.Key))
                return EffectOf(node.Key, first.Contains(node.Key) ? EffectKind.Ran : EffectKind.MayRun);
            if (node.CallReaching(ReflectionScope.Anything) is { } call)
                return ReachingAnything(node, call);
            if (node.CallReaching(ReflectionScope.Members) is not null)
                reflecting ??= node;
            if (first.Contains(node.Key) && node.CallReaching(ReflectionScope.OtherProcess) is not null)
                starting ??= node;
        }

        return starting is null
            ? null
            : ReachingAnything(starting, starting.CallReaching(ReflectionScope.OtherProcess)!) with
            {
                IsOfOtherProcess = true,
            };
    }

    private CodeEffect EffectOf(CodeKey key, EffectKind kind, int calls = CodeEffect.Unknown) =>
        new($"{key} {changes[key]}", kind, calls) { Key = key };

    private CodeEffect ReachingAnything(CodeNode node, ReflectionCall call) =>
        CodeEffect.Unproven($"{node.Key} calls {call.Method}, which may call any code, and {AnyChange()}");

    private string AnyChange()
    {
        var (key, change) = changes.OrderBy(change => change.Key.Kind).ThenBy(change => change.Key.Type, StringComparer.Ordinal).First();
        return $"{key} {change}";
    }

    private string? Change(CodeNode? before, CodeNode? after) =>
        before is null ? "is new"
        : after is null ? "is gone"
        : baseline.Ambiguous.Contains(before.Key) || candidate.Ambiguous.Contains(after.Key)
            ? "cannot be distinguished from others with its name"
        : before.Content != after.Content ? "changed"
        : null;
}
