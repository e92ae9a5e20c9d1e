using Deque.AxeCore.Playwright;
using Microsoft.Playwright;

namespace Outside.Tests;

/// <summary>All rules of axe-core over a page as it is shown.</summary>
internal static class Axe
{
    public static async Task AssertAccessible(IPage page)
    {
        var result = await page.RunAxe();

        Assert.NotEmpty(result.Passes);
        if (result.Violations.Length > 0)
            Assert.Fail(
                string.Join(
                    '\n',
                    result.Violations.SelectMany(violation =>
                        violation.Nodes.Select(node => $"{violation.Id}: {violation.Help}: {node.Html}")
                    )
                )
            );
    }
}
