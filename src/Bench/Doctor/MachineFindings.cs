namespace Bench.Doctor;

/// <summary>Everything that the files of a system say of the machine.</summary>
internal static class MachineFindings
{
    /// <param name="before">A reading of what the processor does; null where the system does not say.</param>
    /// <param name="after">Another, some time later.</param>
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
