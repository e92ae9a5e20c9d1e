using System.Globalization;
using System.Reflection.Metadata;
using System.Text.RegularExpressions;

namespace Bench.Runner;

// Makes compiler-generated names comparable between builds. They contain counters, such as the number of a method in its type or of an
// anonymous type in its assembly. These are replaced by names that stay if something else is added: that of the method, or those of the
// properties. If two things would get the same name, they keep their own.
internal sealed partial class GeneratedNames
{
    private const string OfAnyFile = "#__";

    private readonly MetadataReader reader;
    private readonly Dictionary<TypeDefinitionHandle, string> typeNames = [];
    private readonly Dictionary<TypeDefinitionHandle, Dictionary<int, string>> methodNumbers = [];

    public GeneratedNames(MetadataReader reader)
    {
        this.reader = reader;
        NameSiblings(default, [.. reader.TypeDefinitions.Where(handle => reader.GetTypeDefinition(handle).GetDeclaringType().IsNil)]);
    }

    public static string Join(string space, string name) => space.Length == 0 ? name : $"{space}.{name}";

    // False for a compiler-generated type: only the code that it was generated from names it. A file-local type has brackets in its name
    // too, but its file can name it.
    public static bool CanBeNamed(string type) => !type.Contains('<') || type.Contains($">F{OfAnyFile}", StringComparison.Ordinal);

    public string TypeName(TypeDefinitionHandle handle)
    {
        if (typeNames.TryGetValue(handle, out var name))
            return name;
        // A nested type may come before its declaring type.
        var parent = reader.GetTypeDefinition(handle).GetDeclaringType();
        NameSiblings(parent, [.. reader.GetTypeDefinition(parent).GetNestedTypes()]);
        return typeNames[handle];
    }

    public string MemberName(TypeDefinitionHandle type, string name) =>
        !name.StartsWith('<') ? name
        : MethodGroup().Match(name).Groups["target"] is { Success: true, Value: var target } ? $"<{RankOf(type, name, target)}>__{target}"
        : NumberedMember().Replace(name, match => MethodOf(type, match));

    private void NameSiblings(TypeDefinitionHandle parent, TypeDefinitionHandle[] siblings)
    {
        var prefix = parent.IsNil ? "" : TypeName(parent) + "+";
        var names = siblings.Select(handle => Stable(parent, handle)).ToArray();
        var count = names.CountBy(name => name, StringComparer.Ordinal).ToDictionary(StringComparer.Ordinal);
        for (var i = 0; i < siblings.Length; i++)
            typeNames[siblings[i]] = prefix + (count[names[i]] == 1 ? names[i] : Plain(siblings[i]));
    }

    private string Plain(TypeDefinitionHandle handle)
    {
        var type = reader.GetTypeDefinition(handle);
        return Join(reader.GetString(type.Namespace), reader.GetString(type.Name));
    }

    private string Stable(TypeDefinitionHandle parent, TypeDefinitionHandle handle)
    {
        var name = Plain(handle);
        if (AnonymousType().IsMatch(name))
            return $"<>f__AnonymousType<{string.Join(',', GenericNames(handle))}>";
        var ofFile = FileLocalType().Replace(name, "$1" + OfAnyFile);
        return parent.IsNil ? ofFile : NumberedType().Replace(ofFile, match => MethodOf(parent, match));
    }

    private IEnumerable<string> GenericNames(TypeDefinitionHandle handle) =>
        reader
            .GetTypeDefinition(handle)
            .GetGenericParameters()
            .Select(parameter => reader.GetString(reader.GetGenericParameter(parameter).Name));

    // The method with this number in its type, found from names of lambdas, local functions, iterators and closure classes. A rank
    // separates methods of the same name, counted among those that occur.
    private string MethodOf(TypeDefinitionHandle type, Match match)
    {
        // Lambdas without captures are in a nested class, but have the method numbers of the outer type.
        var outer = type;
        while (reader.GetString(reader.GetTypeDefinition(outer).Name).StartsWith("<>c", StringComparison.Ordinal))
            outer = reader.GetTypeDefinition(outer).GetDeclaringType();
        if (!methodNumbers.TryGetValue(outer, out var numbers))
            methodNumbers[outer] = numbers = Numbers(outer);
        return numbers.TryGetValue(Number(match), out var method) ? $"[{method}]" : match.Value;
    }

    private Dictionary<int, string> Numbers(TypeDefinitionHandle type)
    {
        var found = new SortedDictionary<int, string>();
        Collect(type);
        var numbers = new Dictionary<int, string>();
        foreach (var alike in found.GroupBy(pair => pair.Value, pair => pair.Key, StringComparer.Ordinal))
            foreach (var (rank, number) in alike.Index())
                numbers[number] = string.Create(CultureInfo.InvariantCulture, $"{alike.Key}#{rank}");
        return numbers;

        void Collect(TypeDefinitionHandle handle)
        {
            var definition = reader.GetTypeDefinition(handle);
            foreach (var method in definition.GetMethods())
                Add(reader.GetString(reader.GetMethodDefinition(method).Name));
            foreach (var nested in definition.GetNestedTypes())
            {
                var name = reader.GetString(reader.GetTypeDefinition(nested).Name);
                Add(name);
                if (CapturedVariables().Match(name) is { Success: true } captured)
                    foreach (var method in reader.GetTypeDefinition(nested).GetMethods())
                        if (Lambda().Match(reader.GetString(reader.GetMethodDefinition(method).Name)) is { Success: true } lambda)
                            found.TryAdd(Number(captured), lambda.Groups["name"].Value);
                if (name.StartsWith("<>c", StringComparison.Ordinal))
                    Collect(nested);
            }
        }

        void Add(string name)
        {
            if (NamedAndNumbered().Match(name) is { Success: true } match)
                found.TryAdd(Number(match), match.Groups["name"].Value);
        }
    }

    // The compiler numbers cached method-group delegates per type. The rank counts only those with the same target name.
    private int RankOf(TypeDefinitionHandle type, string name, string target) =>
        reader
            .GetTypeDefinition(type)
            .GetFields()
            .Select(field => reader.GetString(reader.GetFieldDefinition(field).Name))
            .Where(field => MethodGroup().Match(field).Groups["target"].Value == target)
            .TakeWhile(field => field != name)
            .Count();

    private static int Number(Match match) => int.Parse(match.Groups["method"].Value, CultureInfo.InvariantCulture);

    // <M>b__3_0, <M>g__Local|3_0, <M>d__3, also for methods of an interface (<A.B.M>) or with type parameters.
    [GeneratedRegex(@"^<(?<name>.+)>(?:b__(?<method>\d+)_\d+|g__.+\|(?<method>\d+)_\d+|d__(?<method>\d+)(?:`\d+)?)(?:`\d+)?$")]
    private static partial Regex NamedAndNumbered();

    [GeneratedRegex(@"(?<=^<.+>b__|^<.+>g__.+\||^<>9__)(?<method>\d+)(?=_\d+)")]
    private static partial Regex NumberedMember();

    [GeneratedRegex(@"(?<=^<>c__(?:DisplayClass)?|^<.+>d__|^<>o__)(?<method>\d+)")]
    private static partial Regex NumberedType();

    [GeneratedRegex(@"^<>c__DisplayClass(?<method>\d+)_\d+")]
    private static partial Regex CapturedVariables();

    [GeneratedRegex(@"^<\d+>__(?<target>.+)$")]
    private static partial Regex MethodGroup();

    [GeneratedRegex("^<(?<name>.+)>b__")]
    private static partial Regex Lambda();

    [GeneratedRegex(@"^<>f__AnonymousType\d+")]
    private static partial Regex AnonymousType();

    [GeneratedRegex("^(.*<[^>]*>F)[0-9A-F]{64}__")]
    private static partial Regex FileLocalType();
}
