package org.touchpaper.bar.iri;

import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.bar.api.CurrentUserPermissionService;
import org.touchpaper.bar.api.IdempotencyKeyValidator;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.ModificationRequest.RunChange;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.coallocation.service.ModifyResult;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.endhost.EndpointFinder;
import org.touchpaper.bar.iri.IriJob.JobView;
import org.touchpaper.bar.iri.IriJobFinder.BookedNodes;
import org.touchpaper.bar.iri.IriResource.Group;
import org.touchpaper.bar.iri.IriResource.ResourceView;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.platform.problem.NullsPermitted;
import org.touchpaper.platform.problem.ProblemType;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/** Submits, shows and cancels jobs on booked nodes. To submit or cancel one changes its booking. */
@RestController
@RequestMapping(
    path = IriAddresses.PREFIX + "/compute",
    produces = MediaType.APPLICATION_JSON_VALUE)
class IriComputeController {

  /** The response header that says whether a request was a repeat: {@code hit} or {@code miss}. */
  private static final String KEY_REPLY = "Idempotency-Key-Reply";

  private final CoAllocationService service;
  private final IriJobFinder jobs;
  private final IriResourceStatusReader resources;
  private final EndpointFinder endpoints;
  private final CurrentNetworkDirectory directory;
  private final CurrentUserPermissionService currentUserPermissionService;

  IriComputeController(
      CoAllocationService service,
      IriJobFinder jobs,
      IriResourceStatusReader resources,
      EndpointFinder endpoints,
      CurrentNetworkDirectory directory,
      CurrentUserPermissionService currentUserPermissionService) {
    this.service = service;
    this.jobs = jobs;
    this.resources = resources;
    this.endpoints = endpoints;
    this.directory = directory;
    this.currentUserPermissionService = currentUserPermissionService;
  }

  @GetMapping("/resources")
  List<ResourceView> resources(Authentication login) {
    return resources.read(login).stream()
        .filter(resource -> resource.group() == Group.CLUSTER)
        .map(ResourceView::of)
        .toList();
  }

  @PostMapping(path = "/job/{resourceId}", consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> submit(
      @PathVariable String resourceId,
      @RequestBody @NullsPermitted JobSpecDto body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      Authentication login,
      HttpServletResponse response) {
    var validKey = IdempotencyKeyValidator.validate(key);
    requireCluster(resourceId);
    var person = currentUserPermissionService.personOf(login);
    var nodes = requireReservation(resourceId, body, person);
    requireChangeable(nodes.booking(), person);
    var schedule = nodes.booking().schedule();
    var length = Duration.between(schedule.startTime(), schedule.endTime());
    if (validKey != null) {
      response.setHeader(KEY_REPLY, "miss");
    }
    var result =
        namingFieldsOfJob(() ->
            service.modifyRun(
                nodes.booking().id(),
                person,
                new RunChange(nodes.part().partId(), body.toJobSpec(nodes.part().nodes(), length)),
                validKey,
                _ -> {},
                () -> response.setHeader(KEY_REPLY, "hit")));
    return toResponse(
        result, booking -> ResponseEntity.ok(view(jobOn(booking, nodes.part()), false)));
  }

  @GetMapping("/status/{resourceId}/{jobId}")
  JobView show(
      @PathVariable String resourceId,
      @PathVariable String jobId,
      @RequestParam(defaultValue = "true") boolean historical,
      @RequestParam(name = "include_spec", defaultValue = "false") boolean includeSpec,
      Authentication login) {
    requireCluster(resourceId);
    var job = requireJob(resourceId, jobId, currentUserPermissionService.personOf(login));
    if (!historical && job.state().isFinal()) {
      throw IriProblemAdvice.of(
          ProblemType.NOT_FOUND, "job " + jobId + " has ended; ask with historical=true");
    }
    return view(job, includeSpec);
  }

  @PostMapping("/status/{resourceId}")
  List<JobView> list(
      @PathVariable String resourceId,
      @RequestParam(defaultValue = "0") int offset,
      @RequestParam(defaultValue = "100") int limit,
      @RequestParam(defaultValue = "false") boolean historical,
      @RequestParam(name = "include_spec", defaultValue = "false") boolean includeSpec,
      @RequestBody(required = false) @NullsPermitted @Nullable Map<String, Object> filters,
      Authentication login) {
    var page = new IriPageRequest(offset, limit);
    requireCluster(resourceId);
    if (filters != null && !filters.isEmpty()) {
      throw InvalidRequestException.unprocessable(
          "filters", "none", "there are no filters of jobs; send no body");
    }
    return jobs
        .list(resourceId, historical, page, currentUserPermissionService.personOf(login))
        .stream()
        .map(job -> view(job, includeSpec))
        .toList();
  }

  @DeleteMapping("/cancel/{resourceId}/{jobId}")
  ResponseEntity<?> cancel(
      @PathVariable String resourceId, @PathVariable String jobId, Authentication login) {
    requireCluster(resourceId);
    var person = currentUserPermissionService.personOf(login);
    var job = requireJob(resourceId, jobId, person);
    requireChangeable(job.booking(), person);
    if (job.state().isFinal()) {
      return ResponseEntity.noContent().build();
    }
    return toResponse(
        service.modifyRun(
            job.booking().id(),
            person,
            new RunChange(job.part().partId(), null),
            null,
            booking -> requireSame(job, booking),
            () -> {}),
        _ -> ResponseEntity.noContent().build());
  }

  private void requireCluster(String id) {
    if (directory.get().cluster(id).isEmpty()) {
      throw IriProblemAdvice.notFound("cluster", id);
    }
  }

  private BookedNodes requireReservation(String cluster, JobSpecDto body, Person person) {
    var advice =
        "book nodes first, with POST /api/v1/co-allocations of this BAR or './touchpaper reserve"
            + " --compute "
            + cluster
            + ":NODES'; reservation_id is then the id of the booking's part, compute[].id";
    var id =
        body.reservationId()
            .orElseThrow(() -> noReservation("a job needs attributes.reservation_id: " + advice));
    return jobs.findReservation(cluster, id, person)
        .orElseThrow(() ->
            noReservation("you have no reservation " + id + " on " + cluster + ": " + advice));
  }

  private static InvalidRequestException noReservation(String message) {
    return InvalidRequestException.unprocessable(
        "attributes.reservation_id", "known-reservation", message);
  }

  private IriJob requireJob(String cluster, String id, Person person) {
    return jobs.find(cluster, id, person)
        .orElseThrow(() -> IriProblemAdvice.notFound("job on " + cluster, id));
  }

  /** Another job that was launched meanwhile must not be cancelled instead. */
  private static void requireSame(IriJob job, CoAllocation booking) {
    if (!jobOn(booking, job.part()).id().equals(job.id())) {
      throw IriProblemAdvice.notFound("job on " + job.part().resource(), job.id().toString());
    }
  }

  private void requireChangeable(CoAllocation booking, Person person) {
    if (!currentUserPermissionService.canModify(person, booking.owner().name())) {
      throw IriProblemAdvice.of(
          ProblemType.FORBIDDEN,
          "only the owner of a booking or an administrator can run jobs on its nodes");
    }
  }

  private static IriJob jobOn(CoAllocation booking, Compute nodes) {
    return booking.parts().stream()
        .filter(part -> part.partId().equals(nodes.partId()))
        .map(Compute.class::cast)
        .flatMap(part -> IriJob.of(booking, part).stream())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("nothing was launched on " + nodes));
  }

  private JobView view(IriJob job, boolean withSpec) {
    return job.view(endpoints.find(job.part(), job.booking().parts()), withSpec);
  }

  /** The services name the fields of our own API. */
  private static <T> T namingFieldsOfJob(Supplier<T> call) {
    try {
      return call.get();
    } catch (InvalidRequestException e) {
      var violations =
          e.violations().stream()
              .map(it -> new FieldViolation(fieldOfJob(it.field()), it.rule(), it.message()))
              .toList();
      if (e.status() == HttpStatus.BAD_REQUEST) {
        var first = violations.getFirst();
        throw InvalidRequestException.malformed(first.field(), first.rule(), first.message());
      }
      throw InvalidRequestException.unprocessable(violations);
    }
  }

  private static String fieldOfJob(String field) {
    var own = field.replaceFirst("^compute\\[\\d+]\\.run\\.", "");
    return switch (own) {
      case "application" -> "executable";
      case "viewer" -> "attributes.custom_attributes." + JobSpecDto.VIEWER;
      case "resources.processesPerNode" -> "resources.processes_per_node";
      case "resources.cpuCoresPerProcess" -> "resources.cpu_cores_per_process";
      default -> own;
    };
  }

  private static ResponseEntity<?> toResponse(
      ModifyResult result, Function<CoAllocation, ResponseEntity<?>> answer) {
    return switch (result) {
      case ModifyResult.Modified(var booking) -> answer.apply(booking);
      case ModifyResult.Refused(_, var outcome) -> problem(ProblemType.REFUSED, outcome.reason());
      case ModifyResult.NeverFits(_, var outcome) -> problem(ProblemType.INVALID, outcome.reason());
      case ModifyResult.WrongState(var reason) -> problem(ProblemType.WRONG_STATE, reason);
      case ModifyResult.Undecided _ ->
          problem(
              ProblemType.UNAVAILABLE,
              "not decided yet; it may still be done. Send it again with the same Idempotency-Key");
      case ModifyResult.NotStarted(_, var reason) ->
          problem(
              ProblemType.UNAVAILABLE,
              reason + ". Nothing was done. Send it again with the same Idempotency-Key");
    };
  }

  private static ResponseEntity<ProblemDetail> problem(ProblemType type, String reason) {
    var problem = type.problem(reason);
    var response =
        ResponseEntity.status(problem.getStatus()).contentType(MediaType.APPLICATION_PROBLEM_JSON);
    if (type == ProblemType.UNAVAILABLE) {
      response.header(HttpHeaders.RETRY_AFTER, "2");
    }
    return response.body(problem);
  }
}
