using System.Reflection.Emit;
using System.Reflection.Metadata;

namespace Bench.Runner;

internal static class IlTokens
{
    private const int TwoBytes = 0xFE;

    private static readonly Dictionary<int, OperandType> Operands = typeof(OpCodes)
        .GetFields()
        .Select(field => field.GetValue(null))
        .OfType<OpCode>()
        .ToDictionary(code => (int)(ushort)code.Value, code => code.OperandType);

    // "plain" gets each byte except those of tokens; "token" gets a token after its instruction.
    public static void Read(BlobReader code, Action<byte> plain, Action<int> token)
    {
        while (code.RemainingBytes > 0)
        {
            int operation = Next();
            if (operation == TwoBytes)
                operation = (operation << 8) | Next();
            if (!Operands.TryGetValue(operation, out var operand))
                throw new BadImageFormatException($"{operation:x} is not an instruction.");
            if (operand is OperandType.InlineSwitch)
                Skip(Skip4() * 4);
            else if (IsToken(operand))
                token(code.ReadInt32());
            else
                Skip(Length(operand));
        }

        byte Next()
        {
            var value = code.ReadByte();
            plain(value);
            return value;
        }

        void Skip(int count)
        {
            for (; count > 0; count--)
                Next();
        }

        int Skip4() => Next() | (Next() << 8) | (Next() << 16) | (Next() << 24);
    }

    private static bool IsToken(OperandType operand) =>
        operand
            is OperandType.InlineField
                or OperandType.InlineMethod
                or OperandType.InlineSig
                or OperandType.InlineString
                or OperandType.InlineTok
                or OperandType.InlineType;

    private static int Length(OperandType operand) =>
        operand switch
        {
            OperandType.InlineNone => 0,
            OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
            OperandType.InlineVar => 2,
            OperandType.InlineI8 or OperandType.InlineR => 8,
            _ => 4,
        };
}
