package org.touchpaper.bar.api;

import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
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
import org.touchpaper.bar.coallocation.BookAnswer;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocator;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.platform.problem.InvalidRequest;
import org.touchpaper.platform.problem.Violation;

/** Co-allocations: booked whole, seen whole, given up whole. */
@RestController
@RequestMapping("/api/v1/co-allocations")
class CoAllocationController {

  private static final int LONGEST_KEY = 255;

  private final CoAllocator coAllocator;
  private final Persons persons;

  CoAllocationController(CoAllocator coAllocator, Persons persons) {
    this.coAllocator = coAllocator;
    this.persons = persons;
  }

  @PostMapping
  ResponseEntity<?> book(
      @RequestBody Requested.CoAllocation body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      Authentication login) {
    var wish = body.wish();
    return answer(coAllocator.book(persons.of(login), wish, checked(key), Digest.of(wish)));
  }

  static @Nullable String checked(@Nullable String key) {
    if (key != null && (key.isBlank() || key.length() > LONGEST_KEY)) {
      throw InvalidRequest.malformed(
          "Idempotency-Key", "1-to-255-characters", "Idempotency-Key has 1 to 255 characters");
    }
    return key;
  }

  private ResponseEntity<?> answer(BookAnswer answer) {
    var booking = answer.booking();
    var view = Views.CoAllocationView.of(booking, coAllocator.history(booking.id()));
    var place = URI.create("/api/v1/co-allocations/" + booking.id());
    return switch (answer) {
      case BookAnswer.Booked _ -> ResponseEntity.created(place).body(view);
      case BookAnswer.Undecided _ ->
          ResponseEntity.accepted().header(HttpHeaders.LOCATION, place.toString()).body(view);
      case BookAnswer.Refused _ -> problem(HttpStatus.CONFLICT, "does not fit now", booking);
      case BookAnswer.NeverFits _ ->
          problem(HttpStatus.UNPROCESSABLE_CONTENT, "can never fit", booking);
      case BookAnswer.NotStarted _ ->
          problem(HttpStatus.SERVICE_UNAVAILABLE, "too few acceptors answered", booking);
    };
  }

  private static ResponseEntity<?> problem(HttpStatus status, String title, CoAllocation booking) {
    var problem = ProblemDetail.forStatusAndDetail(status, booking.reason().orElse(title));
    problem.setTitle(title);
    problem.setProperty("id", booking.id());
    problem.setProperty("state", booking.state());
    problem.setProperty(
        "refusals", booking.refusals().stream().map(Views.RefusalView::of).toList());
    problem.setProperty("alternatives", booking.alternatives());
    if (status == HttpStatus.UNPROCESSABLE_CONTENT) {
      problem.setProperty(
          "errors",
          booking.refusals().stream()
              .map(why -> new Violation(why.field(), why.code().name(), why.reason()))
              .toList());
    }
    return ResponseEntity.status(status)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem);
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
    var refusal = coAllocator.cancel(seen(id, login).id(), persons.of(login));
    if (refusal.isPresent()) {
      throw conflict(refusal.get());
    }
    var booking = seen(id, login);
    return booking.state() == Phase.CANCELLED
        ? ResponseEntity.ok(view(booking))
        : ResponseEntity.accepted().body(view(booking));
  }

  private Views.CoAllocationView view(CoAllocation booking) {
    return Views.CoAllocationView.of(booking, coAllocator.history(booking.id()));
  }

  /** What is another's is as unknown as what is not there. */
  private CoAllocation seen(UUID id, Authentication login) {
    var person = persons.of(login);
    return coAllocator
        .find(id)
        .filter(booking -> persons.sees(person, booking.owner().name()))
        .orElseThrow(() -> Absent.of("co-allocation", id));
  }

  static ErrorResponseException conflict(String why) {
    return new ErrorResponseException(
        HttpStatus.CONFLICT, ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, why), null);
  }
}
