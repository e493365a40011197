package org.touchpaper.bar.api;

import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
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
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.coallocation.service.BookingResult;
import org.touchpaper.bar.coallocation.service.CancelResult;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.coallocation.service.ModifyResult;
import org.touchpaper.bar.coallocation.transaction.DryRunResult;
import org.touchpaper.bar.coallocation.transaction.DryRunService;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.endhost.EndpointFinder;
import org.touchpaper.bar.listing.BookingPage;
import org.touchpaper.bar.listing.BookingQuery;
import org.touchpaper.bar.listing.BookingSort;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Refusal;

/** REST endpoints for co-allocations. */
@RestController
@RequestMapping(path = "/api/v1/co-allocations", produces = MediaType.APPLICATION_JSON_VALUE)
class CoAllocationController {

  private final CoAllocationService service;
  private final DryRunService dryRunService;
  private final LightpathService lightpaths;
  private final CurrentNetworkDirectory directory;
  private final EndpointFinder endpointFinder;
  private final CurrentUserPermissionService currentUserPermissionService;

  CoAllocationController(
      CoAllocationService service,
      DryRunService dryRunService,
      LightpathService lightpaths,
      CurrentNetworkDirectory directory,
      EndpointFinder endpointFinder,
      CurrentUserPermissionService currentUserPermissionService) {
    this.service = service;
    this.dryRunService = dryRunService;
    this.lightpaths = lightpaths;
    this.directory = directory;
    this.endpointFinder = endpointFinder;
    this.currentUserPermissionService = currentUserPermissionService;
  }

  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> book(
      @RequestBody ApiRequestBodyRecords.CoAllocationPost body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      Authentication login,
      HttpServletResponse response) {
    if (Boolean.TRUE.equals(body.dryRun())) {
      IdempotencyKeyValidator.validate(key);
      return toResponse(
          dryRunService.book(currentUserPermissionService.personOf(login), body.toBookingRequest()),
          DryRunView::of);
    }
    return toResponse(
        service.book(
            currentUserPermissionService.personOf(login),
            body.toBookingRequest(),
            IdempotencyKeyValidator.validate(key),
            () -> response.setHeader(IdempotencyKeyValidator.REPLAYED_HEADER, "true")));
  }

  /** 503 if the only reason against it is that something did not answer. */
  private ResponseEntity<?> toResponse(
      DryRunResult result, BiFunction<DryRunResult, Duration, DryRunView> view) {
    return result.isUnanswered()
        ? ApiProblems.toResponse(
            ApiProblems.unavailable(
                result.refusals().stream()
                    .map(Refusal::reason)
                    .distinct()
                    .collect(Collectors.joining("; "))))
        : ResponseEntity.ok(view.apply(result, directory.get().bar().setupLead()));
  }

  private ResponseEntity<?> toResponse(BookingResult result) {
    var booking = result.booking();
    var reason = booking.reason().orElse("");
    return switch (result) {
      case BookingResult.Booked _ -> // a repeat may find it over
          ResponseEntity.status(booking.state().isFinal() ? HttpStatus.OK : HttpStatus.CREATED)
              .location(locationOf(booking))
              .body(view(booking));
      case BookingResult.Undecided _ -> accepted(booking);
      case BookingResult.Refused _ ->
          ApiProblems.toResponse(
              withBooking(
                  ApiProblems.temporarilyRefused(
                      reason, booking.refusals(), booking.alternatives()),
                  booking));
      case BookingResult.NeverFits _ ->
          ApiProblems.toResponse(
              withBooking(ApiProblems.permanentlyRefused(reason, booking.refusals()), booking));
      case BookingResult.IdConflict _ ->
          ApiProblems.toResponse(withBooking(ApiProblems.idConflict(reason), booking));
      case BookingResult.NotStarted _ ->
          ApiProblems.toResponse(withBooking(ApiProblems.unanswered(reason), booking));
    };
  }

  private static URI locationOf(CoAllocation booking) {
    return URI.create("/api/v1/co-allocations/" + booking.id());
  }

  private ResponseEntity<?> accepted(CoAllocation booking) {
    return ResponseEntity.accepted().location(locationOf(booking)).body(view(booking));
  }

  /** Adds the booking's id, under which a refusal stays readable. */
  private static ProblemDetail withBooking(ProblemDetail problem, CoAllocation booking) {
    problem.setProperty("id", booking.id());
    problem.setProperty("state", booking.state());
    return problem;
  }

  @GetMapping
  BookingPage<ApiResponseBodyRecords.CoAllocationView> list(
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
    var query =
        new BookingQuery(
            currentUserPermissionService.ownerFilterFor(
                currentUserPermissionService.personOf(login)),
            owner,
            BookingQuery.parseStates(state),
            from,
            to,
            resource,
            text,
            BookingSort.parse(sort),
            cursor,
            limit,
            count);
    return service.list(query).map(ApiResponseBodyRecords.CoAllocationView::of);
  }

  @GetMapping("/{id}")
  ApiResponseBodyRecords.CoAllocationView show(@PathVariable UUID id, Authentication login) {
    return view(getVisible(id, login));
  }

  @DeleteMapping("/{id}")
  ResponseEntity<?> cancel(
      @PathVariable UUID id,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      Authentication login) {
    var person = currentUserPermissionService.personOf(login);
    if (!currentUserPermissionService.canModify(person, getVisible(id, login).owner().name())) {
      throw ApiProblems.forbidden("only the owner or an administrator can cancel this booking");
    }
    return switch (service.cancel(id, person, EntityTagAdvice.requireMatch(ifMatch))) {
      case CancelResult.Cancelled(var booking) -> ResponseEntity.ok(view(booking));
      case CancelResult.Releasing(var booking) -> accepted(booking);
      case CancelResult.Refused(var reason) -> throw ApiProblems.conflict(reason);
      case CancelResult.NotStarted(var booking) ->
          ApiProblems.toResponse(
              withBooking(
                  ApiProblems.unavailable(
                      "the acceptors did not accept the cancellation (see the history); the booking"
                          + " is unchanged"),
                  booking));
    };
  }

  @PatchMapping(path = "/{id}", consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> modify(
      @PathVariable UUID id,
      @RequestBody ApiRequestBodyRecords.CoAllocationPatch body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      Authentication login,
      HttpServletResponse response) {
    var person = currentUserPermissionService.personOf(login);
    if (!currentUserPermissionService.canModify(person, getVisible(id, login).owner().name())) {
      throw ApiProblems.forbidden("only the owner or an administrator can change this booking");
    }
    if (Boolean.TRUE.equals(body.dryRun())) {
      IdempotencyKeyValidator.validate(key);
      return toResponse(
          dryRunService.modify(
              id, person, body.toModification(), EntityTagAdvice.requireMatch(ifMatch)));
    }
    return toResponse(
        service.modify(
            id,
            person,
            body.toModification(),
            IdempotencyKeyValidator.validate(key),
            EntityTagAdvice.requireMatch(ifMatch),
            () -> response.setHeader(IdempotencyKeyValidator.REPLAYED_HEADER, "true")));
  }

  /** The part's id is that of its connection. */
  @PostMapping("/{id}/parts/{partId}/path-check")
  ResponseEntity<?> checkPath(
      @PathVariable UUID id,
      @PathVariable UUID partId,
      @RequestParam(defaultValue = "false") boolean throughput,
      Authentication login) {
    var booking = getVisible(id, login);
    if (!currentUserPermissionService.canModify(
        currentUserPermissionService.personOf(login), booking.owner().name())) {
      throw ApiProblems.forbidden(
          "only the owner or an administrator can check the paths of this booking");
    }
    if (booking.parts().stream()
        .noneMatch(part -> part instanceof Lightpath && part.partId().equals(partId))) {
      throw ApiProblems.notFound("lightpath of this co-allocation", partId);
    }
    if (!lightpaths.requestPathCheck(new ConnectionId(partId), throughput)) {
      throw ApiProblems.conflict("a path can be checked while its lightpath is ACTIVE");
    }
    return accepted(booking);
  }

  private ResponseEntity<?> toResponse(DryRunService.ChangeOutcome outcome) {
    return switch (outcome) {
      case DryRunService.ChangeOutcome.Simulated(var result) ->
          toResponse(result, DryRunView::ofChange);
      case DryRunService.ChangeOutcome.WrongState(var reason) -> throw ApiProblems.conflict(reason);
    };
  }

  private ResponseEntity<?> toResponse(ModifyResult result) {
    return toResponse(result, this::view);
  }

  /** The answer to a change, with what the caller wants to see of the booking. */
  static ResponseEntity<?> toResponse(ModifyResult result, Function<CoAllocation, ?> view) {
    return switch (result) {
      case ModifyResult.Modified(var booking) -> ResponseEntity.ok(view.apply(booking));
      case ModifyResult.Undecided(var booking) ->
          ResponseEntity.accepted().location(locationOf(booking)).body(view.apply(booking));
      case ModifyResult.Refused(var booking, var reason) ->
          ApiProblems.toResponse(
              withBooking(
                  ApiProblems.temporarilyRefused(
                      reason.reason(), reason.refusals(), reason.alternatives()),
                  booking));
      case ModifyResult.NeverFits(var booking, var reason) ->
          ApiProblems.toResponse(
              withBooking(
                  ApiProblems.permanentlyRefused(reason.reason(), reason.refusals()), booking));
      case ModifyResult.WrongState(var reason) -> throw ApiProblems.conflict(reason);
      case ModifyResult.NotStarted(var booking, var reason) ->
          ApiProblems.toResponse(withBooking(ApiProblems.unanswered(reason), booking));
    };
  }

  private ApiResponseBodyRecords.CoAllocationView view(CoAllocation booking) {
    return ApiResponseBodyRecords.CoAllocationView.of(
        booking,
        service.listHistory(booking),
        endpointFinder::find,
        part -> endpointFinder.find(part, booking.parts()));
  }

  /** Bookings of other users are reported as nonexistent. */
  private CoAllocation getVisible(UUID id, Authentication login) {
    var person = currentUserPermissionService.personOf(login);
    return service
        .find(id)
        .filter(booking -> currentUserPermissionService.canSee(person, booking.owner().name()))
        .orElseThrow(() -> ApiProblems.notFound("co-allocation", id));
  }
}
