package org.touchpaper.bar.api;

import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.bar.coallocation.BookAnswer;
import org.touchpaper.bar.coallocation.CancelAnswer;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocator;
import org.touchpaper.bar.coallocation.ModifyAnswer;
import org.touchpaper.bar.reservation.Phase;

/** Co-allocations: booked whole, seen whole, changed whole, given up whole. */
@RestController
@RequestMapping("/api/v1/co-allocations")
class CoAllocationController {

  private final CoAllocator coAllocator;
  private final Persons persons;

  CoAllocationController(CoAllocator coAllocator, Persons persons) {
    this.coAllocator = coAllocator;
    this.persons = persons;
  }

  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> book(
      @RequestBody Requested.CoAllocation body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      Authentication login) {
    return answer(coAllocator.book(persons.of(login), body.wish(), Key.checked(key)));
  }

  private ResponseEntity<?> answer(BookAnswer answer) {
    var booking = answer.booking();
    var why = booking.reason().orElse("");
    return switch (answer) {
      case BookAnswer.Booked _ -> ResponseEntity.created(place(booking)).body(view(booking));
      case BookAnswer.Undecided _ -> undecided(booking);
      case BookAnswer.Refused _ ->
          Refused.answer(
              named(Refused.busy(why, booking.refusals(), booking.alternatives()), booking));
      case BookAnswer.NeverFits _ ->
          Refused.answer(named(Refused.never(why, booking.refusals()), booking));
      case BookAnswer.Overtaken _ -> Refused.answer(named(Refused.overtaken(why), booking));
      case BookAnswer.NotStarted _ -> Refused.answer(named(Refused.away(why), booking));
    };
  }

  private static URI place(CoAllocation booking) {
    return URI.create("/api/v1/co-allocations/" + booking.id());
  }

  private ResponseEntity<?> undecided(CoAllocation booking) {
    return ResponseEntity.accepted().location(place(booking)).body(view(booking));
  }

  /** What was refused is remembered under its id. */
  private static ProblemDetail named(ProblemDetail problem, CoAllocation booking) {
    problem.setProperty("id", booking.id());
    problem.setProperty("state", booking.state());
    return problem;
  }

  @GetMapping
  Views.Page<Views.CoAllocationView> list(
      @RequestParam(defaultValue = "100") int limit,
      @RequestParam(required = false) @Nullable UUID before,
      @RequestParam(required = false) @Nullable Phase state,
      Authentication login) {
    var most = Paging.checked(limit);
    var owner = persons.ownerSeenBy(persons.of(login));
    var found = coAllocator.newest(owner, state, before, most + 1);
    var items = found.stream().limit(most).map(Views.CoAllocationView::of).toList();
    return new Views.Page<>(items, found.size() > most ? items.getLast().id().toString() : null);
  }

  @GetMapping("/{id}")
  Views.CoAllocationView show(@PathVariable UUID id, Authentication login) {
    return view(seen(id, login));
  }

  @DeleteMapping("/{id}")
  ResponseEntity<?> cancel(@PathVariable UUID id, Authentication login) {
    var person = persons.of(login);
    if (!persons.mayChange(person, seen(id, login).owner().name())) {
      throw Refused.notYours("only its owner or an admin cancels it");
    }
    return switch (coAllocator.cancel(id, person)) {
      case CancelAnswer.Cancelled(var booking) -> ResponseEntity.ok(view(booking));
      case CancelAnswer.Undecided(var booking) -> undecided(booking);
      case CancelAnswer.Refused(var why) -> throw Refused.wrongState(why);
      case CancelAnswer.Overtaken it -> Refused.answer(named(Refused.away(it.why()), it.booking()));
      case CancelAnswer.NotStarted(var booking) ->
          Refused.answer(
              named(
                  Refused.away(
                      "no majority of the acceptors took that up, as its history says; it stays booked"),
                  booking));
    };
  }

  @PatchMapping(path = "/{id}", consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> modify(
      @PathVariable UUID id,
      @RequestBody Requested.Changed body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      Authentication login) {
    var person = persons.of(login);
    if (!persons.mayChange(person, seen(id, login).owner().name())) {
      throw Refused.notYours("only its owner or an admin changes it");
    }
    return answer(coAllocator.modify(id, person, body.modification(), Key.checked(key)));
  }

  /** What is refused leaves the booking as it was. */
  private ResponseEntity<?> answer(ModifyAnswer answer) {
    return switch (answer) {
      case ModifyAnswer.Modified(var booking) -> ResponseEntity.ok(view(booking));
      case ModifyAnswer.Undecided(var booking) -> undecided(booking);
      case ModifyAnswer.Refused(var booking, var why) ->
          Refused.answer(
              named(Refused.busy(why.reason(), why.refusals(), why.alternatives()), booking));
      case ModifyAnswer.NeverFits(var booking, var why) ->
          Refused.answer(named(Refused.never(why.reason(), why.refusals()), booking));
      case ModifyAnswer.WrongState(var why) -> throw Refused.wrongState(why);
      case ModifyAnswer.NotStarted(var booking, var why) ->
          Refused.answer(named(Refused.away(why + "; it stays as it is"), booking));
    };
  }

  private Views.CoAllocationView view(CoAllocation booking) {
    return Views.CoAllocationView.of(booking, coAllocator.history(booking));
  }

  /** What is another's is as unknown as what is not there. */
  private CoAllocation seen(UUID id, Authentication login) {
    var person = persons.of(login);
    return coAllocator
        .find(id)
        .filter(booking -> persons.sees(person, booking.owner().name()))
        .orElseThrow(() -> Refused.absent("co-allocation", id));
  }
}
