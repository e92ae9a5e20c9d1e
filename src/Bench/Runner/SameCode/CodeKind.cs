namespace Bench.Runner;

internal enum CodeKind
{
    Method,
    Field,
    Type,
    Assembly,
    Shapes,
    Order,
}
