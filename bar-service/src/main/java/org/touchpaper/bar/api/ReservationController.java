package org.touchpaper.bar.api;

import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.web.ErrorResponseException;
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
import org.touchpaper.bar.aggregator.LightpathChangeService;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.request.StandaloneLightpathChange;
import org.touchpaper.bar.coallocation.transaction.RetryPolicy;
import org.touchpaper.bar.coallocation.validation.BookingRequestValidator;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.endhost.LightpathEndHostDetails;
import org.touchpaper.bar.listing.BookingPage;
import org.touchpaper.bar.listing.BookingQuery;
import org.touchpaper.bar.listing.BookingSort;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import org.touchpaper.segment.connection.Stp;

/**
 * REST endpoints for lightpaths: single ones, and those of co-allocations, which can be read and
 * ended.
 */
@RestController
@RequestMapping(path = "/api/v1/reservations", produces = MediaType.APPLICATION_JSON_VALUE)
class ReservationController {

  private final LightpathService service;
  private final StandaloneLightpathChangeService standaloneChanges;
  private final CurrentNetworkDirectory directory;
  private final CurrentUserPermissionService currentUserPermissionService;
  private final Clock clock;

  ReservationController(
      LightpathService service,
      StandaloneLightpathChangeService standaloneChanges,
      CurrentNetworkDirectory directory,
      CurrentUserPermissionService currentUserPermissionService,
      Clock clock) {
    this.service = service;
    this.standaloneChanges = standaloneChanges;
    this.directory = directory;
    this.currentUserPermissionService = currentUserPermissionService;
    this.clock = clock;
  }

  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> book(
      @RequestBody ApiRequestBodyRecords.ReservationPost body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      Authentication login,
      HttpServletResponse response) {
    var bookingRequest = body.toBookingRequest();
    var person = currentUserPermissionService.personOf(login);
    if (Boolean.TRUE.equals(body.dryRun())) {
      IdempotencyKeyValidator.validate(key);
      return dryRun(bookingRequest, person);
    }
    var isFirst = new AtomicBoolean();
    var lightpathVersion =
        new LightpathService.LightpathRequest(
            person,
            IdempotencyKeyValidator.validate(key),
            bookingRequest.digest(),
            bookingRequest.description(),
            () -> {
              isFirst.set(true);
              return toCriteria(bookingRequest, directory.get(), clock.instant());
            });
    var outcome = service.book(lightpathVersion);
    if (!isFirst.get()) {
      response.setHeader(IdempotencyKeyValidator.REPLAYED_HEADER, "true");
    }
    return toResponse(outcome, person);
  }

  private ResponseEntity<?> dryRun(BookingRequest request, Person person) {
    var criteria = toCriteria(request, directory.get(), clock.instant());
    try {
      return ResponseEntity.ok(
          DryRunView.of(
              service.dryRun(person, criteria),
              request.lightpaths().getFirst(),
              criteria.schedule()));
    } catch (SegmentUnreachableException e) {
      return ApiProblems.toResponse(ApiProblems.unavailable(String.valueOf(e.getMessage())));
    }
  }

  private static Criteria toCriteria(BookingRequest request, NetworkDirectory known, Instant now) {
    var violations = BookingRequestValidator.validateLightpathAlone(request, known, now);
    if (!violations.isEmpty()) {
      throw InvalidRequestException.unprocessable(
          violations.stream().map(ReservationController::withoutListPrefix).toList());
    }
    var circuit = request.lightpaths().getFirst();
    return new Criteria(
        portOf(circuit.source(), known),
        portOf(circuit.destination(), known),
        circuit.bandwidthMbps(),
        request.when().toSlotWindow(now).window());
  }

  /** Removes the list prefix from field names, because the request has one lightpath. */
  private static FieldViolation withoutListPrefix(FieldViolation violation) {
    return new FieldViolation(
        violation.field().replace("lightpaths[0].", ""),
        violation.rule(),
        violation.message(),
        violation.bar());
  }

  private static Stp portOf(String host, NetworkDirectory known) {
    return known.host(host).flatMap(NetworkDirectory.Host::port).orElseThrow();
  }

  private ResponseEntity<?> toResponse(LightpathService.BookingOutcome outcome, Person person) {
    return switch (outcome) {
      case LightpathService.BookingOutcome.Booked(var id) -> bookedResponse(id, person);
      case LightpathService.BookingOutcome.Refused(var id, var refusal) ->
          refusedResponse(id, refusal);
      case LightpathService.BookingOutcome.Unreachable(_, var reason) ->
          ApiProblems.toResponse(ApiProblems.unanswered(reason));
      case LightpathService.BookingOutcome.KeyReused _ -> throw keyReused();
    };
  }

  private static InvalidRequestException keyReused() {
    return InvalidRequestException.unprocessable(
        "Idempotency-Key",
        "same-body",
        "this Idempotency-Key was already used with a different request body; use a new key");
  }

  /** A repeat may find it over. */
  private ResponseEntity<?> bookedResponse(ConnectionId id, Person person) {
    var view = view(id, person);
    return ResponseEntity.status(view.state().isFinal() ? HttpStatus.OK : HttpStatus.CREATED)
        .location(URI.create("/api/v1/reservations/" + id))
        .body(view);
  }

  private static ResponseEntity<?> refusedResponse(ConnectionId id, Refusal refusal) {
    var nextFit = refusal.nextFit();
    var problem =
        RetryPolicy.isPermanent(refusal)
            ? ApiProblems.permanentlyRefused(refusal.reason(), List.of(refusal))
            : ApiProblems.temporarilyRefused(
                refusal.reason(), List.of(refusal), nextFit == null ? List.of() : List.of(nextFit));
    problem.setProperty("connectionId", id.value());
    return ApiProblems.toResponse(problem);
  }

  @GetMapping
  BookingPage<ReservationView> list(
      @RequestParam(defaultValue = "100") int limit,
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(defaultValue = "") List<String> state,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(required = false) @Nullable String resource,
      @RequestParam(required = false) @Nullable String owner,
      @RequestParam(required = false) @Nullable String text,
      @RequestParam(defaultValue = "-createdAt") String sort,
      @RequestParam(defaultValue = "false") boolean count,
      Authentication login) {
    var known = directory.get();
    var query =
        new BookingQuery(
            currentUserPermissionService.ownerFilterFor(
                currentUserPermissionService.personOf(login)),
            owner,
            BookingQuery.parseStates(state),
            from,
            to,
            resource == null ? null : stpText(resource, known),
            text,
            BookingSort.parse(sort),
            cursor,
            limit,
            count);
    var now = clock.instant();
    return service.list(query, reservation -> ReservationView.of(reservation, known, now));
  }

  /** Returns the STP of a host; a host that the directory does not list may be named by its STP. */
  private static String stpText(String resource, NetworkDirectory known) {
    return known
        .host(resource)
        .flatMap(NetworkDirectory.Host::port)
        .map(Stp::toString)
        .orElse(resource);
  }

  @GetMapping("/{connectionId}")
  ReservationView show(@PathVariable UUID connectionId, Authentication login) {
    return view(new ConnectionId(connectionId), currentUserPermissionService.personOf(login));
  }

  @PatchMapping(path = "/{connectionId}", consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> modify(
      @PathVariable UUID connectionId,
      @RequestBody ApiRequestBodyRecords.ReservationPatch body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      Authentication login,
      HttpServletResponse response) {
    var person = currentUserPermissionService.personOf(login);
    var id = new ConnectionId(connectionId);
    if (!currentUserPermissionService.canModify(person, view(id, person).owner())) {
      throw ApiProblems.forbidden("only the owner or an administrator can change this lightpath");
    }
    requireStandalone(id);
    var change = body.toChange();
    var validKey = IdempotencyKeyValidator.validate(key);
    if (Boolean.TRUE.equals(body.dryRun())) {
      return dryRun(id, change, ifMatch, person);
    }
    var outcome =
        standaloneChanges.change(
            id,
            change,
            validKey,
            ifMatch,
            person,
            () -> response.setHeader(IdempotencyKeyValidator.REPLAYED_HEADER, "true"));
    return switch (outcome) {
      case LightpathChangeService.ChangeOutcome.Changed() -> ResponseEntity.ok(view(id, person));
      case LightpathChangeService.ChangeOutcome.Refused(var refusal) ->
          refusedResponse(id, refusal);
      case LightpathChangeService.ChangeOutcome.Unreachable(var reason) ->
          ApiProblems.toResponse(ApiProblems.unanswered(reason));
      case LightpathChangeService.ChangeOutcome.WrongState(var reason) ->
          throw ApiProblems.conflict(reason);
      case LightpathChangeService.ChangeOutcome.KeyReused() -> throw keyReused();
    };
  }

  private ResponseEntity<?> dryRun(
      ConnectionId id, StandaloneLightpathChange change, @Nullable String ifMatch, Person person) {
    var view = view(id, person);
    var resolved = standaloneChanges.find(id, change, null, person).orElse(change);
    var criteria =
        service.find(id, found -> criteriaOfDryRun(found, resolved, ifMatch)).orElseThrow();
    try {
      var result =
          change.isDescriptionOnly() || isBooked(id, criteria)
              ? new SegmentDryRunRequest.Result.Fits(
                  criteria.source(), criteria.destination(), view.path(), List.of())
              : service.dryRun(person, id, criteria);
      return ResponseEntity.ok(DryRunView.of(result, view, criteria));
    } catch (SegmentUnreachableException e) {
      return ApiProblems.toResponse(ApiProblems.unavailable(String.valueOf(e.getMessage())));
    } catch (SegmentFaultException fault) { // another change has begun meanwhile
      throw ApiProblems.conflict(String.valueOf(fault.getMessage()));
    }
  }

  private Criteria criteriaOfDryRun(
      Reservation found, StandaloneLightpathChange change, @Nullable String ifMatch) {
    standaloneChanges.requireMatch(ifMatch).accept(found);
    if (change.isDescriptionOnly()) {
      return found.criteria().or(found::lastRequestedCriteria).orElseThrow();
    }
    found
        .changeRefusal(clock.instant())
        .ifPresent(reason -> {
          throw ApiProblems.conflict(reason);
        });
    return standaloneChanges.toCriteria(change, found);
  }

  private boolean isBooked(ConnectionId id, Criteria criteria) {
    return service.find(id, found -> found.criteria().equals(Optional.of(criteria))).orElse(false);
  }

  /**
   * Owners end single lightpaths; officers and administrators end any, also parts of a
   * co-allocation.
   */
  @DeleteMapping("/{connectionId}")
  ResponseEntity<ReservationView> end(
      @PathVariable UUID connectionId,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      Authentication login) {
    var person = currentUserPermissionService.personOf(login);
    var id = new ConnectionId(connectionId);
    var view = view(id, person);
    var isOwner = person.name().equals(view.owner());
    if (currentUserPermissionService.canForceEnd(person) && !(isOwner && isStandalone(id))) {
      return endedResponse(forceEnd(view, person, standaloneChanges.requireMatch(ifMatch)));
    }
    if (!isOwner) {
      throw ApiProblems.forbidden(
          "only the owner, an officer or an administrator can end this lightpath");
    }
    requireStandalone(id);
    return endedResponse(terminate(view, person, standaloneChanges.requireMatch(ifMatch)));
  }

  /** 200 if every segment has freed its share, else 202. */
  private static ResponseEntity<ReservationView> endedResponse(ReservationView view) {
    return view.releasing() == null
        ? ResponseEntity.ok(view)
        : ResponseEntity.accepted()
            .location(URI.create("/api/v1/reservations/" + view.connectionId()))
            .body(view);
  }

  private ReservationView terminate(
      ReservationView view, Person person, Consumer<Reservation> precondition) {
    var id = new ConnectionId(view.connectionId());
    if (view.state() == BookingPhase.CANCELLED) { // idempotent
      requireFound(id, precondition);
      service.awaitRelease(id);
      return view(id, person);
    }
    if (view.state().isFinal()) {
      throw alreadyEnded(view);
    }
    service.terminate(person, id, precondition);
    return view(id, person);
  }

  private void requireFound(ConnectionId id, Consumer<Reservation> precondition) {
    service.find(
        id,
        found -> {
          precondition.accept(found);
          return id;
        });
  }

  private ReservationView forceEnd(
      ReservationView view, Person person, Consumer<Reservation> precondition) {
    var id = new ConnectionId(view.connectionId());
    if (service.find(id, reservation -> reservation.lifecycle().isCut()).orElse(false)) {
      service.repeatForcedEnd(person, id, precondition); // idempotent
      return view(id, person);
    }
    if (view.state().isFinal()) {
      throw alreadyEnded(view);
    }
    service.forceEnd(person, id, precondition);
    return view(id, person);
  }

  @PostMapping("/{connectionId}/provision")
  ReservationView provision(@PathVariable UUID connectionId, Authentication login) {
    var person = currentUserPermissionService.personOf(login);
    requireModifiable(connectionId, person);
    service.provision(person, new ConnectionId(connectionId));
    return view(new ConnectionId(connectionId), person);
  }

  @PostMapping("/{connectionId}/release")
  ReservationView release(@PathVariable UUID connectionId, Authentication login) {
    var person = currentUserPermissionService.personOf(login);
    requireModifiable(connectionId, person);
    service.release(person, new ConnectionId(connectionId));
    return view(new ConnectionId(connectionId), person);
  }

  /** A part of a co-allocation, too: a check changes nothing that is booked. */
  @PostMapping("/{connectionId}/path-check")
  ResponseEntity<ReservationView> checkPath(
      @PathVariable UUID connectionId,
      @RequestParam(defaultValue = "false") boolean throughput,
      Authentication login) {
    var person = currentUserPermissionService.personOf(login);
    var id = new ConnectionId(connectionId);
    requireOwner(view(id, person), person, "check the path of");
    if (!service.requestPathCheck(id, throughput)) {
      throw ApiProblems.conflict("a path can be checked while its lightpath is ACTIVE");
    }
    return ResponseEntity.accepted()
        .location(URI.create("/api/v1/reservations/" + connectionId))
        .body(view(id, person));
  }

  private void requireOwner(ReservationView view, Person person, String verbs) {
    if (!currentUserPermissionService.canModify(person, view.owner())) {
      throw ApiProblems.forbidden(
          "only the owner or an administrator can " + verbs + " this lightpath");
    }
  }

  private void requireModifiable(UUID connectionId, Person person) {
    var id = new ConnectionId(connectionId);
    var view = view(id, person);
    requireOwner(view, person, "provision or release");
    requireStandalone(id);
    if (view.state().isFinal()) {
      throw alreadyEnded(view);
    }
  }

  private static ErrorResponseException alreadyEnded(ReservationView view) {
    return ApiProblems.conflict("the lightpath has already ended: " + view.state());
  }

  /**
   * A part changes only through its co-allocation, unless it is ended by force (DESIGN
   * "Contracts").
   */
  private void requireStandalone(ConnectionId id) {
    if (!isStandalone(id)) {
      throw ApiProblems.conflict(
          "the lightpath is part of a co-allocation; change the co-allocation instead");
    }
  }

  private boolean isStandalone(ConnectionId id) {
    return service.find(id, ReservationView::isStandalone).orElse(false);
  }

  private ReservationView view(ConnectionId id, Person person) {
    var known = directory.get();
    var now = clock.instant();
    return service
        .find(
            id,
            reservation ->
                ReservationView.of(reservation, known, now)
                    .withEndpoints(LightpathEndHostDetails.of(reservation, known))
                    .withHistory(service.listHistory(id.value())))
        .filter(view -> currentUserPermissionService.canSee(person, view.owner()))
        .orElseThrow(() -> ApiProblems.notFound("reservation", id));
  }
}
