namespace Bench.Init;

internal enum CiSystem
{
    GitHub,
    Azure,
    GitLab,
}
