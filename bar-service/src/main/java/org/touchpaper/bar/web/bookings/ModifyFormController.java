package org.touchpaper.bar.web.bookings;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.touchpaper.bar.aggregator.LightpathChangeService.ChangeOutcome;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.api.CurrentUserPermissionService;
import org.touchpaper.bar.api.EntityTagAdvice;
import org.touchpaper.bar.api.IdempotencyKeyValidator;
import org.touchpaper.bar.api.StandaloneLightpathChangeService;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.ModificationRequest;
import org.touchpaper.bar.coallocation.request.StandaloneLightpathChange;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.coallocation.service.ModifyResult;
import org.touchpaper.bar.coallocation.transaction.RequestRegistrar;
import org.touchpaper.bar.web.book.BookingForm.TimeField;
import org.touchpaper.bar.web.book.BookingFormMessages;
import org.touchpaper.bar.web.book.TimeFieldView;
import org.touchpaper.bar.web.preference.PageTimeFormatter;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Schedule;

/**
 * The form that changes a booking. Values submitted unchanged stay as they are; a form that is
 * refused is shown again with what was typed.
 */
@Controller
class ModifyFormController {

  private static final String NOT_CHANGED = "Not changed: ";

  private static final Set<String> TIMES = Set.of("start", "end", "notBefore", "notAfter");

  private static final ModificationRequest NO_MODIFICATION =
      new ModificationRequest(null, null, null, null, null, null, null, null);

  private static final StandaloneLightpathChange NO_CHANGE =
      new StandaloneLightpathChange(null, null, null, null, null);

  private final BookingReader reader;
  private final BookingPageRenderer page;
  private final CoAllocationService coAllocations;
  private final LightpathService lightpaths;
  private final StandaloneLightpathChangeService standaloneChanges;
  private final CurrentUserPermissionService currentUserPermissionService;
  private final PageTimeFormatter times;

  ModifyFormController(
      BookingReader reader,
      BookingPageRenderer page,
      CoAllocationService coAllocations,
      LightpathService lightpaths,
      StandaloneLightpathChangeService standaloneChanges,
      CurrentUserPermissionService currentUserPermissionService,
      PageTimeFormatter times) {
    this.reader = reader;
    this.page = page;
    this.coAllocations = coAllocations;
    this.lightpaths = lightpaths;
    this.standaloneChanges = standaloneChanges;
    this.currentUserPermissionService = currentUserPermissionService;
    this.times = times;
  }

  /** What became of a change: an empty text if it was made, else a sentence. */
  private record Answer(String message, boolean isUnderWay) {
    static final Answer CHANGED = new Answer("", false);
    static final Answer NOTHING =
        new Answer("Nothing to change: these are the current values.", false);

    static Answer refused(String reason) {
      return new Answer(NOT_CHANGED + reason, false);
    }
  }

  /**
   * Says whether a time that is being typed occurs twice.
   *
   * @param field its name in the form
   */
  @GetMapping("/bookings/twice")
  String showOccurrences(
      @RequestParam String zone,
      @RequestParam String field,
      @RequestParam Map<String, String> fields,
      Model model) {
    if (!TIMES.contains(field)) {
      throw new ResponseStatusException(HttpStatus.NOT_FOUND);
    }
    var typed = new TimeField(fields.getOrDefault(field, ""), "");
    model.addAttribute("name", field);
    model.addAttribute("view", TimeFieldView.of(typed, zone));
    return "time-twice";
  }

  @PostMapping("/bookings/{id}/change")
  String change(
      @PathVariable UUID id,
      @RequestParam Map<String, String> fields,
      Authentication login,
      Model model,
      RedirectAttributes flash) {
    var booking = reader.getOwn(id, login);
    var form = ModifyForms.submitted(page.forms().of(booking, true), fields);
    try {
      var answer = apply(booking, form, login);
      if (!answer.message().isEmpty() && !answer.isUnderWay()) {
        return refusedPage(id, form, answer.message(), Map.of(), login, model);
      }
      if (answer.isUnderWay()) {
        flash.addFlashAttribute("problem", answer.message());
      }
      return "redirect:/bookings/" + id;
    } catch (InvalidRequestException e) {
      return invalidPage(booking, form, e, login, model);
    } catch (ErrorResponseException e) {
      if (e.getStatusCode().value() != 412) {
        throw e;
      }
      return refusedPage(
          id,
          form,
          "Not changed: somebody else changed this booking while you were editing it. This page"
              + " shows what is booked now, and the form what you entered. Save again to change"
              + " the booking to that.",
          Map.of(),
          login,
          model);
    }
  }

  private Answer apply(VisibleBooking booking, ModifyForm form, Authentication login) {
    var key = IdempotencyKeyValidator.validate(form.key());
    return switch (booking) {
      case VisibleBooking.Together(var together, _, _) -> apply(together, form, key, login);
      case VisibleBooking.Alone alone -> apply(alone, form, key, login);
    };
  }

  /** The same form, sent again, asks for what is booked by then. */
  private Answer apply(
      CoAllocation booking, ModifyForm form, @Nullable String key, Authentication login) {
    var modification = page.forms().toModification(form, booking);
    if (modification.equals(NO_MODIFICATION)) {
      return booking.modifications().findByKey(String.valueOf(key)).isPresent()
          ? Answer.CHANGED
          : Answer.NOTHING;
    }
    return answer(
        coAllocations.modify(
            booking.id(),
            currentUserPermissionService.personOf(login),
            modification,
            key,
            EntityTagAdvice.requireMatch(form.version()),
            () -> {}));
  }

  private Answer apply(
      VisibleBooking.Alone booking, ModifyForm form, @Nullable String key, Authentication login) {
    if (booking.changeRefusal().isPresent()) {
      return Answer.refused(messages().words(booking.changeRefusal().get()) + ".");
    }
    var id = new ConnectionId(booking.id());
    var change = page.forms().toChange(form, booking);
    if (change.equals(NO_CHANGE)) {
      return lightpaths
              .find(id, found -> found.findChange(String.valueOf(key)).isPresent())
              .orElse(false)
          ? Answer.CHANGED
          : Answer.NOTHING;
    }
    return answer(
        standaloneChanges.change(
            id,
            change,
            key,
            form.version(),
            currentUserPermissionService.personOf(login),
            () -> {}));
  }

  private Answer answer(ModifyResult result) {
    return switch (result) {
      case ModifyResult.Modified _ -> Answer.CHANGED;
      case ModifyResult.Undecided _ -> new Answer("The change is in progress.", true);
      case ModifyResult.WrongState(var refusal) -> Answer.refused(messages().words(refusal) + ".");
      case ModifyResult.NotStarted(_, var refusal) ->
          Answer.refused(messages().words(refusal) + ". Try again.");
      case ModifyResult.NeverFits(_, var refusal) ->
          Answer.refused(messages().words(refusal.reason()));
      case ModifyResult.Refused(_, var refusal) ->
          Answer.refused(
              messages().words(refusal.reason()) + available(refusal.alternatives().stream()));
    };
  }

  private Answer answer(ChangeOutcome outcome) {
    return switch (outcome) {
      case ChangeOutcome.Changed() -> Answer.CHANGED;
      case ChangeOutcome.Refused(var refusal) ->
          Answer.refused(
              messages().words(refusal.reason()) + available(Stream.ofNullable(refusal.nextFit())));
      case ChangeOutcome.Unreachable(var reason) ->
          Answer.refused(messages().words(reason) + ". Try again.");
      case ChangeOutcome.WrongState(var reason) -> Answer.refused(messages().words(reason) + ".");
      case ChangeOutcome.KeyReused() ->
          Answer.refused("this form was already submitted with other values. Save again.");
    };
  }

  private String available(Stream<Schedule> slots) {
    return slots
        .map(slot ->
            " Available from "
                + times.both(slot.startTime())
                + " to "
                + times.both(slot.endTime())
                + ".")
        .collect(Collectors.joining());
  }

  private String invalidPage(
      VisibleBooking booking,
      ModifyForm form,
      InvalidRequestException invalid,
      Authentication login,
      Model model) {
    var violations = invalid.violations();
    if (violations.stream()
        .anyMatch(violation -> violation.rule().equals(RequestRegistrar.NO_CHANGE_RULE))) {
      return refusedPage(booking.id(), form, Answer.NOTHING.message(), Map.of(), login, model);
    }
    var errors = new LinkedHashMap<String, String>();
    violations.forEach(violation ->
        errors.putIfAbsent(
            ModifyForms.formField(violation.field(), booking),
            messages().words(violation.message())));
    var general = errors.remove("");
    return refusedPage(
        booking.id(),
        form,
        general == null ? "Not changed: correct the values below." : NOT_CHANGED + general,
        errors,
        login,
        model);
  }

  private BookingFormMessages messages() {
    return BookingFormMessages.in(times.zone());
  }

  /** What is booked is read again: it may have changed meanwhile. */
  private String refusedPage(
      UUID id,
      ModifyForm form,
      String message,
      Map<String, String> errors,
      Authentication login,
      Model model) {
    var now = reader.get(id, login);
    return page.render(
        now, form.answered(UUID.randomUUID().toString(), now.tag(), message, errors), login, model);
  }
}
