package org.touchpaper.bar.web.timeline;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.touchpaper.bar.aggregator.LightpathChangeService;
import org.touchpaper.bar.aggregator.LightpathChangeService.ChangeOutcome;
import org.touchpaper.bar.aggregator.LightpathChangeService.ChangeRequest;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.api.CurrentUserPermissionService;
import org.touchpaper.bar.api.IdempotencyKeyValidator;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.ModificationRequest;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.request.StandaloneLightpathChange;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.coallocation.service.ModifyResult;
import org.touchpaper.bar.coallocation.transaction.RequestRegistrar;
import org.touchpaper.bar.coallocation.validation.BookingRequestValidator;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.web.TimeAxis;
import org.touchpaper.bar.web.book.BookingFormMessages;
import org.touchpaper.bar.web.preference.EnteredTime;
import org.touchpaper.bar.web.preference.PageTimeFormatter;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * Moves a booking in time: shows old and new, and asks for the change once that is confirmed. The
 * same services make it as for the API. If somebody else has changed the booking since it was
 * shown, nothing is done.
 */
@Controller
class TimelineChangeController {

  private static final Refused NOTHING_TO_CHANGE =
      Refused.because("Nothing to change: these are the current values.");

  private final CoAllocationService coAllocations;
  private final LightpathService lightpaths;
  private final LightpathChangeService lightpathChanges;
  private final CurrentNetworkDirectory directory;
  private final CurrentUserPermissionService currentUserPermissionService;
  private final PageTimeFormatter times;
  private final Clock clock;

  TimelineChangeController(
      CoAllocationService coAllocations,
      LightpathService lightpaths,
      LightpathChangeService lightpathChanges,
      CurrentNetworkDirectory directory,
      CurrentUserPermissionService currentUserPermissionService,
      PageTimeFormatter times,
      Clock clock) {
    this.coAllocations = coAllocations;
    this.lightpaths = lightpaths;
    this.lightpathChanges = lightpathChanges;
    this.directory = directory;
    this.currentUserPermissionService = currentUserPermissionService;
    this.times = times;
    this.clock = clock;
  }

  /**
   * A booking that may be moved.
   *
   * @param version a digest of what is booked, which another change alters
   * @param refusal why it cannot be changed; null if it can
   */
  private record BookingVersion(
      UUID id,
      boolean isLightpathAlone,
      String description,
      String owner,
      Schedule schedule,
      String version,
      @Nullable String refusal) {

    static BookingVersion of(CoAllocation booking, Instant now) {
      return new BookingVersion(
          booking.id(),
          false,
          booking.description(),
          booking.owner().name(),
          booking.schedule(),
          versionOf(booking),
          booking.modificationRefusal(now).orElse(null));
    }

    /** Empty if nothing is booked yet. */
    static Optional<BookingVersion> of(Reservation lightpath, Instant now) {
      return lightpath
          .criteria()
          .map(criteria ->
              new BookingVersion(
                  lightpath.connection().value(),
                  true,
                  lightpath.origin().description(),
                  lightpath.origin().owner(),
                  criteria.schedule(),
                  versionOf(criteria),
                  lightpath.changeRefusal(now).orElse(null)));
    }

    static String versionOf(CoAllocation booking) {
      return BookingRequest.digest(
          List.of(booking.schedule(), booking.summary(), booking.description()));
    }

    static String versionOf(Criteria criteria) {
      return BookingRequest.digest(criteria);
    }
  }

  /**
   * The page that asks for confirmation.
   *
   * @param newStart null if it stays
   * @param newEnd null if it stays
   * @param isPossible false if no time could be asked for
   */
  record ChangeView(
      UUID booking,
      String description,
      String oldTime,
      String newTime,
      @Nullable Instant newStart,
      @Nullable Instant newEnd,
      String zone,
      String version,
      String key,
      List<String> problems,
      boolean isPossible,
      List<Slot> alternatives) {}

  /** Another time that is free. */
  record Slot(String text, Instant start, Instant end) {}

  /** Why a change was not made, and when it could be; empty reasons if it was made. */
  private record Refused(List<String> reasons, List<Schedule> alternatives) {
    static final Refused NOT = new Refused(List.of(), List.of());

    static Refused because(String reason) {
      return new Refused(List.of(reason), List.of());
    }
  }

  @GetMapping("/timeline/change")
  String ask(
      @RequestParam UUID booking,
      @RequestParam(defaultValue = "") String start,
      @RequestParam(defaultValue = "") String end,
      @RequestParam(defaultValue = "") String minutes,
      Authentication login,
      Model model) {
    var found = find(booking, currentUserPermissionService.personOf(login));
    var length = length(minutes).orElse(found.schedule().duration());
    var entered = enteredStart(start, found, length);
    var from = entered.at();
    var currentEnd = found.schedule().endTime();
    var to =
        TimelineQuery.parseTime(end, times.zone())
            .map(at -> isSameOnPage(currentEnd, at) ? currentEnd : at)
            .orElseGet(() -> from.plus(length));
    var key = UUID.randomUUID().toString();
    return page(found, from, to, key, entered.unclear(), login, model);
  }

  /**
   * The start that was typed, in the zone of the page.
   *
   * @param unclear what is wrong with it, such as a time that the clocks skip
   */
  private record EnteredStart(Instant at, Refused unclear) {}

  private EnteredStart enteredStart(String text, BookingVersion found, Duration length) {
    var current = found.schedule().startTime();
    if (text.isBlank()) {
      return new EnteredStart(current, Refused.NOT);
    }
    if (text.endsWith("Z")) { // of a link or a drag
      return TimelineQuery.parseTime(text, times.zone())
          .map(at -> new EnteredStart(isSameOnPage(current, at) ? current : at, Refused.NOT))
          .orElseGet(() -> new EnteredStart(current, Refused.because("The start is no time.")));
    }
    return switch (times.parse(text)) {
      case EnteredTime.Exact(var at) -> new EnteredStart(at, Refused.NOT);
      case EnteredTime.Gap(var message) -> new EnteredStart(current, Refused.because(message));
      case EnteredTime.Malformed(var message) ->
          new EnteredStart(current, Refused.because(message));
      case EnteredTime.Overlap(var earlier, var later, var message) ->
          new EnteredStart(
              current,
              new Refused(
                  List.of(message),
                  Stream.of(earlier, later).map(at -> new Schedule(at, at.plus(length))).toList()));
    };
  }

  /** A booking that starts at once has a start with microseconds; pages know milliseconds. */
  private static boolean isSameOnPage(Instant current, Instant entered) {
    return current.truncatedTo(ChronoUnit.MILLIS).equals(entered)
        || current.truncatedTo(ChronoUnit.SECONDS).equals(entered);
  }

  private static Optional<Duration> length(String minutes) {
    try {
      var length = Duration.ofMinutes(Integer.parseInt(minutes.strip()));
      return Optional.of(length).filter(Duration::isPositive);
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  private String page(
      BookingVersion found,
      Instant from,
      Instant to,
      String key,
      Refused refused,
      Authentication login,
      Model model) {
    var axis = new TimeAxis(Instant.EPOCH, Instant.EPOCH.plusSeconds(1), times.zone());
    var problems =
        Stream.concat(
                refused.reasons().stream(),
                !from.isBefore(to) && refused.reasons().isEmpty()
                    ? Stream.of("The end must be after the start.")
                    : Stream.ofNullable(found.refusal()).map(reason -> notChanged(reason) + "."))
            .toList();
    model.addAttribute(
        "change",
        new ChangeView(
            found.id(),
            found.description().isBlank() ? "(no description)" : found.description(),
            text(axis, found.schedule().startTime(), found.schedule().endTime()),
            text(axis, from, to),
            from.equals(found.schedule().startTime()) ? null : from,
            to.equals(found.schedule().endTime()) ? null : to,
            axis.zoneName(),
            found.version(),
            key,
            problems,
            found.refusal() == null,
            refused.alternatives().stream()
                .map(slot ->
                    new Slot(
                        text(axis, slot.startTime(), slot.endTime()),
                        slot.startTime(),
                        slot.endTime()))
                .toList()));
    model.addAttribute("who", login.getName());
    return "timeline-change";
  }

  /** In the zone of the page, with UTC beside it. */
  private String text(TimeAxis axis, Instant start, Instant end) {
    return axis.text(start, end)
        + (times.isUtc() ? " UTC" : " (from " + times.utc(start) + " to " + times.utc(end) + ")");
  }

  @PostMapping("/timeline/change")
  String change(
      @RequestParam UUID booking,
      @RequestParam(required = false) @Nullable Instant start,
      @RequestParam(required = false) @Nullable Instant end,
      @RequestParam String version,
      @RequestParam String key,
      Authentication login,
      Model model) {
    var person = currentUserPermissionService.personOf(login);
    var refused = tryChange(find(booking, person), start, end, version, key, person);
    if (refused.reasons().isEmpty()) {
      return "redirect:/bookings/" + booking;
    }
    var found = find(booking, person);
    return page(
        found,
        start == null ? found.schedule().startTime() : start,
        end == null ? found.schedule().endTime() : end,
        UUID.randomUUID().toString(),
        refused,
        login,
        model);
  }

  private Refused tryChange(
      BookingVersion found,
      @Nullable Instant start,
      @Nullable Instant end,
      String version,
      String key,
      Person person) {
    if (start == null && end == null) {
      return NOTHING_TO_CHANGE;
    }
    try {
      IdempotencyKeyValidator.validate(key);
      return found.isLightpathAlone()
          ? moveLightpath(
              found.id(),
              new StandaloneLightpathChange(null, start, end, null, null),
              version,
              key,
              person)
          : move(found.id(), new ModificationRequest(start, end, null, null), version, key, person);
    } catch (InvalidRequestException e) {
      return e.violations().stream()
              .anyMatch(violation -> violation.rule().equals(RequestRegistrar.NO_CHANGE_RULE))
          ? NOTHING_TO_CHANGE
          : Refused.because(
              "Not changed: "
                  + e.violations().stream()
                      .map(violation -> messages().words(violation.message()))
                      .collect(Collectors.joining("; "))
                  + ".");
    } catch (VersionChangedException _) {
      return Refused.because(
          "Not changed: the booking was changed meanwhile. Its current time is shown below.");
    }
  }

  private BookingFormMessages messages() {
    return BookingFormMessages.in(times.zone());
  }

  private String notChanged(String reason) {
    return "Not changed: " + messages().words(reason);
  }

  /** Another change came first. */
  private static final class VersionChangedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static void requireVersion(String expected, String current) {
    if (!expected.equals(current)) {
      throw new VersionChangedException();
    }
  }

  private Refused move(
      UUID id, ModificationRequest modification, String version, String key, Person person) {
    var result =
        coAllocations.modify(
            id,
            person,
            modification,
            key,
            booking -> requireVersion(version, BookingVersion.versionOf(booking)),
            () -> {});
    return switch (result) {
      case ModifyResult.Modified _, ModifyResult.Undecided _ -> Refused.NOT; // its page shows it
      case ModifyResult.WrongState(var reason) -> Refused.because(notChanged(reason) + ".");
      case ModifyResult.NotStarted(_, var reason) ->
          Refused.because(notChanged(reason) + ". Try again.");
      case ModifyResult.NeverFits(_, var refusal) -> Refused.because(notChanged(refusal.reason()));
      case ModifyResult.Refused(_, var refusal) ->
          new Refused(List.of(notChanged(refusal.reason())), refusal.alternatives());
    };
  }

  private Refused moveLightpath(
      UUID id, StandaloneLightpathChange change, String version, String key, Person person) {
    var outcome =
        lightpathChanges.change(
            new ConnectionId(id),
            new ChangeRequest(
                person,
                key,
                change.digest(),
                null,
                false,
                lightpath ->
                    requireVersion(
                        version, lightpath.criteria().map(BookingVersion::versionOf).orElse("")),
                lightpath -> criteriaAfter(change, lightpath),
                () -> {}));
    return switch (outcome) {
      case ChangeOutcome.Changed() -> Refused.NOT;
      case ChangeOutcome.Refused(var refusal) ->
          new Refused(
              List.of(notChanged(refusal.reason())),
              Optional.ofNullable(refusal.nextFit()).map(List::of).orElse(List.of()));
      case ChangeOutcome.Unreachable(var reason) ->
          Refused.because(notChanged(reason) + ". Try again.");
      case ChangeOutcome.WrongState(var reason) -> Refused.because(notChanged(reason) + ".");
      case ChangeOutcome.KeyReused() ->
          Refused.because("Not changed: this page was already used for another change.");
    };
  }

  private Criteria criteriaAfter(StandaloneLightpathChange change, Reservation lightpath) {
    var current = lightpath.criteria().orElseThrow();
    var violations =
        BookingRequestValidator.validate(
            change, current.schedule(), directory.get(), clock.instant());
    if (!violations.isEmpty()) {
      throw InvalidRequestException.unprocessable(violations);
    }
    return change.applyTo(current);
  }

  /** Finds what the person may change; a booking that may only be seen is refused. */
  private BookingVersion find(UUID id, Person person) {
    var now = clock.instant();
    var found =
        coAllocations
            .find(id)
            .map(booking -> BookingVersion.of(booking, now))
            .or(() ->
                lightpaths
                    .find(new ConnectionId(id), lightpath -> BookingVersion.of(lightpath, now))
                    .flatMap(lightpath -> lightpath))
            .filter(booking -> currentUserPermissionService.canSee(person, booking.owner()))
            .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    if (!currentUserPermissionService.canModify(person, found.owner())) {
      throw new ResponseStatusException(HttpStatus.FORBIDDEN);
    }
    return found;
  }
}
