using System.ComponentModel.DataAnnotations;

namespace Samples.Contracts;

/// <summary>A form with 20 rules, all of them built-in attributes.</summary>
// Ordered by the length of the name, then by name, as controllers order errors; minimal APIs list them as declared.
// So both send the same bytes.
public sealed record Registration
{
    [Required, StringLength(80)]
    public string? City { get; init; }

    [Required, EmailAddress, StringLength(254)]
    public string? Email { get; init; }

    [Url]
    public string? Website { get; init; }

    [Required, StringLength(50)]
    public string? LastName { get; init; }

    [Required, Length(3, 30), RegularExpression("^[a-z0-9-]*$")]
    public string? UserName { get; init; }

    [Required, StringLength(50)]
    public string? FirstName { get; init; }

    [MinLength(1), MaxLength(10)]
    public string[]? Interests { get; init; }

    [Required, RegularExpression("^[A-Z]{2}$")]
    public string? CountryCode { get; init; }

    [Phone]
    public string? PhoneNumber { get; init; }

    [AllowedValues(true)]
    public bool? AcceptsTerms { get; init; }

    [Range(1, 20)]
    public int? HouseholdSize { get; init; }
}
