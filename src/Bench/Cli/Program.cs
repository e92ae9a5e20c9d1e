using Bench.Cli;
using Bench.Processes;

using var interruption = new Interruption();
return BenchCommand.Run(args, Context.OfProcess(interruption.Token));
