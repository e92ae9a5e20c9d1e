using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace Samples.AdventureWorksApi.Data;

/// <summary>
/// Money in SQLite, which has no decimal type: whole ten-thousandths. As text, which is Entity Framework's usual way, it would lose the
/// zeros at its end, and could be neither ordered nor added up.
/// </summary>
internal sealed class TenThousandths()
    : ValueConverter<decimal, long>(
        amount => decimal.ToInt64(decimal.Round(amount * 10_000)),
        // Not divided: the product has four places, always.
        stored => stored * 0.0001m
    );

/// <summary>Points in time in SQLite, which are text without a zone there: all are UTC, as in PostgreSQL.</summary>
internal sealed class UtcTime()
    : ValueConverter<DateTime, DateTime>(time => time, stored => DateTime.SpecifyKind(stored, DateTimeKind.Utc));
