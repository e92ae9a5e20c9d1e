using Microsoft.AspNetCore.Mvc;
using Samples.Contracts;

namespace Samples.ControllerApi;

[ApiController]
public sealed class SampleController : ControllerBase
{
    [HttpGet(Routes.TextPlain)]
    public string GetText() => "response";

    [HttpGet(Routes.Jsons)]
    public ActionResult<Person[]> GetPeople(int size = People.DefaultPageSize)
    {
        if (size is >= 1 and <= People.LargestPageSize)
            return People.Page(size);

        ModelState.AddModelError(nameof(size), People.SizeError);
        return ValidationProblem();
    }

    [HttpPost(Routes.Validations)]
    public ValidationRequest Validate(ValidationRequest request) => request;

    [HttpPost(Routes.Registrations)]
    public Registration Register(Registration registration) => registration;
}
