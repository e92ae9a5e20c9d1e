namespace Bench.Runner.Tests;

/// <summary>
/// Each way in which the same code could be claimed wrongly or missed, as two versions of a small assembly. Only <c>Bench.Run</c>
/// counts as executed.
/// </summary>
public sealed class CodeChangesTests
{
    [Fact]
    public void Names_of_locals_layout_and_comments_are_no_change() =>
        Same(
            "class Bench { int Run() { var first = 1; return first + Other(); } int Other() => 2; }",
            "class Bench {\n // why\n int Run() { var one = 1;\n\n return one + Other(); } int Other() => 2; }"
        );

    [Fact]
    public void Another_folder_and_another_version_of_the_package_are_no_change()
    {
        const string source =
            """[assembly: AssemblyInformationalVersion("1.0+{0}")] class Bench { int Run() => new[] { 1, 2, 3 }.Sum(x => x); }""";
        var before = CompiledSource.Compile(source.Replace("{0}", "abc", StringComparison.Ordinal), path: "/one/A.cs");
        var after = CompiledSource.Compile(source.Replace("{0}", "def", StringComparison.Ordinal), path: "/other/A.cs");
        Assert.NotEqual(before, after);
        Assert.True(new CodeChanges(CompiledSource.Graph(before), CompiledSource.Graph(after)).IsEmpty);
    }

    [Theory]
    [InlineData("14462f633891e1456a58f39fdc143a3eda2b9616", "7cc8446ad0f1e1456a58f39fdc143a3eda2b9616", true)]
    [InlineData("14462f633891e1456a58f39fdc143a3eda2b9616", "on", false)]
    [InlineData("10000000", "20000000", false)]
    public void An_assembly_may_say_its_commit(string before, string after, bool isSame)
    {
        if (isSame)
            Same(Stamped(before), Stamped(after));
        else
            Changed(Stamped(before), Stamped(after), "the assembly Program changed");
        static string Stamped(string value) =>
            $$"""[assembly: AssemblyMetadata("CommitHash", "{{value}}")] class Bench { int Run() => 1; }""";
    }

    [Fact]
    public void A_method_is_named_rather_than_its_assembly()
    {
        const string source = """
            [assembly: AssemblyMetadata("Built", "{0}")]
            class Bench { int Run() => A.M(); }
            class A { public static int M() => B.M(); }
            class B { public static int M() => C.M(); }
            class C { public static int M() => {0}; }
            """;
        var (one, other) = (Graph("1"), Graph("2"));

        var effect = new CodeChanges(one, other).Affecting(All(one), All(other), Ran(other));

        Assert.Equal(new CodeEffect("C.M changed", EffectKind.Ran, 3), effect! with { Key = null });

        static CodeGraph Graph(string value) =>
            CompiledSource.Graph(CompiledSource.Compile(source.Replace("{0}", value, StringComparison.Ordinal)));

        static CodeKey[] All(CodeGraph graph) => [.. graph.Nodes.Keys.Where(key => key.Kind is CodeKind.Method or CodeKind.Assembly)];
    }

    [Fact]
    public void What_is_not_called_may_change() =>
        Same("class Bench { int Run() => 1; int Other() => 2; }", "class Bench { int Run() => 1; int Other() => 3; }");

    [Fact]
    public void What_is_not_called_may_come_and_go() =>
        Same(
            "class Bench { int Run() => 1; int Other() => 2; } class A { }",
            "class Bench { static int Third() => 2; int Run() => 1; int More(int x) => 2; } class B { virtual protected void M() { } }"
        );

    [Theory]
    [InlineData("int Run() => new[] { 1, 2 }.Sum(x => x * 2);")]
    [InlineData("int Run() { var y = 3; return new[] { 1, 2 }.Sum(x => x * y); }")]
    [InlineData("int Run() { return Local(1) + Local(2); static int Local(int x) => x + 1; }")]
    [InlineData("int Run() { var y = 3; return Local(1) + Local(2); int Local(int x) => x + y; }")]
    [InlineData("async Task<int> Run() { await Task.Yield(); return 1; }")]
    [InlineData("IEnumerable<int> Run() { yield return 1; yield return 2; }")]
    [InlineData("async Task<int> Run() { var y = 3; await Task.Yield(); return new[] { 1, 2 }.Sum(x => x * y); }")]
    [InlineData("int Run() { var a = new { Id = 1, Name = \"a\" }; return a.Id + a.Name.Length; }")]
    [InlineData("int Run() => new[] { \"1\" }.Select(int.Parse).First();")]
    [InlineData("T Run<T>(T x) { Func<T, T> f = y => x; return f(x); }")]
    [InlineData("int Run() => Order(new[] { 2, 1 }).First(); IEnumerable<T> Order<T>(IEnumerable<T> all) => all.OrderBy(x => x);")]
    public void What_a_compiler_numbers_is_the_same_when_something_is_put_before_it(string run) =>
        Same(
            $"class Bench {{ {run} }}",
            $$"""
            class First { object M() => new { Other = 1 }; }
            class Bench
            {
                int Before() { var z = 1; int Local() => z; return new[] { 1 }.Select(x => x + z).Select(x => x + 2).Sum() + Local(); }
                async Task Async() { await Task.Yield(); }
                IEnumerable<int> Iterator() { yield return 7; }
                object Closed() => new[] { 1 }.Select(Math.Abs).First();
                {{run}}
            }
            """
        );

    public static IEnumerable<object[]> Bodies =>
        Rows(
            """
            int Run() => 1; ¦ int Run() => 2;
            int Run() => 100_000; ¦ int Run() => 100_001;
            string Run() => "a"; ¦ string Run() => "b";
            // Half a surrogate pair, which is not valid text.
            string Run() => "\uD800"; ¦ string Run() => "\uD801";
            double Run() => 1.5; ¦ double Run() => 1.25;
            int[] Run() => [1, 2, 3, 4, 5]; ¦ int[] Run() => [1, 2, 3, 4, 6];
            int Run() => "\x1\x2\x3"u8.Length; ¦ int Run() => "\x1\x2\x4"u8.Length;
            int Run(int x) => x + 1; ¦ int Run(int x) => checked(x + 1);
            object Run() => new List<int>(); ¦ object Run() => new List<uint>();
            Type Run() => typeof(int); ¦ Type Run() => typeof(uint);
            int Run() { try { return 1; } catch (ArgumentException) { return 2; } } ¦ int Run() { try { return 1; } catch (FormatException) { return 2; } }
            int Run(object o) { var x = (System.IO.Stream)o; return x.GetHashCode() + x.GetHashCode(); } ¦ int Run(object o) { var x = (System.IO.TextReader)o; return x.GetHashCode() + x.GetHashCode(); }
            int Run() => new[] { 1 }.Sum(x => x * 2); ¦ int Run() => new[] { 1 }.Sum(x => x * 3);
            int Run() { var y = 1; return new[] { 1 }.Sum(x => x * y); } ¦ int Run() { var y = 1; return new[] { 1 }.Sum(x => x + y); }
            async Task<int> Run() { await Task.Yield(); return 1; } ¦ async Task<int> Run() { await Task.Yield(); return 2; }
            IEnumerable<int> Run() { yield return 1; } ¦ IEnumerable<int> Run() { yield return 2; }
            int Run() { return F(); static int F() => 1; } ¦ int Run() { return F(); static int F() => 2; }
            int Run(string s) => s switch { "a" => 1, "b" => 2, "c" => 3, "d" => 4, "e" => 5, "f" => 6, "g" => 7, _ => 0 }; ¦ int Run(string s) => s switch { "a" => 1, "b" => 2, "c" => 3, "d" => 4, "e" => 5, "f" => 6, "h" => 7, _ => 0 };
            int Run() => 1; ¦ [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)] int Run() => 1;
            unsafe int Run() { int* p = stackalloc int[4]; return p[0]; } ¦ [System.Runtime.CompilerServices.SkipLocalsInit] unsafe int Run() { int* p = stackalloc int[4]; return p[0]; }
            void Run(int id) { } ¦ void Run(int key) { }
            void Run(int id = 1) { } ¦ void Run(int id = 2) { }
            void Run<T>() { } ¦ void Run<T>() where T : class { }
            static void Run() => M(); [System.Runtime.InteropServices.DllImport("c")] static extern void M(); ¦ static void Run() => M(); [System.Runtime.InteropServices.DllImport("m")] static extern void M();
            static void Run() => M(); [System.Runtime.InteropServices.DllImport("c", EntryPoint = "a")] static extern void M(); ¦ static void Run() => M(); [System.Runtime.InteropServices.DllImport("c", EntryPoint = "b")] static extern void M();
            object Run() => (System.Linq.Expressions.Expression<Func<int, int>>)(x => x + 1); ¦ object Run() => (System.Linq.Expressions.Expression<Func<int, int>>)(x => x + 2);
            object Run() => new { Id = 1 }; ¦ object Run() => new { Key = 1 };
            string Run([System.Runtime.CompilerServices.CallerFilePath] string path = "") => path; ¦ string Run([System.Runtime.CompilerServices.CallerFilePath] string path = "x") => path;
            // Endpoints bind lambdas and local functions depending on nullability.
            Delegate Run() => (string? q) => 1; ¦ Delegate Run() => (string q) => 1;
            Delegate Run() { return F; static int F(string? q) => 1; } ¦ Delegate Run() { return F; static int F(string q) => 1; }
            Delegate Run() { var y = 1; return int (List<string?> q) => y; } ¦ Delegate Run() { var y = 1; return int (List<string> q) => y; }
            """
        );

    [Theory]
    [MemberData(nameof(Bodies))]
    public void Another_body_or_head_is_noticed(string before, string after) =>
        Changed($"class Bench {{ {before} }}", $"class Bench {{ {after} }}", "Bench.");

    public static IEnumerable<object[]> Dependencies =>
        Rows(
            """
            // Called, but not in a recorded invocation.
            class Bench { void Run(int n) { if (n > 1_000_000) Rare(); } void Rare() => A.Call(); } class A { public static void Call() { @ } } ¦  ¦ GC.Collect(); ¦ A.Call changed
            class Bench { Action Run() => A.Call; } class A { public static void Call() { @ } } ¦  ¦ GC.Collect(); ¦ A.Call changed
            // The compiler copies constants of other types.
            class Bench { int Run() => A.Size; } class A { public const int Size = @; } ¦ 1 ¦ 2 ¦ Bench.Run changed
            class Bench { int Run() => A.Size(); } static class A { public static int Size(int x = @) => x; } ¦ 1 ¦ 2 ¦ Bench.Run changed
            class Bench { int Run() => A.Size; } class A { public static readonly int Size = @; } ¦ 1 ¦ 2 ¦ A..cctor changed
            class Bench { int Run() => A.Size; } class A { public static readonly int[] Sizes = [1, 2, @]; public static int Size => 1; } ¦ 1 ¦ 2 ¦ A..cctor changed
            class Bench { int Run() => A.Size; } class A { public static int Size; @ } ¦  ¦ static A() { GC.Collect(); } ¦ the type A changed
            class Bench { object Run() => new A(); } class A { int x = @; } ¦ 1 ¦ 2 ¦ A..ctor changed
            class Bench { object Run() => new A(); } class A { public @ X; } ¦ int ¦ long ¦ the type A changed
            class Bench { object Run() => new A(); } class A { @ } ¦ int x; string s; ¦ string s; int x; ¦ the type A changed
            class Bench { object Run() => new A(); } class A { @ int x; } ¦  ¦ volatile ¦ the type A changed
            class Bench { object Run() => new A(); } class A : B { } class B { @ } ¦  ¦ int x; ¦ the type B changed
            class Bench { object Run() => new A(); } @ class A { } ¦  ¦ sealed ¦ the type A changed
            class Bench { object Run() => new A(); } class A : I @ { } interface I { } interface J { } ¦  ¦ , J ¦ the type A changed
            class Bench { A a; int Run() => 1; } @ struct A { int x; long y; } ¦  ¦ [System.Runtime.InteropServices.StructLayout(System.Runtime.InteropServices.LayoutKind.Sequential, Pack = 1)] ¦ the type A changed
            class Bench { A a; int Run() => 1; } struct A { B b; } struct B { @ } ¦ int x; ¦ long x; ¦ the type B changed
            class Bench { string Run() => A.One.ToString(); } enum A { @ } ¦ One ¦ One, Two ¦ the type A changed
            class Bench { string Run() => A.One.ToString(); } enum A @ { One } ¦  ¦ : byte ¦ the type A changed
            // The call target is decided at run time.
            class Bench { string Run() => "" + new A(); } class A { @ } ¦  ¦ public override string ToString() => "a"; ¦ the type A changed
            class Bench { int Run(B b) => b.M(); object Make() => new A(); object Run() => Make(); } class A : B { @ } class B { public virtual int M() => 1; } ¦  ¦ public override int M() => 2; ¦ the type A changed
            class Bench { int Run(B b) => b.M(); object Run() => new A(); } class A : B { public override int M() => @; } class B { public virtual int M() => 1; } ¦ 1 ¦ 2 ¦ A.M changed
            class Bench { int Run(I i) => i.M(); object Run() => new A(); } class A : I { @ } interface I { int M() => 1; } ¦  ¦ int I.M() => 2; ¦ the type A changed
            class Bench { int Run(I i) => i.M(); object Run() => new A(); } class A : I { } interface I { int M() => @; } ¦ 1 ¦ 2 ¦ I.M changed
            class Bench { int Run() => M<A>(); int M<T>() where T : I => T.M(); } class A : I { public static int M() => @; } interface I { static abstract int M(); } ¦ 1 ¦ 2 ¦ A.M changed
            class Bench { object Run() => new A(); } class A { ~A() { @ } } ¦  ¦ GC.Collect(); ¦ A.Finalize changed
            class Bench { object Run() => new A(); } class A : IEnumerable<int> { public IEnumerator<int> GetEnumerator() { yield return @; } System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator(); } ¦ 1 ¦ 2 ¦ A.GetEnumerator changed
            class Bench { A Run(A a) => a + a; } class A { public static A operator +(A a, A b) => @; } ¦ a ¦ b ¦ A.op_Addition changed
            class Bench { object Run() => new A<B>(); } class A<T> { } class B { @ } ¦  ¦ int x; ¦ the type B changed
            class Bench { object Run() => M<B>(); T M<T>() where T : new() => new T(); } class B { public B() { @ } } ¦  ¦ GC.Collect(); ¦ B..ctor changed
            class Bench { int Run() => 1; } class A { [System.Runtime.CompilerServices.ModuleInitializer] internal static void Start() { @ } } ¦  ¦ GC.Collect(); ¦ A.Start changed
            class Bench { int Run() => 1; } class A { @ internal static void Start() { } } ¦  ¦ [System.Runtime.CompilerServices.ModuleInitializer] ¦ the type <Module> changed
            // Members that serializers, binders and routers read.
            class Bench { object Run() => new A(); } class A { @ } ¦  ¦ public int Both => 3; ¦ the type A changed
            class Bench { object Run() => new A(); } class A { @ public int X { get; set; } } ¦  ¦ [Obsolete] ¦ the type A changed
            class Bench { object Run() => new A(); } class A { public const string Name = "@"; } ¦ a ¦ b ¦ the type A changed
            class Bench { object Run() => new A(); } class A { public int X { get; @ set; } } ¦  ¦ private ¦ the type A changed
            class Bench { object Run() => new A(); } [Obsolete("@")] class A { } ¦ a ¦ b ¦ the type A changed
            class Bench { object Run() => new A(); } [B] class A { } class B : Attribute { public B() { @ } } ¦  ¦ GC.Collect(); ¦ B..ctor changed
            @ class Bench { int Run() => 1; } ¦  ¦ [assembly: CLSCompliant(false)] ¦ the assembly Program changed
            [assembly: System.Diagnostics.Debuggable(System.Diagnostics.DebuggableAttribute.DebuggingModes.@)] class Bench { int Run() => 1; } ¦ IgnoreSymbolStoreSequencePoints ¦ DisableOptimizations ¦ the assembly Program changed
            class Bench { string Run() => nameof(A.@); } class A { public int X; public int Y; } ¦ X ¦ Y ¦ Bench.Run changed
            // Code that looks up a name may get anything.
            class Bench { object? Run() => Activator.CreateInstance(Type.GetType("A")!); } class A { public A() { @ } } ¦  ¦ GC.Collect(); ¦ Bench.Run calls
            class Bench { object? Run() => GetType().GetMethod("Other")!.Invoke(this, null); public void Other() { @ } } ¦  ¦ GC.Collect(); ¦ Bench.Run calls Type.GetMethod, and Bench.Other changed
            class Bench { object Run() => typeof(Bench).Assembly.GetTypes(); } @ ¦  ¦ class A { } ¦ Bench.Run calls Assembly.GetTypes
            class Bench { object? Run() => typeof(A).GetProperties(); } class A { @ } ¦ int X => 1; ¦ int X => 2; ¦ Bench.Run calls Type.GetProperties, and A.get_X changed
            class Bench { object Run() => AssemblyExtensions.GetExportedTypes(typeof(Bench).Assembly); } @ ¦  ¦ public class A { } ¦ Bench.Run calls AssemblyExtensions.GetExportedTypes
            // Code that takes the first of several may get another one.
            class Bench { object Run() => typeof(Bench).Assembly.GetTypes()[^1]; } @ ¦ class A { } class B { } ¦ class B { } class A { } ¦ Bench.Run calls Assembly.GetTypes
            class Bench { object Run() => typeof(A).GetMethods()[0]; } class A { @ } ¦ public void X() { } public void Y() { } ¦ public void Y() { } public void X() { } ¦ Bench.Run calls Type.GetMethods, and the order of the members of A changed
            // A call shows nothing about another one next to it, however far that one gets.
            class Bench { object? Run() { _ = AppContext.BaseDirectory; return typeof(A).GetProperties(); } } class A { @ } ¦ int X => 1; ¦ int X => 2; ¦ Bench.Run calls Type.GetProperties, and A.get_X changed
            class Bench { object? Run() { System.Diagnostics.Process.Start("x"); return typeof(A).GetProperties(); } } class A { @ } ¦ int X => 1; ¦ int X => 2; ¦ Bench.Run calls Type.GetProperties, and A.get_X changed
            class Bench { object Run() => System.Linq.Expressions.Expression.Property(System.Linq.Expressions.Expression.Constant(new A()), "X"); } class A { @ } ¦ public int X => 1; ¦ public int X => 2; ¦ Bench.Run calls Expression.Property, and A.get_X changed
            class Bench { int Run() => Secret(new A()); [System.Runtime.CompilerServices.UnsafeAccessor(System.Runtime.CompilerServices.UnsafeAccessorKind.Method)] static extern int Secret(A a); } class A { int Secret() => @; } ¦ 1 ¦ 2 ¦ Bench.Secret calls
            class Bench { object Run() => Activator.CreateInstance("Program", "A")!; } class A { public A() { @ } } ¦  ¦ GC.Collect(); ¦ Bench.Run calls Activator.CreateInstance, which may call any code
            class Bench { object Run() => AppDomain.CurrentDomain.GetAssemblies(); } class A { void M() { @ } } ¦  ¦ GC.Collect(); ¦ Bench.Run calls AppDomain.GetAssemblies
            class Bench { object Run() => System.Runtime.Loader.AssemblyLoadContext.Default.LoadFromAssemblyPath("x"); } class A { void M() { @ } } ¦  ¦ GC.Collect(); ¦ Bench.Run calls AssemblyLoadContext
            class Bench { void Run(dynamic d) => d.Other(); public void Other() { @ } } ¦  ¦ GC.Collect(); ¦ Bench.Run calls
            class Bench { object Run() => System.Diagnostics.Process.Start("dotnet"); } class A { void M() { @ } } ¦  ¦ GC.Collect(); ¦ Bench.Run calls Process.Start
            // The path leads to the folder of the programs.
            class Bench { object Run() => Environment.GetCommandLineArgs(); } class A { int M() => @; } ¦ 1 ¦ 2 ¦ Bench.Run calls Environment.GetCommandLineArgs
            class Bench { object Run() => Environment.CommandLine; } class A { int M() => @; } ¦ 1 ¦ 2 ¦ Bench.Run calls Environment.get_CommandLine,
            class Bench { object Run() => Environment.CurrentDirectory; } class A { int M() => @; } ¦ 1 ¦ 2 ¦ Bench.Run calls Environment.get_CurrentDirectory
            class Bench { object? Run() => Environment.ProcessPath; } class A { int M() => @; } ¦ 1 ¦ 2 ¦ Bench.Run calls Environment.get_ProcessPath
            class Bench { object Run() => System.IO.Directory.GetCurrentDirectory(); } class A { int M() => @; } ¦ 1 ¦ 2 ¦ Bench.Run calls Directory.GetCurrentDirectory
            class Bench { object Run(System.Diagnostics.ProcessModule module) => module.FileName!; } class A { int M() => @; } ¦ 1 ¦ 2 ¦ Bench.Run calls ProcessModule.get_FileName
            """
        );

    [Theory]
    [MemberData(nameof(Dependencies))]
    [InlineData(
        "class Bench { object Run() => new A(1); } record A(int X) { @ }",
        "",
        "public virtual bool Equals(A? other) => false; public override int GetHashCode() => 0;",
        null
    )]
    public void What_it_depends_on_is_noticed(string source, string before, string after, string? reason) =>
        Changed(source.Replace("@", before, StringComparison.Ordinal), source.Replace("@", after, StringComparison.Ordinal), reason ?? "");

    // A generated serializer requests the members of its own types only.
    [Theory]
    [InlineData(
        "class Bench { object? Run() => typeof(Used).GetProperty(\"X\"); } class Used { public int X => 1; } class Other { int Y() => @; }"
    )]
    [InlineData("class Bench { object Run() => new Used().ToString() + typeof(Used).Name; } class Used { } class Other { int Y() => @; }")]
    [InlineData("class Bench { T Run<T>() where T : new() => new T(); } class Other { int Y() => @; }")]
    [InlineData(
        "class Bench { void Run(int n) { if (n < 0) Start(); } object Start() => System.Diagnostics.Process.Start(\"x\"); } class Other { int Y() => @; }"
    )]
    public void Reflection_reaches_only_what_it_can(string source) =>
        Same(source.Replace("@", "1", StringComparison.Ordinal), source.Replace("@", "2", StringComparison.Ordinal));

    [Theory]
    [InlineData("private")]
    [InlineData("internal")]
    public void A_constant_that_only_code_takes_is_no_change_of_its_type(string visibility) =>
        Same(
            "class Bench { object Run() => new A(); } class A { private const int Old = 1; public int Other() => Old; }",
            $"class Bench {{ object Run() => new A(); }} class A {{ {visibility} const int Old = 2, New = 3; public int Other() => Old + New; }}"
        );

    [Fact]
    public void Unrelated_members_of_a_type_in_use_may_change() =>
        Same(
            "class Bench { int Run() => A.Used(1); } class A { public static int Used(int x) => x; static int other = 2; }",
            "class Bench { int Run() => A.Used(1); } class A { static void New() { } public static int Used(int x) => x; static int other = 2; static int more; }"
        );

    [Fact]
    public void The_order_of_types_and_methods_is_no_change_where_nobody_looks_at_all_of_them() =>
        Same(
            "class Bench { int Run() => A.X(); } static class A { public static int X() => 1; public static int Y() => 1; } class B { }",
            "class B { } class Bench { int Run() => A.X(); } static class A { public static int Y() => 1; public static int X() => 1; }"
        );

    [Fact]
    public void An_embedded_resource_is_noticed()
    {
        const string source = "class Bench { int Run() => 1; }";
        Assert.Equal(
            "the assembly Program changed",
            Affecting([CompiledSource.Compile(source, resource: "a")], [CompiledSource.Compile(source, resource: "b")])
        );
    }

    [Fact]
    public void Another_assembly_is_followed()
    {
        var (before, after) = (Library("1"), Library("2"));
        var program = CompiledSource.Compile(
            "class Bench { int Run() => new Derived<int>().M(1); } class Other<T> : Derived<T> { }",
            references: [before]
        );

        Assert.Equal("Base.M changed", Affecting([program, before], [program, after]));

        static byte[] Library(string value) =>
            CompiledSource.Compile(
                $"public class Base<T> {{ public int M(T x) => {value}; }} public class Derived<T> : Base<T> {{ }}",
                "Library"
            );
    }

    [Theory]
    [InlineData("Outer", "Outer.M changed")]
    [InlineData("Outer.Inner", "Outer.Inner.M changed")]
    [InlineData("Outer.Inner.Innermost", "Outer.Inner.Innermost.M changed")]
    public void A_type_that_has_moved_to_another_assembly_is_followed(string type, string reason)
    {
        var program = CompiledSource.Compile($"class Bench {{ int Run() => {type}.M(); }}", references: [Library("1", "Facade")]);
        var (before, after) = (Library("1", "Library"), Library("2", "Library"));
        var facade = CompiledSource.Compile(
            "[assembly: System.Runtime.CompilerServices.TypeForwardedTo(typeof(Outer))]",
            "Facade",
            references: [before]
        );

        Assert.Equal(reason, Affecting([program, facade, before], [program, facade, after]));

        static byte[] Library(string value, string name) =>
            CompiledSource.Compile(
                "public class Outer { @ public class Inner { @ public class Innermost { @ } } }".Replace(
                    "@",
                    $"public static int M() => {value};",
                    StringComparison.Ordinal
                ),
                name
            );
    }

    [Fact]
    public void What_may_be_null_in_a_type_of_one_file_is_noticed() =>
        Changed(
            "class Bench { object Run() => new Dto(); } file class Dto { public string? Name { get; set; } }",
            "class Bench { object Run() => new Dto(); } file class Dto { public string Name { get; set; } = null!; }",
            ""
        );

    // Nullability that most members share is stored at their type.
    [Theory]
    [InlineData("Delegate Run() => (string q, List<string?> r) => 1;")]
    [InlineData("Delegate Run() { var y = 1; return int (string? q) => y; }")]
    [InlineData("Delegate Run() { return F; static int F(string? q) => 1; }")]
    public void What_may_be_null_elsewhere_is_no_change_of_a_lambda(string run) =>
        Same(
            $"class Bench {{ {run} }}",
            $"class Bench {{ {run} string? A(string? a, string? b) => a; string? B(string? a, string? b) => a; string? C(string? a) => a; }}"
        );

    [Theory]
    [InlineData("One", "One", true)]
    [InlineData("One", "Two", false)]
    public void Which_of_several_programs_it_is_matters(string before, string after, bool isSame)
    {
        const string source = """
            class One { static void Main() { } }
            class Two { static void Main() { } }
            """;
        var changes = new CodeChanges(
            CompiledSource.Graph(CompiledSource.Compile(source, main: before)),
            CompiledSource.Graph(CompiledSource.Compile(source, main: after))
        );

        Assert.Equal(isSame, changes.IsEmpty);
    }

    [Theory]
    [InlineData("x ? first::A.M() : second::A.M()", "x ? second::A.M() : first::A.M()")]
    [InlineData("x ? typeof(first::A) : typeof(second::A)", "x ? typeof(second::A) : typeof(first::A)")]
    public void Types_of_one_name_are_known_by_their_assemblies(string before, string after)
    {
        byte[][] libraries = [Library("First"), Library("Second")];

        Assert.Equal("Bench.Run changed", Affecting([Program(before), .. libraries], [Program(after), .. libraries]));
        Assert.Null(Affecting([Program(before), .. libraries], [Program(before), .. libraries]));

        static byte[] Library(string name) => CompiledSource.Compile("public class A { public static int M() => 1; }", name);

        byte[] Program(string expression) =>
            CompiledSource.Compile(
                $"class Bench {{ object Run(bool x) => {expression}; }}",
                references: libraries,
                aliases: ["first", "second"]
            );
    }

    [Fact]
    public void Two_things_of_one_name_are_never_the_same()
    {
        var program = CompiledSource.Compile("class Bench { int Run() => 1; }");
        Assert.Contains("cannot be distinguished", Affecting([program, program], [program, program]), StringComparison.Ordinal);
    }

    /// <summary>Budgets leave out the most distant code.</summary>
    [Theory]
    [InlineData("Run`", "Bench.Run changed", true, 0, "class Bench { int Run() => 2 + A.M(); } class A { public static int M() => 2; }")]
    [InlineData("A.M`", "A.M changed", true, 1, "class Bench { int Run() => 1 + A.M(); } class A { public static int M() => 2; }")]
    [InlineData(
        "Run`",
        "A.M changed",
        false,
        CodeEffect.Unknown,
        "class Bench { int Run() => 1 + A.M(); } class A { public static int M() => 2; }"
    )]
    public void The_nearest_change_is_named_with_the_calls_to_it(string alsoRan, string reason, bool ran, int calls, string after)
    {
        const string before = "class Bench { int Run() => 1 + A.M(); } class A { public static int M() => 1; }";
        var (one, other) = (CompiledSource.Graph(CompiledSource.Compile(before)), CompiledSource.Graph(CompiledSource.Compile(after)));

        var effect = new CodeChanges(one, other).Affecting(
            [.. Ran(one), .. Also(one)],
            [.. Also(other).Where(key => key.TypeName != "Bench"), .. Ran(other)],
            Ran(other)
        );

        Assert.Equal(new CodeEffect(reason, ran ? EffectKind.Ran : EffectKind.MayRun, calls), effect! with { Key = null });

        IEnumerable<CodeKey> Also(CodeGraph graph) =>
            graph.Nodes.Keys.Where(key =>
                key.Kind == CodeKind.Method && $"{key.TypeName}.{key.Member}".StartsWith(alsoRan, StringComparison.Ordinal)
            );
    }

    // One case per line: its texts, with a broken bar between them.
    private static IEnumerable<object[]> Rows(string table) =>
        table
            .Split('\n')
            .Where(line => !line.StartsWith("//", StringComparison.Ordinal))
            .Select(line => line.Split(" ¦ ").ToArray<object>());

    private static void Same(string before, string after)
    {
        Assert.Null(Affecting([CompiledSource.Compile(before)], [CompiledSource.Compile(after)]));
        Assert.Null(Affecting([CompiledSource.Compile(after)], [CompiledSource.Compile(before)]));
    }

    private static void Changed(string before, string after, string reason)
    {
        Assert.StartsWith(reason, Affecting([CompiledSource.Compile(before)], [CompiledSource.Compile(after)]), StringComparison.Ordinal);
        // The result must not depend on which build comes first.
        Assert.NotNull(Affecting([CompiledSource.Compile(after)], [CompiledSource.Compile(before)]));
    }

    private static string? Affecting(byte[][] before, byte[][] after)
    {
        var (one, other) = (CompiledSource.Graph(before), CompiledSource.Graph(after));
        return new CodeChanges(one, other).Affecting(Ran(one), Ran(other))?.Reason;
    }

    private static CodeKey[] Ran(CodeGraph graph) =>
        [
            .. graph.Nodes.Keys.Where(key =>
                key is { Kind: CodeKind.Method, TypeName: "Bench" } && key.Member!.StartsWith("Run`", StringComparison.Ordinal)
            ),
        ];
}
