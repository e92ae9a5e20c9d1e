namespace Bench.Init;

/// <summary>What runs the workflows of a repository.</summary>
internal enum CiSystem
{
    GitHub,
    Azure,
    GitLab,
}
