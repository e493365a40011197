package org.touchpaper.bar.web;

import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.touchpaper.bar.api.CurrentUser;
import org.touchpaper.bar.api.IdempotencyKey;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.coallocation.CoAllocationPart.Units;
import org.touchpaper.bar.coallocation.Modification;
import org.touchpaper.bar.coallocation.request.BookingRequest.Circuit;
import org.touchpaper.bar.coallocation.request.BookingRequest.Nodes;
import org.touchpaper.bar.coallocation.request.BookingRequest.UnitAmount;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.coallocation.service.ModifyResult;
import org.touchpaper.bar.coallocation.transaction.RequestRegistrar;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.platform.problem.InvalidRequestException;

/** The form that changes a booking. Values submitted unchanged stay as they are. */
@Controller
class ModifyFormController {

  private final CoAllocationService service;
  private final CurrentUser currentUser;

  ModifyFormController(CoAllocationService service, CurrentUser currentUser) {
    this.service = service;
    this.currentUser = currentUser;
  }

  /** Creates the form with the booking's current values. */
  static ModifyForm form(CoAllocation booking, @Nullable String refusal, Clock clock) {
    var schedule = booking.schedule();
    return new ModifyForm(
        UUID.randomUUID().toString(),
        schedule.startTime(),
        schedule.endTime(),
        !schedule.startTime().isAfter(clock.instant()),
        booking.parts().stream().map(ModifyFormController::amountOf).toList(),
        refusal);
  }

  private static ModifyForm.Amount amountOf(CoAllocationPart part) {
    var name = part.partId().toString();
    return switch (part) {
      case Compute nodes ->
          new ModifyForm.Amount(name, "Nodes of " + nodes.resource(), nodes.nodes());
      case Lightpath path ->
          new ModifyForm.Amount(
              name, path.source() + " → " + path.destination() + " (Mbit/s)", path.bandwidthMbps());
      case Units units ->
          new ModifyForm.Amount(name, units.unit() + " of " + units.resource(), units.amount());
    };
  }

  @PostMapping("/bookings/{id}/change")
  String change(
      @PathVariable UUID id,
      @RequestParam Map<String, String> fields,
      Authentication login,
      RedirectAttributes flash) {
    var person = currentUser.personOf(login);
    var booking =
        service
            .find(id)
            .filter(candidate -> currentUser.canSee(person, candidate.owner().name()))
            .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    if (!currentUser.canModify(person, booking.owner().name())) {
      throw new ResponseStatusException(HttpStatus.FORBIDDEN);
    }
    var problem = applyAndDescribeFailure(booking, fields, login);
    if (!problem.isEmpty()) {
      flash.addFlashAttribute("problem", problem);
    }
    return "redirect:/bookings/" + id;
  }

  private String applyAndDescribeFailure(
      CoAllocation booking, Map<String, String> fields, Authentication login) {
    try {
      var key = IdempotencyKey.validate(fields.get("key"));
      var modification = toModification(booking, fields);
      return describeFailure(
          service.modify(booking.id(), currentUser.personOf(login), modification, key));
    } catch (InvalidRequestException e) {
      if (e.violations().stream()
          .anyMatch(violation -> violation.rule().equals(RequestRegistrar.NO_CHANGE_RULE))) {
        return "Nothing to change: these are the current values.";
      }
      return "Not changed: "
          + e.violations().stream().map(FieldViolation::message).collect(Collectors.joining("; "))
          + ".";
    }
  }

  private static String describeFailure(ModifyResult result) {
    return switch (result) {
      case ModifyResult.Modified _ -> "";
      case ModifyResult.Undecided _ -> "The change is in progress.";
      case ModifyResult.WrongState(var refusal) -> "Not changed: " + refusal + ".";
      case ModifyResult.NotStarted(_, var refusal) -> "Not changed: " + refusal + ". Try again.";
      case ModifyResult.NeverFits(_, var refusal) -> "Not changed: " + refusal.reason();
      case ModifyResult.Refused(_, var refusal) ->
          "Not changed: "
              + refusal.reason()
              + refusal.alternatives().stream()
                  .map(slot ->
                      " Available from "
                          + UtcTimeFormat.format(slot.startTime())
                          + " to "
                          + UtcTimeFormat.format(slot.endTime())
                          + " UTC.")
                  .collect(Collectors.joining());
    };
  }

  private static Modification toModification(CoAllocation booking, Map<String, String> fields) {
    return new Modification(
        null,
        changedTime("start", fields, booking.schedule().startTime()),
        changedTime("end", fields, booking.schedule().endTime()),
        booking.parts().stream()
            .flatMap(part ->
                part instanceof Compute nodes
                    ? Stream.of(new Nodes(nodes.partId(), nodes.resource(), amountOf(part, fields)))
                    : Stream.empty())
            .toList(),
        booking.parts().stream()
            .flatMap(part ->
                part instanceof Lightpath path
                    ? Stream.of(
                        new Circuit(
                            path.partId(),
                            path.source(),
                            path.destination(),
                            amountOf(part, fields)))
                    : Stream.empty())
            .toList(),
        booking.parts().stream()
            .flatMap(part ->
                part instanceof Units units
                    ? Stream.of(
                        new UnitAmount(
                            units.partId(), units.resource(), units.unit(), amountOf(part, fields)))
                    : Stream.empty())
            .toList(),
        null,
        null);
  }

  /** Returns the submitted amount, or the current one if the field is missing or empty. */
  private static int amountOf(CoAllocationPart part, Map<String, String> fields) {
    var current = amountOf(part);
    var text = fields.getOrDefault(current.name(), "").strip();
    try {
      return text.isEmpty() ? current.value() : Integer.parseInt(text);
    } catch (NumberFormatException _) {
      throw InvalidRequestException.unprocessable(
          current.name(), "whole-number", current.label() + " must be a whole number, not " + text);
    }
  }

  /**
   * Returns the new time, or null if it equals the current one in whole seconds, which is what the
   * form shows.
   */
  private static @Nullable Instant changedTime(
      String field, Map<String, String> fields, Instant current) {
    var text = fields.getOrDefault(field, "").strip();
    try {
      var changed = text.isEmpty() ? null : UtcTimeFormat.parse(text);
      return current.truncatedTo(ChronoUnit.SECONDS).equals(changed) ? null : changed;
    } catch (DateTimeParseException _) {
      throw InvalidRequestException.unprocessable(
          field,
          "date-and-time",
          field + " must be a time such as 2026-12-01T21:00:00, not " + text);
    }
  }
}
