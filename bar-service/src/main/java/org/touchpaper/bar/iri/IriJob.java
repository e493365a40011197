package org.touchpaper.bar.iri;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.run.JobState;
import org.touchpaper.bar.coallocation.run.JobStatus;
import org.touchpaper.bar.coallocation.run.PartRun;
import org.touchpaper.bar.endhost.RunViewerAddress;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** The last run of a booked part, as a job. */
record IriJob(CoAllocation booking, Compute part, PartRun run) {

  static Optional<IriJob> of(CoAllocation booking, Compute part) {
    return Optional.ofNullable(part.run()).map(run -> new IriJob(booking, part, run));
  }

  JobId id() {
    return JobId.of(booking, part, run);
  }

  /** A job ends with its booking, even if nothing was reported. */
  JobState state() {
    return booking.state().isFinal() && !run.isFinished() ? JobState.CANCELED : run.state();
  }

  /** A job in the API. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonNaming(SnakeCaseStrategy.class)
  record JobView(String id, JobStatusView status, @Nullable JobSpecView jobSpec) {}

  /**
   * The status of a job.
   *
   * @param time since when, in seconds from 1970
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonNaming(SnakeCaseStrategy.class)
  record JobStatusView(
      String state,
      @Nullable Double time,
      @Nullable String message,
      @Nullable Integer exitCode,
      JobDetailsView metaData) {}

  /**
   * What IRI has no word for.
   *
   * @param booking the co-allocation
   * @param batchJob its id in the batch scheduler
   * @param endpoint where a viewer reaches it
   * @param waitingFor what a viewer waits for before it connects
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonNaming(SnakeCaseStrategy.class)
  record JobDetailsView(
      UUID booking,
      @Nullable String batchJob,
      List<String> nodes,
      @Nullable String endpoint,
      @Nullable String waitingFor,
      List<String> output) {}

  /** What was launched. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonNaming(SnakeCaseStrategy.class)
  record JobSpecView(
      String executable,
      List<String> arguments,
      Map<String, String> environment,
      JobResourcesView resources,
      JobAttributesView attributes) {}

  /** How it uses the nodes. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonNaming(SnakeCaseStrategy.class)
  record JobResourcesView(
      int nodeCount, @Nullable Integer processesPerNode, @Nullable Integer cpuCoresPerProcess) {}

  /** Where it runs. */
  @JsonNaming(SnakeCaseStrategy.class)
  record JobAttributesView(UUID reservationId, Map<String, String> customAttributes) {}

  JobView view(Optional<RunViewerAddress> endpoint, boolean withSpec) {
    var job = Optional.ofNullable(run.status());
    return new JobView(
        id().toString(),
        new JobStatusView(
            state().text(),
            job.map(JobStatus::since).map(since -> since.toEpochMilli() / 1000.0).orElse(null),
            state() == run.state()
                ? job.map(JobStatus::message).orElse(null)
                : "the booking is over",
            job.map(JobStatus::exitCode).orElse(null),
            new JobDetailsView(
                booking.id(),
                job.map(JobStatus::jobId).orElse(null),
                job.map(JobStatus::nodes).orElse(List.of()),
                endpoint.map(RunViewerAddress::url).orElse(null),
                endpoint.map(RunViewerAddress::waitingFor).orElse(null),
                job.map(JobStatus::output).orElse(List.of()))),
        withSpec ? specView() : null);
  }

  private JobSpecView specView() {
    var spec = run.spec();
    return new JobSpecView(
        spec.application(),
        spec.arguments(),
        spec.environment(),
        new JobResourcesView(part.nodes(), spec.processesPerNode(), spec.cpuCoresPerProcess()),
        new JobAttributesView(
            part.partId(),
            spec.viewer() == null ? Map.of() : Map.of(JobSpecDto.VIEWER, spec.viewer())));
  }
}
