namespace Bench.Cli.Doctor;

internal static class MachineFindings
{
    /// <param name="before">Null if the system does not report its activity.</param>
    /// <param name="after">A later reading.</param>
    public static IEnumerable<Finding> From(SystemFiles files, int cores, Activity? before, Activity? after) =>
        [
            ProcessorFindings.Cores(cores),
            ProcessorFindings.Governor(files),
            ProcessorFindings.Turbo(files),
            ProcessorFindings.Clock(files),
            ProcessorFindings.Counters(files),
            ContainerFindings.Virtualization(files),
            ContainerFindings.CpuLimit(files),
            ContainerFindings.Memory(files),
            LoadFindings.Power(files),
            LoadFindings.Load(files, cores),
            LoadFindings.Processes(before, after, cores, Environment.ProcessId),
            LoadFindings.BuildServers(files),
            LoadFindings.Steal(before, after),
        ];
}
