using Bench.Cli;

using var interruption = new Interruption();
return BenchCommand.Run(args, Context.OfProcess(interruption.Token));
