package org.touchpaper.bar.api;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.ModificationRequest;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.endhost.EndpointFinder;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.platform.problem.InvalidRequestException;

/** What runs on the nodes of a part: shows, launches and stops it. */
@RestController
@RequestMapping(
    path = "/api/v1/co-allocations/{id}/parts/{partId}/run",
    produces = MediaType.APPLICATION_JSON_VALUE)
class RunController {

  private final CoAllocationService service;
  private final EndpointFinder endpointFinder;
  private final CurrentUserPermissionService currentUserPermissionService;

  RunController(
      CoAllocationService service,
      EndpointFinder endpointFinder,
      CurrentUserPermissionService currentUserPermissionService) {
    this.service = service;
    this.endpointFinder = endpointFinder;
    this.currentUserPermissionService = currentUserPermissionService;
  }

  @GetMapping
  ApiResponseBodyRecords.RunView show(
      @PathVariable UUID id, @PathVariable UUID partId, Authentication login) {
    return view(getVisible(id, login), partId);
  }

  @PutMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> launch(
      @PathVariable UUID id,
      @PathVariable UUID partId,
      @RequestBody ApiRequestBodyRecords.RunDto body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      Authentication login,
      HttpServletResponse response) {
    requireChangeable(id, login);
    requirePart(getVisible(id, login), partId);
    var change = new ModificationRequest.RunChange(partId, body.toSpec(""));
    return modify(id, change, key, ifMatch, login, response);
  }

  @DeleteMapping
  ResponseEntity<?> stop(
      @PathVariable UUID id,
      @PathVariable UUID partId,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      Authentication login,
      HttpServletResponse response) {
    requireChangeable(id, login);
    view(getVisible(id, login), partId); // 404 if nothing was ever launched
    return modify(
        id, new ModificationRequest.RunChange(partId, null), key, ifMatch, login, response);
  }

  private ResponseEntity<?> modify(
      UUID id,
      ModificationRequest.RunChange change,
      @Nullable String key,
      @Nullable String ifMatch,
      Authentication login,
      HttpServletResponse response) {
    var validKey = IdempotencyKeyValidator.validate(key);
    var result =
        namingFieldsOfRun(() ->
            service.modifyRun(
                id,
                currentUserPermissionService.personOf(login),
                change,
                validKey,
                EntityTagAdvice.requireMatch(ifMatch),
                () -> response.setHeader(IdempotencyKeyValidator.REPLAYED_HEADER, "true")));
    return CoAllocationController.toResponse(result, booking -> view(booking, change.part()));
  }

  /** The body is the run itself, not a list of nodes with one. */
  private static <T> T namingFieldsOfRun(Supplier<T> call) {
    try {
      return call.get();
    } catch (InvalidRequestException e) {
      throw InvalidRequestException.unprocessable(
          e.violations().stream()
              .map(violation ->
                  new FieldViolation(
                      violation.field().replaceFirst("^compute\\[\\d+]\\.run\\.", ""),
                      violation.rule(),
                      violation.message()))
              .toList());
    }
  }

  private ApiResponseBodyRecords.RunView view(CoAllocation booking, UUID partId) {
    var part = requirePart(booking, partId);
    if (part.run() == null) {
      throw ApiProblems.notFound("run on part", partId);
    }
    return ApiResponseBodyRecords.RunView.of(
        Objects.requireNonNull(part.run()), endpointFinder.find(part, booking.parts()), true);
  }

  private static Compute requirePart(CoAllocation booking, UUID partId) {
    return booking.parts().stream()
        .filter(part -> part.partId().equals(partId))
        .filter(Compute.class::isInstance)
        .map(Compute.class::cast)
        .findFirst()
        .orElseThrow(() -> ApiProblems.notFound("part with nodes", partId));
  }

  private void requireChangeable(UUID id, Authentication login) {
    var owner = getVisible(id, login).owner().name();
    if (!currentUserPermissionService.canModify(
        currentUserPermissionService.personOf(login), owner)) {
      throw ApiProblems.forbidden("only the owner or an administrator can change this booking");
    }
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
