namespace Samples.Contracts;

public sealed record Person(string Name, string Surname, DateOnly BirthDate);
