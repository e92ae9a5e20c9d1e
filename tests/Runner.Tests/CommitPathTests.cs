namespace Bench.Runner.Tests;

[Trait("Category", "Process")]
public sealed class CommitPathTests : FolderTests
{
    private readonly string root;
    private readonly Repository repository;

    public CommitPathTests()
    {
        root = Path.Combine(folder.Root, "repository");
        MeasuredPrograms.GitIn(root, "init", "--quiet", "--initial-branch=main");
        Commit("first");
        repository = Repository.Find(root, TestContext.Current.CancellationToken);
    }

    [Fact]
    public void First_parents_are_the_way_and_a_merge_is_one_step_of_it()
    {
        OnBranch("side", "side 1", "side 2");
        Commit("main 1");
        Merge("side");
        Commit("main 2");

        var path = Between("main~3", "main");

        Assert.Equal(["first", "main 1", "merge side", "main 2"], path.Select(commit => commit.Subject));
        Assert.Equal(["first", "side 1", "side 2"], Assert.Single(Merged(path[1], path[2])).Select(commit => commit.Subject));
        Assert.Empty(Merged(path[2], path[3]));
    }

    /// <summary>Commits that a branch merged from main are already good, and not its own changes.</summary>
    [Fact]
    public void A_branch_that_took_main_in_begins_there_and_what_it_had_before_is_a_branch_of_that_merge()
    {
        OnBranch("side", "side 1");
        Commit("main 1");
        MeasuredPrograms.GitIn(root, "checkout", "--quiet", "side");
        Merge("main");
        Commit("side 2");
        MeasuredPrograms.GitIn(root, "checkout", "--quiet", "main");
        Merge("side");

        var path = Between("main~2", "main");
        var branch = Assert.Single(Merged(path[1], path[2]));

        Assert.Equal(["main 1", "merge main", "side 2"], branch.Select(commit => commit.Subject));
        Assert.Equal(["first", "side 1"], Assert.Single(Merged(branch[0], branch[1])).Select(commit => commit.Subject));
    }

    [Fact]
    public void A_good_commit_beside_the_first_parents_is_refused_with_one_that_is_not()
    {
        var fork = repository.Commit("main")[..12];
        OnBranch("side", "side 1");
        Merge("side");
        Assert.Contains($"such as {fork}", Assert.Throws<UsageException>(() => Between("side", "main")).Message);
        Assert.Equal(2, Between(fork, "main").Count);
    }

    [Fact]
    public void Signatures_that_git_is_told_to_show_are_no_part_of_it()
    {
        Commit("second");
        // A verifier prints a line for each commit.
        var verifier = Path.Combine(folder.Root, "verifier");
        File.WriteAllText(verifier, "#!/bin/sh\necho verified\n");
        MeasuredPrograms.GitIn(root, "config", "log.showSignature", "true");
        var git = Path.Combine(folder.Root, "signed");
        File.WriteAllText(
            git,
            MeasuredPrograms
                .GitIn(root, "cat-file", "commit", "HEAD")
                .Replace(
                    "\n\n",
                    "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n",
                    StringComparison.Ordinal
                )
        );
        var signed = MeasuredPrograms.GitIn(root, "hash-object", "-t", "commit", "-w", git).Trim();
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(verifier, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        MeasuredPrograms.GitIn(root, "config", "gpg.program", verifier);

        Assert.Equal(["first", "second"], Between("HEAD~1", signed).Select(commit => commit.Subject));
    }

    [Fact]
    public void A_subject_may_hold_what_separates_fields()
    {
        Commit("second\u001fof two");
        Commit("third");
        Assert.Equal(["first", "second\u001fof two", "third"], Between("HEAD~2", "HEAD").Select(commit => commit.Subject));
    }

    [Fact]
    public void A_separator_in_the_name_of_an_author_does_not_change_the_subject()
    {
        MeasuredPrograms.CommitStagedIn(root, "second", "--allow-empty", "--author=a\u001fnot the subject <a@example.org>");
        var commit = Between("HEAD~1", "HEAD")[1];
        Assert.Equal(("a\u001fnot the subject", "second"), (commit.Author, commit.Subject));
    }

    [Theory]
    [InlineData("lib/sub", true)]
    [InlineData("lib/sub/src/X/A.cs", true)]
    [InlineData("lib/sub/src/Xy/A.cs", false)]
    [InlineData("lib/submodule", false)]
    [InlineData("Directory.Build.props", true)]
    [InlineData("README.md", false)]
    public void A_program_is_built_from_the_submodule_that_its_project_lies_in(string file, bool isSource)
    {
        var project = new EvaluatedProject(Path.Combine(root, "lib/sub/src/X/X.csproj"), []);
        var sources = ProgramSources.Of(root, project, TestBuilds.WithoutCache, TestContext.Current.CancellationToken);
        Assert.Equal(isSource, sources.Has(file));
    }

    private void Commit(string message) => MeasuredPrograms.CommitStagedIn(root, message, "--allow-empty");

    private void OnBranch(string name, params string[] messages)
    {
        MeasuredPrograms.GitIn(root, "checkout", "--quiet", "-b", name);
        foreach (var message in messages)
            Commit(message);
        MeasuredPrograms.GitIn(root, "checkout", "--quiet", "main");
    }

    private void Merge(string branch) =>
        MeasuredPrograms.GitIn(
            root,
            "-c",
            "user.name=test",
            "-c",
            "user.email=test@example.org",
            "merge",
            "--quiet",
            "--no-ff",
            "-m",
            $"merge {branch}",
            branch
        );

    private IReadOnlyList<PathCommit> Between(string good, string bad) =>
        CommitPath.Between(repository, repository.Commit(good), repository.Commit(bad));

    private IReadOnlyList<PathCommit>[] Merged(PathCommit before, PathCommit commit) =>
        [.. new BisectHistory(repository, [before, commit], _ => true, isIntoMerged: true).Merged(before, commit)];
}
