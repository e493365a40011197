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
import org.touchpaper.bar.api.Key;
import org.touchpaper.bar.api.Persons;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocator;
import org.touchpaper.bar.coallocation.Modification;
import org.touchpaper.bar.coallocation.ModifyAnswer;
import org.touchpaper.bar.coallocation.Part;
import org.touchpaper.bar.coallocation.Wish;
import org.touchpaper.platform.problem.InvalidRequest;
import org.touchpaper.platform.problem.Violation;

/** The form that changes a booking: what it sends as it was stays. */
@Controller
class ChangePages {

  private final CoAllocator coAllocator;
  private final Persons persons;

  ChangePages(CoAllocator coAllocator, Persons persons) {
    this.coAllocator = coAllocator;
    this.persons = persons;
  }

  /** The form as the booking stands. */
  static ChangeForm form(CoAllocation booking, @Nullable String refusal, Clock clock) {
    var slot = booking.schedule();
    return new ChangeForm(
        UUID.randomUUID().toString(),
        slot.startTime(),
        slot.endTime(),
        !slot.startTime().isAfter(clock.instant()),
        booking.parts().stream().map(ChangePages::amount).toList(),
        refusal);
  }

  private static ChangeForm.Amount amount(Part part) {
    var name = part.ident().toString();
    return switch (part) {
      case Part.Compute nodes ->
          new ChangeForm.Amount(name, "Nodes of " + nodes.resource(), nodes.nodes());
      case Part.Lightpath path ->
          new ChangeForm.Amount(
              name, path.source() + " → " + path.destination() + " (Mbit/s)", path.bandwidthMbps());
    };
  }

  @PostMapping("/bookings/{id}/change")
  String change(
      @PathVariable UUID id,
      @RequestParam Map<String, String> fields,
      Authentication login,
      RedirectAttributes flash) {
    var person = persons.of(login);
    var booking =
        coAllocator
            .find(id)
            .filter(each -> persons.sees(person, each.owner().name()))
            .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    if (!persons.mayChange(person, booking.owner().name())) {
      throw new ResponseStatusException(HttpStatus.FORBIDDEN);
    }
    var problem = problem(booking, fields, login);
    if (!problem.isEmpty()) {
      flash.addFlashAttribute("problem", problem);
    }
    return "redirect:/bookings/" + id;
  }

  private String problem(CoAllocation booking, Map<String, String> fields, Authentication login) {
    try {
      var key = Key.checked(fields.get("key"));
      var wanted = modification(booking, fields);
      return words(coAllocator.modify(booking.id(), persons.of(login), wanted, key));
    } catch (InvalidRequest e) {
      return "Not changed: "
          + e.violations().stream().map(Violation::message).collect(Collectors.joining("; "))
          + ".";
    }
  }

  private static String words(ModifyAnswer answer) {
    return switch (answer) {
      case ModifyAnswer.Modified _ -> "";
      case ModifyAnswer.Undecided _ -> "It is being changed, and not decided yet.";
      case ModifyAnswer.WrongState(var why) -> "Not changed: " + why + ".";
      case ModifyAnswer.NotStarted(_, var why) -> "Not changed: " + why + ". Try again.";
      case ModifyAnswer.NeverFits(_, var why) -> "Not changed: " + why.reason();
      case ModifyAnswer.Refused(_, var why) ->
          "Not changed: "
              + why.reason()
              + why.alternatives().stream()
                  .map(slot ->
                      " It would fit from "
                          + Times.text(slot.startTime())
                          + " to "
                          + Times.text(slot.endTime())
                          + " UTC.")
                  .collect(Collectors.joining());
    };
  }

  private static Modification modification(CoAllocation booking, Map<String, String> fields) {
    return new Modification(
        time("start", fields, booking.schedule().startTime()),
        time("end", fields, booking.schedule().endTime()),
        booking.parts().stream()
            .flatMap(part ->
                part instanceof Part.Compute nodes
                    ? Stream.of(new Wish.Nodes(nodes.resource(), amount(part, fields)))
                    : Stream.empty())
            .toList(),
        booking.parts().stream()
            .flatMap(part ->
                part instanceof Part.Lightpath path
                    ? Stream.of(
                        new Wish.Circuit(path.source(), path.destination(), amount(part, fields)))
                    : Stream.empty())
            .toList());
  }

  /** What the form has no field for, or sends as it is, stays. */
  private static int amount(Part part, Map<String, String> fields) {
    var before = amount(part);
    var text = fields.getOrDefault(before.name(), "").strip();
    try {
      return text.isEmpty() ? before.value() : Integer.parseInt(text);
    } catch (NumberFormatException _) {
      throw InvalidRequest.neverFits(
          before.name(), "whole-number", before.label() + " is a whole number, not " + text);
    }
  }

  /** The form shows whole seconds; a time that reads the same is the same. */
  private static @Nullable Instant time(String field, Map<String, String> fields, Instant before) {
    var text = fields.getOrDefault(field, "").strip();
    try {
      var wanted = text.isEmpty() ? null : Times.parse(text);
      return before.truncatedTo(ChronoUnit.SECONDS).equals(wanted) ? null : wanted;
    } catch (DateTimeParseException _) {
      throw InvalidRequest.neverFits(
          field, "date-and-time", field + " is a time such as 2026-12-01T21:00:00, not " + text);
    }
  }
}
