using Microsoft.AspNetCore.Mvc;

namespace Samples.MiddlewareApi;

[ApiController]
public sealed class AnswerController : ControllerBase
{
    [HttpGet(MiddlewareApp.Path)]
    public string Get() => MiddlewareApp.Answer;
}
