namespace Bench.Runner;

/// <summary>What of the code differs between two builds, and whether a benchmark can notice.</summary>
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

    /// <summary>Whether nothing differs at all.</summary>
    public bool IsEmpty => changes.Count == 0;

    /// <summary>The assemblies that anything changed of.</summary>
    public IReadOnlyList<string> Assemblies => [.. changes.Keys.Select(key => key.Assembly).Distinct(StringComparer.Ordinal)];

    /// <summary>The assemblies whose types changed, bodies of methods apart.</summary>
    public IReadOnlyList<string> AssembliesOfChangedTypes =>
        [.. changes.Keys.Where(key => key.Kind == CodeKind.Shapes).Select(key => key.Assembly).Order(StringComparer.Ordinal)];

    /// <summary>
    /// What differs of the code that runs, or may run, where these methods ran; null where nothing does. The nearest difference is named.
    /// </summary>
    /// <param name="before">What ran in the baseline.</param>
    /// <param name="after">What ran in the candidate.</param>
    /// <param name="own">The benchmark itself, in the candidate.</param>
    public CodeEffect? Affecting(IReadOnlyList<CodeKey> before, IReadOnlyList<CodeKey> after, IReadOnlyList<CodeKey>? own = null)
    {
        if (IsEmpty)
            return null;
        var effect = Affecting(candidate, after);
        if (CodeEffect.IsOpen(effect))
            effect = Affecting(baseline, before) ?? effect;
        return CodeEffect.IsOpen(effect) ? effect : Nearest(after, own ?? []) ?? effect;
    }

    /// <summary>
    /// That a type changed which is in use; null where none did. The runtime copies what nothing names, and so do those who get a type
    /// by an attribute.
    /// </summary>
    /// <param name="loaded">The types that were loaded, in either build, as <see cref="RuntimeTypeName"/> has them.</param>
    public CodeEffect? AffectingTypes(IReadOnlySet<string> loaded) =>
        changes
            .Where(change => change.Key.Kind == CodeKind.Type && GeneratedNames.CanBeNamed(change.Key.TypeName))
            .Where(change => loaded.Contains(RuntimeTypeName.Common(change.Key.TypeName)))
            .Select(change => new CodeEffect($"{change.Key} {change.Value}", EffectKind.Ran))
            .FirstOrDefault();

    /// <summary>What changed and ran, the fewest calls away from the benchmark first, and last what no known calls lead to.</summary>
    /// <param name="own">The benchmark itself, in the candidate.</param>
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

    /// <summary>
    /// The change that ran with the fewest calls between it and the benchmark. A method says more than its assembly, of which a version or
    /// an attribute changed.
    /// </summary>
    private CodeEffect? Nearest(IReadOnlyList<CodeKey> after, IReadOnlyList<CodeKey> own)
    {
        var (node, calls) = Called(after, own)
            .Where(called => changes.ContainsKey(called.Node.Key))
            .OrderBy(called => called.Node.Key.Kind == CodeKind.Assembly)
            .FirstOrDefault();
        return node is null ? null : new CodeEffect($"{node.Key} {changes[node.Key]}", EffectKind.Ran, calls);
    }

    /// <summary>What the benchmark calls of the code that ran, the nearest first.</summary>
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
                Reason = $"{reflecting.Key} calls {reflecting.CallReaching(Reach.Members)!.Method}, and {reached.Reason}",
            }
            : effect;
    }

    /// <param name="reflecting">What may reach any member of the types in use; null for nothing.</param>
    private CodeEffect? Affecting(CodeGraph graph, IReadOnlyList<CodeKey> ran, bool withMembers, out CodeNode? reflecting)
    {
        var first = ran.ToHashSet();
        (reflecting, CodeNode? starting) = (null, null);
        foreach (var node in graph.Reached(ran, withMembers))
        {
            if (changes.TryGetValue(node.Key, out var change))
                return new CodeEffect($"{node.Key} {change}", first.Contains(node.Key) ? EffectKind.Ran : EffectKind.MayRun);
            if (node.CallReaching(Reach.Anything) is { } call)
                return ReachingAnything(node, call);
            if (node.CallReaching(Reach.Members) is not null)
                reflecting ??= node;
            if (first.Contains(node.Key) && node.CallReaching(Reach.OtherProcess) is not null)
                starting ??= node;
        }

        return starting is null
            ? null
            : ReachingAnything(starting, starting.CallReaching(Reach.OtherProcess)!) with
            {
                IsOfOtherProcess = true,
            };
    }

    private CodeEffect ReachingAnything(CodeNode node, ReflectionCall call) =>
        CodeEffect.Unproven($"{node.Key} calls {call.Method}, which may reach anything, and {AnyChange()}");

    private string AnyChange()
    {
        var (key, change) = changes.OrderBy(change => change.Key.Kind).ThenBy(change => change.Key.Type, StringComparer.Ordinal).First();
        return $"{key} {change}";
    }

    private string? Change(CodeNode? before, CodeNode? after) =>
        before is null ? "is new"
        : after is null ? "is gone"
        : baseline.Ambiguous.Contains(before.Key) || candidate.Ambiguous.Contains(after.Key) ? "can't be told from others of its name"
        : before.Content != after.Content ? "changed"
        : null;
}
