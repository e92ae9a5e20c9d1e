using Benchmarks.Running;

return Suite.Run(args);
