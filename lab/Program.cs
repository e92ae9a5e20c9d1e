using Bench.Processes;
using Lab;

using var interruption = new Interruption();
return LabCommand.Run(args, Context.OfProcess(interruption.Token));
