namespace Samples.Contracts.Hosting;

/// <summary>A setting that can't be used; the message says what can.</summary>
public sealed class SettingException(string message) : Exception(message)
{
    /// <summary>A setting that is one of several names, whatever their case; the first where it is not set.</summary>
    /// <typeparam name="T">Has the names.</typeparam>
    /// <param name="key">What the setting is called.</param>
    /// <param name="text">What it is set to.</param>
    /// <exception cref="SettingException">It is none of the names.</exception>
    public static T Parse<T>(string key, string? text)
        where T : struct, Enum
    {
        if (string.IsNullOrEmpty(text))
            return default;
        // Not TryParse: it takes numbers, and names with commas between, as well.
        return Enum.GetNames<T>().FirstOrDefault(name => name.Equals(text, StringComparison.OrdinalIgnoreCase)) is { } known
            ? Enum.Parse<T>(known)
            : throw new SettingException($"{key} is one of {string.Join(", ", Enum.GetNames<T>())}, not '{text}'.");
    }
}
