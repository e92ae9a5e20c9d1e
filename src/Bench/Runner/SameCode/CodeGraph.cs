namespace Bench.Runner;

/// <summary>The code of a build, and what each part of it can reach.</summary>
internal sealed class CodeGraph
{
    private readonly Dictionary<CodeKey, CodeNode> nodes;
    private readonly ILookup<(CodeKind Kind, string Type, string Name), CodeNode> byName;
    private readonly ILookup<string, CodeNode> byType;
    private readonly ILookup<(string Type, int Token), CodeNode> byToken;

    public CodeGraph(IEnumerable<CodeNode> all)
    {
        CodeNode[] list = [.. all];
        nodes = list.DistinctBy(node => node.Key).ToDictionary(node => node.Key);
        Ambiguous = [.. list.CountBy(node => node.Key).Where(node => node.Value > 1).Select(node => node.Key)];
        byName = list.Where(node => node.Key.Member is not null).ToLookup(node => (node.Key.Kind, node.Key.Type, NameOf(node.Key)));
        byType = list.Where(node => node.Key.Member is not null).ToLookup(node => node.Key.Type, StringComparer.Ordinal);
        byToken = list.Where(node => node.Token != 0).ToLookup(node => (RuntimeTypeName.Common(node.Key.TypeName), node.Token));
    }

    public IReadOnlyDictionary<CodeKey, CodeNode> Nodes => nodes;

    public IEnumerable<CodeNode> Types(string assembly) =>
        nodes.Values.Where(node => node.Key.Kind == CodeKind.Type && node.Key.Assembly == assembly);

    // Keys with several nodes. They cannot be matched between builds.
    public HashSet<CodeKey> Ambiguous { get; }

    // The methods that an event means. It names the type and the token, but not the assembly.
    public IEnumerable<CodeKey> Find(string type, int token) => byToken[(RuntimeTypeName.Common(type), token)].Select(node => node.Key);

    // All code that may run or matter if the roots do, nearest first. withMembers adds all members of the types in use.
    public IEnumerable<CodeNode> Reached(IEnumerable<CodeKey> roots, bool withMembers)
    {
        var seen = new HashSet<CodeKey>();
        var open = new Queue<CodeNode>(roots.SelectMany(Resolve));
        while (open.TryDequeue(out var node))
        {
            if (!seen.Add(node.Key))
                continue;
            yield return node;
            foreach (var next in node.References.SelectMany(Resolve))
                open.Enqueue(next);
            if (withMembers && node.Key.Kind == CodeKind.Type)
                foreach (var member in byType[node.Key.Type].Concat(Resolve(CodeKey.OfOrder(node.Key.Type))))
                    open.Enqueue(member);
        }
    }

    // The code that can be reached through keys that pass the test, with the number of steps, nearest first.
    public IEnumerable<(CodeNode Node, int Steps)> Called(IEnumerable<CodeKey> roots, Func<CodeKey, bool> isCalled)
    {
        var seen = new HashSet<CodeKey>();
        var open = new Queue<(CodeNode Node, int Steps)>(roots.SelectMany(Resolve).Select(node => (node, 0)));
        while (open.TryDequeue(out var next))
        {
            if (!isCalled(next.Node.Key) || !seen.Add(next.Node.Key))
                continue;
            yield return next;
            foreach (var node in next.Node.References.SelectMany(Resolve))
                open.Enqueue((node, next.Steps + 1));
        }
    }

    // A call may name a type that inherits the method. If no signature matches, all members of that name are candidates.
    private IEnumerable<CodeNode> Resolve(CodeKey key)
    {
        if (nodes.TryGetValue(key, out var node))
            return [node];
        if (key.Member is null)
            return [];
        var name = NameOf(key);
        var bases = Bases(key.Type).ToArray();
        return
            bases.Select(type => nodes.GetValueOrDefault(key with { Type = type })).FirstOrDefault(found => found is not null)
                is { } inherited
            ? [inherited]
            : bases.SelectMany(type => byName[(key.Kind, type, name)]);
    }

    private IEnumerable<string> Bases(string type)
    {
        for (var next = type; next is not null && nodes.TryGetValue(CodeKey.OfType(next), out var node); next = node.BaseType)
            yield return next;
    }

    private static string NameOf(CodeKey key) => key.Member!.Split('`')[0];
}
