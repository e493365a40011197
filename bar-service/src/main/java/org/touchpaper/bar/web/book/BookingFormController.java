package org.touchpaper.bar.web.book;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.touchpaper.bar.api.CurrentUserPermissionService;
import org.touchpaper.bar.api.IdempotencyKeyValidator;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.NoAnswerException;
import org.touchpaper.bar.coallocation.service.BookingResult;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.coallocation.service.EquivalentBookingFinder;
import org.touchpaper.bar.coallocation.transaction.DatabaseUnavailableException;
import org.touchpaper.bar.coallocation.transaction.DryRunResult;
import org.touchpaper.bar.coallocation.transaction.DryRunService;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.web.book.BookingFormMapper.FormMapping;
import org.touchpaper.bar.web.preference.EnteredTime;
import org.touchpaper.bar.web.preference.PageTimeFormatter;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/** The booking form: shows, edits, checks and submits it. */
@Controller
class BookingFormController {

  private static final Logger LOG = LoggerFactory.getLogger(BookingFormController.class);

  private final CoAllocationService service;
  private final DryRunService dryRunService;
  private final EquivalentBookingFinder duplicates;
  private final BookingFormFactory forms;
  private final BookingFormRenderer page;
  private final CurrentNetworkDirectory directory;
  private final CurrentUserPermissionService currentUserPermissionService;
  private final FormSubmissions submissions;
  private final PageTimeFormatter pageTimeFormatter;
  private final Clock clock;

  BookingFormController(
      CoAllocationService service,
      DryRunService dryRunService,
      EquivalentBookingFinder duplicates,
      BookingFormFactory forms,
      BookingFormRenderer page,
      CurrentNetworkDirectory directory,
      CurrentUserPermissionService currentUserPermissionService,
      FormSubmissions submissions,
      PageTimeFormatter pageTimeFormatter,
      Clock clock) {
    this.service = service;
    this.dryRunService = dryRunService;
    this.duplicates = duplicates;
    this.forms = forms;
    this.page = page;
    this.directory = directory;
    this.currentUserPermissionService = currentUserPermissionService;
    this.submissions = submissions;
    this.pageTimeFormatter = pageTimeFormatter;
    this.clock = clock;
  }

  /** Is typed beside the form, and stays as long as it does. */
  @ModelAttribute(BookingFormRenderer.TEMPLATE_NAME)
  String typedTemplateName(@RequestParam(defaultValue = "") String templateName) {
    return templateName;
  }

  /**
   * Shows the form with values of the URL.
   *
   * @param again a booking to book again
   * @param template a template to fill it from
   */
  @GetMapping("/book")
  String show(
      @RequestParam MultiValueMap<String, String> values,
      @RequestParam(required = false) @Nullable UUID again,
      @RequestParam(required = false) @Nullable UUID template,
      Authentication login,
      Model model) {
    var person = currentUserPermissionService.personOf(login);
    var form =
        again != null
            ? forms.ofBooking(again, person)
            : template != null
                ? forms.ofTemplate(template, person)
                : Optional.of(BookingFormParameters.read(values));
    return page.render(
        inZone(form.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND))),
        FormSubmissionResult.NOTHING,
        login,
        model);
  }

  /** Links have times in UTC unless they name a zone; people see them in theirs. */
  private BookingForm inZone(BookingForm form) {
    var schedule = form.schedule();
    return form.with(
        FormTimeFormatter.of(schedule.zone())
            .convert(schedule, new FormTimeFormatter(pageTimeFormatter.zone())));
  }

  /**
   * Edits the form without booking anything.
   *
   * @param add the kind of row to add
   * @param remove the row to remove
   * @param use a start to take
   */
  @PostMapping("/book/form")
  String edit(
      @RequestParam MultiValueMap<String, String> values,
      @RequestParam(defaultValue = "") String add,
      @RequestParam(defaultValue = "") String remove,
      @RequestParam(required = false) @Nullable Instant use,
      Authentication login,
      Model model) {
    var typed = BookingFormParameters.read(values);
    var form = typed.withRowAdded(add).withoutRow(remove);
    if (use != null) {
      form = form.with(starting(form, use));
    }
    var focus =
        switch (add) {
          case "lightpath" -> "source-" + (form.lightpaths().size() - 1);
          case "cluster" -> "cluster-" + (form.compute().size() - 1);
          case "units" -> "units-" + (form.units().size() - 1);
          default ->
              use == null ? remove.isEmpty() ? "" : "add-" + remove.split("-", 2)[0] : "book";
        };
    return page.render(form, FormSubmissionResult.edited(focus), login, model);
  }

  /**
   * A fixed time moves to the start and keeps its length. A window stays one, and is made longer if
   * the slot ends after it.
   */
  private BookingForm.ScheduleFields starting(BookingForm form, Instant start) {
    var schedule = form.schedule();
    var times = FormTimeFormatter.of(schedule.zone());
    var length = BookingFormMapper.map(form, clock.instant()).length();
    if (length.isEmpty()) {
      return schedule;
    }
    var end = start.plus(length.get());
    if (schedule.isWindow()) {
      return times.read(schedule.notAfter()).orElse(null) instanceof EnteredTime.Exact(var notAfter)
              && !notAfter.isBefore(end)
          ? schedule
          : schedule.endingBy(times.write(end));
    }
    var moved = schedule.startingAt(times.write(start));
    return schedule.hasEnd() ? moved.endingAt(times.write(end)) : moved;
  }

  /** Judges the form as it would be if it were booked now. */
  @PostMapping("/book/check")
  String check(
      @RequestParam MultiValueMap<String, String> values, Authentication login, Model model) {
    var form = BookingFormParameters.read(values);
    var person = currentUserPermissionService.personOf(login);
    var mapped = BookingFormMapper.map(form, now());
    return page.render(form, check(form, mapped, person), login, model);
  }

  private FormSubmissionResult check(BookingForm form, FormMapping mapped, Person person) {
    if (!mapped.errors().isEmpty()) {
      return invalid(form, mapped, violations(mapped, person));
    }
    try {
      var result = dryRunService.book(person, mapped.request());
      var times = FormTimeFormatter.of(form.schedule().zone());
      return (result.refusals().isEmpty()
              ? FormSubmissionResult.NOTHING
              : refused(heading(result), form, mapped, result.refusals(), result.alternatives()))
          .with(CheckSummary.of(result, times));
    } catch (InvalidRequestException e) {
      return invalid(form, mapped, e.violations());
    } catch (NoAnswerException e) {
      return unanswered(e);
    }
  }

  private static String heading(DryRunResult result) {
    return result.isUnanswered()
        ? "This cannot be checked now. Nothing was booked."
        : "This would be refused now. Nothing was booked.";
  }

  /**
   * Books.
   *
   * @param confirmed the same booking, which is to be made once more
   */
  @PostMapping("/book")
  String book(
      @RequestParam MultiValueMap<String, String> values,
      @RequestParam(required = false) @Nullable UUID confirmed,
      Authentication login,
      Model model) {
    var form = BookingFormParameters.read(values);
    var person = currentUserPermissionService.personOf(login);
    try {
      IdempotencyKeyValidator.validate(form.key());
      var mapped = BookingFormMapper.map(form, submissions.firstSubmittedAt(form.key(), now()));
      if (!mapped.errors().isEmpty()) {
        submissions.discard(form.key());
        return page.render(
            form.withNewKey(), invalid(form, mapped, violations(mapped, person)), login, model);
      }
      return book(form, mapped, confirmed, login, model);
    } catch (InvalidRequestException e) { // of the key
      var mapped = BookingFormMapper.map(form, now());
      return page.render(form.withNewKey(), invalid(form, mapped, e.violations()), login, model);
    }
  }

  private String book(
      BookingForm form,
      FormMapping mapped,
      @Nullable UUID confirmed,
      Authentication login,
      Model model) {
    var person = currentUserPermissionService.personOf(login);
    try {
      var same = duplicates.find(person, mapped.request(), form.key());
      if (same.isPresent() && !same.get().id().equals(confirmed)) {
        submissions.discard(form.key());
        return page.render(form, FormSubmissionResult.duplicate(same.get().id()), login, model);
      }
      var result = service.book(person, mapped.request(), form.key());
      submissions.recordBooking(form.key(), result.booking().id());
      return resultPage(form, mapped, result, login, model);
    } catch (InvalidRequestException e) {
      return invalidPage(form, mapped, e, login, model);
    } catch (NoAnswerException e) { // before anything was stored
      return page.render(form, unanswered(e), login, model);
    } catch (DatabaseUnavailableException e) {
      LOG.warn("outcome of booking form key={} is unknown: {}", form.key(), e.toString());
      return page.render(
          form, FormSubmissionResult.undecided(), login, model); // the same key: it joins
    }
  }

  /** A refused or abandoned request gets a new key, because the next one is a new request. */
  private String resultPage(
      BookingForm form,
      FormMapping mapped,
      BookingResult result,
      Authentication login,
      Model model) {
    var booking = result.booking();
    return switch (result) {
      case BookingResult.Booked _, BookingResult.Undecided _, BookingResult.IdConflict _ ->
          "redirect:/bookings/" + booking.id(); // the page shows its state and can cancel it
      case BookingResult.Refused _, BookingResult.NeverFits _ ->
          page.render(
              form.withNewKey(),
              refused(
                  "This booking was refused. No resources are held.",
                  form,
                  mapped,
                  booking.refusals(),
                  booking.alternatives()),
              login,
              model);
      case BookingResult.NotStarted _ ->
          page.render(
              form.withNewKey(),
              FormSubmissionResult.refused(
                  "This could not be booked now. No resources are held. Try again.",
                  new FormErrors(
                      Map.of(), booking.reason().map(messages(form)::sentence).stream().toList()),
                  List.of()),
              login,
              model);
    };
  }

  private String invalidPage(
      BookingForm form,
      FormMapping mapped,
      InvalidRequestException invalid,
      Authentication login,
      Model model) {
    if (invalid.violations().stream().anyMatch(violation -> violation.rule().equals("same-body"))) {
      var earlier = submissions.bookingOf(form.key()).orElse(null);
      return page.render(form.withNewKey(), FormSubmissionResult.submitted(earlier), login, model);
    }
    submissions.discard(form.key());
    return page.render(
        form.withNewKey(), invalid(form, mapped, invalid.violations()), login, model);
  }

  /** What the services find wrong with a form of which a part could not be read. */
  private List<FieldViolation> violations(FormMapping mapped, Person person) {
    try {
      return dryRunService.violations(person, mapped.request()).stream()
          .filter(violation -> mapped.hasSchedule() || !violation.field().startsWith("schedule"))
          .toList();
    } catch (NoAnswerException e) {
      LOG.info("a form is judged in part: {}", e.toString());
      return List.of();
    }
  }

  private static FormSubmissionResult invalid(
      BookingForm form, FormMapping mapped, List<FieldViolation> violations) {
    var byField = new LinkedHashMap<String, String>();
    var general = new ArrayList<String>();
    for (var violation : violations) {
      var id = idOf(violation, form, mapped);
      var text = messages(form).of(violation);
      if (id.isEmpty()) {
        general.add(text);
      } else {
        byField.putIfAbsent(id, text);
      }
    }
    var errors = mapped.errors().and(new FormErrors(byField, general));
    return FormSubmissionResult.refused(
        errors.count() == 1
            ? "Nothing was booked. One thing needs a correction:"
            : "Nothing was booked. %d things need a correction:".formatted(errors.count()),
        errors,
        List.of());
  }

  /** A parameter without a value has its own field. */
  private static String idOf(FieldViolation violation, BookingForm form, FormMapping mapped) {
    var id = mapped.idOf(violation.field(), form.schedule().hasEnd());
    var missing = violation.message().replaceFirst("^.* needs (\\S+)=VALUE.*$", "$1");
    return violation.rule().equals("required") && !missing.equals(violation.message())
        ? BookingFormMapper.argumentId(
            Integer.parseInt(id.substring(id.lastIndexOf('-') + 1)), missing)
        : id;
  }

  private FormSubmissionResult refused(
      String heading,
      BookingForm form,
      FormMapping mapped,
      List<Refusal> refusals,
      List<Schedule> alternatives) {
    var byField = new LinkedHashMap<String, String>();
    var general = new ArrayList<String>();
    for (var refusal : refusals) {
      var id = mapped.idOf(refusal.field(), form.schedule().hasEnd());
      var text = messages(form).of(refusal, hostOf(refusal, form));
      if (id.isEmpty() || byField.putIfAbsent(id, text) != null) {
        general.add(text);
      }
    }
    var times = FormTimeFormatter.of(form.schedule().zone());
    return FormSubmissionResult.refused(
        heading,
        new FormErrors(byField, general.stream().distinct().toList()),
        alternatives.stream().map(slot -> AlternativeSlotView.of(slot, times)).toList());
  }

  /**
   * The host of the form at whose port a campus refuses; the campus has a name of its own. A
   * cluster may have the name of a port.
   */
  private String hostOf(Refusal refusal, BookingForm form) {
    if (refusal.code() == Refusal.Code.NODES_BUSY
        || refusal.code() == Refusal.Code.MORE_THAN_MACHINE) {
      return "";
    }
    return form.lightpaths().stream()
        .flatMap(row -> List.of(row.source(), row.destination()).stream())
        .flatMap(name -> directory.get().host(name).stream())
        .filter(
            host -> host.port().filter(port -> port.port().equals(refusal.resource())).isPresent())
        .map(NetworkDirectory.Host::name)
        .collect(Collectors.toSet())
        .stream()
        .findFirst()
        .orElse("");
  }

  private static FormSubmissionResult unanswered(NoAnswerException e) {
    LOG.info("a form cannot be judged: {}", e.toString());
    return FormSubmissionResult.refused(
        "A service did not answer, so this cannot be judged now. Nothing was booked. Try again.",
        FormErrors.NONE,
        List.of());
  }

  private static BookingFormMessages messages(BookingForm form) {
    return new BookingFormMessages(FormTimeFormatter.of(form.schedule().zone()));
  }

  /** In microseconds, the database's resolution. */
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
