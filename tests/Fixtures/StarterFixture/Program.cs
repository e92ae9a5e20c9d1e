using BenchmarkDotNet.Running;

BenchmarkSwitcher.FromAssembly(typeof(Library.LibraryRows).Assembly).Run(args);
