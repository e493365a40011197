package org.touchpaper.bar.api;

import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.bar.coallocation.Sense;
import org.touchpaper.bar.coallocation.Wish;
import org.touchpaper.bar.coordination.Lightpaths;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.platform.problem.InvalidRequest;
import org.touchpaper.platform.problem.Violation;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Stp;

/** Lightpaths: booked alone here; those of co-allocations are shown too, and may be cut. */
@RestController
@RequestMapping("/api/v1/reservations")
class ReservationController {

  private final Lightpaths lightpaths;
  private final Directory directory;
  private final Persons persons;
  private final Clock clock;

  ReservationController(Lightpaths lightpaths, Directory directory, Persons persons, Clock clock) {
    this.lightpaths = lightpaths;
    this.directory = directory;
    this.persons = persons;
    this.clock = clock;
  }

  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> book(
      @RequestBody Requested.Reservation body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      Authentication login) {
    var wish = body.wish();
    var person = persons.of(login);
    var asked =
        new Lightpaths.Wish(
            person,
            Key.checked(key),
            wish.digest(),
            wish.description(),
            () -> sensible(wish, clock.instant()));
    return answer(lightpaths.book(asked), person);
  }

  private Criteria sensible(Wish wish, Instant now) {
    var violations = Sense.violations(wish, directory, now);
    if (!violations.isEmpty()) {
      throw InvalidRequest.neverFits(
          violations.stream().map(ReservationController::alone).toList());
    }
    var circuit = wish.lightpaths().getFirst();
    return new Criteria(
        port(circuit.source()),
        port(circuit.destination()),
        circuit.bandwidthMbps(),
        wish.when().stretch(now).within());
  }

  /** A single lightpath's fields are not in a list. */
  private static Violation alone(Violation violation) {
    return new Violation(
        violation.field().replace("lightpaths[0].", ""), violation.rule(), violation.message());
  }

  private Stp port(String host) {
    return directory.host(host).flatMap(Directory.Host::port).orElseThrow();
  }

  private ResponseEntity<?> answer(Lightpaths.Outcome outcome, Person person) {
    return switch (outcome) {
      case Lightpaths.Outcome.Booked(var id) ->
          ResponseEntity.created(URI.create("/api/v1/reservations/" + id)).body(view(id, person));
      case Lightpaths.Outcome.Refused(var id, var refusal) -> refused(id, refusal);
      case Lightpaths.Outcome.Unreachable(_, var why) -> Refused.answer(Refused.away(why));
      case Lightpaths.Outcome.KeyReused _ ->
          throw InvalidRequest.neverFits(
              "Idempotency-Key",
              "same-body",
              "this Idempotency-Key was used before with another body; use a fresh key");
    };
  }

  private static ResponseEntity<?> refused(ConnectionId id, Refusal refusal) {
    var fit = refusal.nextFit();
    var problem =
        Sense.isHopeless(refusal)
            ? Refused.never(refusal.reason(), List.of(refusal))
            : Refused.busy(
                refusal.reason(), List.of(refusal), fit == null ? List.of() : List.of(fit));
    problem.setProperty("connectionId", id);
    return Refused.answer(problem);
  }

  @GetMapping
  Views.Page<ReservationView> list(
      @RequestParam(defaultValue = "100") int limit,
      @RequestParam(required = false) @Nullable Instant before,
      Authentication login) {
    var most = Paging.checked(limit);
    var owner = persons.ownerSeenBy(persons.of(login));
    var now = clock.instant();
    var found =
        lightpaths.list(owner, before, most + 1, each -> ReservationView.of(each, directory, now));
    var items = found.stream().limit(most).toList();
    return new Views.Page<>(
        items, found.size() > most ? items.getLast().createdAt().toString() : null);
  }

  @GetMapping("/{connectionId}")
  ReservationView show(@PathVariable UUID connectionId, Authentication login) {
    return view(new ConnectionId(connectionId), persons.of(login));
  }

  /** Owners give back what they booked alone; officers and admins cut whatever it is part of. */
  @DeleteMapping("/{connectionId}")
  ReservationView end(@PathVariable UUID connectionId, Authentication login) {
    var person = persons.of(login);
    var id = new ConnectionId(connectionId);
    var shown = view(id, person);
    var own = person.name().equals(shown.owner());
    if (persons.mayCut(person) && !(own && isAlone(id))) {
      return cut(shown, person);
    }
    if (!own) {
      throw Refused.notYours("only its owner, an officer or an admin ends it");
    }
    requireAlone(id);
    return giveBack(shown, person);
  }

  private ReservationView giveBack(ReservationView shown, Person person) {
    if (shown.state() == Phase.CANCELLED) {
      return shown; // the same answer again
    }
    if (shown.state().isFinal()) {
      throw over(shown);
    }
    var id = new ConnectionId(shown.connectionId());
    lightpaths.terminate(person, id);
    return view(id, person);
  }

  private ReservationView cut(ReservationView shown, Person person) {
    var id = new ConnectionId(shown.connectionId());
    if (lightpaths.find(id, each -> each.lifecycle().isCut()).orElse(false)) {
      return shown; // the same answer again
    }
    if (shown.state().isFinal()) {
      throw over(shown);
    }
    lightpaths.cut(person, id);
    return view(id, person);
  }

  @PostMapping("/{connectionId}/provision")
  ReservationView provision(@PathVariable UUID connectionId, Authentication login) {
    var person = persons.of(login);
    underWay(connectionId, person);
    lightpaths.provision(person, new ConnectionId(connectionId));
    return view(new ConnectionId(connectionId), person);
  }

  @PostMapping("/{connectionId}/release")
  ReservationView release(@PathVariable UUID connectionId, Authentication login) {
    var person = persons.of(login);
    underWay(connectionId, person);
    lightpaths.release(person, new ConnectionId(connectionId));
    return view(new ConnectionId(connectionId), person);
  }

  private void underWay(UUID connectionId, Person person) {
    var id = new ConnectionId(connectionId);
    var shown = view(id, person);
    if (!persons.mayChange(person, shown.owner())) {
      throw Refused.notYours("only its owner or an admin permits it or withdraws the permission");
    }
    requireAlone(id);
    if (shown.state().isFinal()) {
      throw over(shown);
    }
  }

  private static ErrorResponseException over(ReservationView shown) {
    return Refused.wrongState("it is over: " + shown.state());
  }

  /** A part changes only through its co-allocation, except by a cut (DESIGN "Contracts"). */
  private void requireAlone(ConnectionId id) {
    if (!isAlone(id)) {
      throw Refused.wrongState("it is part of a co-allocation and changes only with it");
    }
  }

  private boolean isAlone(ConnectionId id) {
    return lightpaths.find(id, ReservationView::isAlone).orElse(false);
  }

  private ReservationView view(ConnectionId id, Person person) {
    var now = clock.instant();
    return lightpaths
        .find(id, each -> ReservationView.of(each, directory, now))
        .filter(view -> persons.sees(person, view.owner()))
        .map(view -> view.with(lightpaths.history(id.value())))
        .orElseThrow(() -> Refused.absent("reservation", id));
  }
}
