using System.ComponentModel;
using System.Runtime.InteropServices;

namespace Bench.IgnoreCaseReplace.Tests;

/// <summary>A page of memory between two unreadable ones: reading one byte too far ends the process.</summary>
internal sealed unsafe partial class GuardedPages : IDisposable
{
    private const int None = 0;
    private const int ReadWrite = 3;
    private const int PrivateAnonymous = 0x22;
    private const int PrivateAnonymousOnMac = 0x1002;

    private readonly nint size = Environment.SystemPageSize;
    private readonly nint start;

    public GuardedPages()
    {
        start = Map(0, 3 * size, None, OperatingSystem.IsMacOS() ? PrivateAnonymousOnMac : PrivateAnonymous, -1, 0);
        if (start == -1 || Protect(start + size, size, ReadWrite) != 0)
            throw new Win32Exception();
    }

    public Span<char> AtStart(int length) => new((void*)(start + size), length);

    public Span<char> AtEnd(int length) => new((void*)(start + (2 * size) - (length * sizeof(char))), length);

    public void Dispose() => _ = Unmap(start, 3 * size);

    [LibraryImport("libc", EntryPoint = "mmap", SetLastError = true)]
    private static partial nint Map(nint address, nint length, int protection, int flags, int file, nint offset);

    [LibraryImport("libc", EntryPoint = "mprotect", SetLastError = true)]
    private static partial int Protect(nint address, nint length, int protection);

    [LibraryImport("libc", EntryPoint = "munmap", SetLastError = true)]
    private static partial int Unmap(nint address, nint length);
}
