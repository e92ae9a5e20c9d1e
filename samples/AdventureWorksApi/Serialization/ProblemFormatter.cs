using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Formatters;

namespace Samples.AdventureWorksApi.Serialization;

/// <summary>Problem documents of controllers with Json.NET, whose package writes their members in another order.</summary>
internal sealed class ProblemFormatter()
    : SystemTextJsonOutputFormatter(
        new JsonSerializerOptions(JsonSerializerDefaults.Web)
        {
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
            TypeInfoResolver = new DefaultJsonTypeInfoResolver(),
        }
    )
{
    protected override bool CanWriteType(Type? type) => type?.IsAssignableTo(typeof(ProblemDetails)) == true;
}
