package org.touchpaper.bar.web.book;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.touchpaper.bar.api.ApiRequestBodyRecords;
import org.touchpaper.bar.template.BookingTemplateService;
import org.touchpaper.platform.problem.InvalidRequestException;

/** Saves the form as a template, and deletes templates. */
@Controller
class BookingTemplateController {

  private static final String NAME = BookingFormRenderer.TEMPLATE_NAME;

  private final BookingTemplateService templates;
  private final BookingFormRenderer page;

  BookingTemplateController(BookingTemplateService templates, BookingFormRenderer page) {
    this.templates = templates;
    this.page = page;
  }

  /** Saves all but times and key, which are of one booking. */
  @PostMapping("/book/templates")
  String save(
      @RequestParam MultiValueMap<String, String> values,
      @RequestParam(defaultValue = "") String templateName,
      Authentication login,
      Model model) {
    var form = BookingFormParameters.read(values);
    var result = save(form, templateName.strip(), login.getName());
    model.addAttribute(
        BookingFormRenderer.TEMPLATE_NAME, result.errors().count() == 0 ? "" : templateName);
    return page.render(form, result, login, model);
  }

  private FormSubmissionResult save(BookingForm form, String name, String owner) {
    if (name.isEmpty()) {
      return wrongName("Enter a name for the template.");
    }
    try {
      templates.save(
          owner,
          ApiRequestBodyRecords.validateText(NAME, name),
          BookingFormParameters.writeQuery(form.with(form.schedule().withoutTimes())));
      return FormSubmissionResult.done("The template “" + name + "” is saved.");
    } catch (InvalidRequestException e) {
      var violation = e.violations().getFirst();
      return wrongName(
          violation.message().startsWith(NAME)
              ? BookingFormMessages.ofText(violation.rule())
              : violation.message());
    }
  }

  private static FormSubmissionResult wrongName(String message) {
    return FormSubmissionResult.refused(
        "The template was not saved:", new FormErrors(Map.of(NAME, message), List.of()), List.of());
  }

  @PostMapping("/book/templates/{id}/delete")
  String delete(@PathVariable UUID id, Authentication login) {
    templates.delete(login.getName(), id);
    return "redirect:/book";
  }
}
