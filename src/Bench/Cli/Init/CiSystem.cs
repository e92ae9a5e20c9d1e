namespace Bench.Cli.Init;

internal enum CiSystem
{
    GitHub,
    Azure,
    GitLab,
}
