using System.ComponentModel.DataAnnotations;

namespace Samples.Contracts;

// The shorter name first, as controllers order errors; minimal APIs list them as declared. So both send the same bytes.
public sealed record ValidationRequest
{
    // Nullable, because a missing number would be 0, which Required accepts.
    [Required]
    public int? Id { get; init; }

    [Required, StringLength(100)]
    public string? Description { get; init; }
}
