namespace Samples.Contracts;

public static class Routes
{
    public const string TextPlain = "/text-plain";
    public const string Jsons = "/jsons";
    public const string Validations = "/validations";
    public const string Registrations = "/registrations";
}
