package org.touchpaper.bar.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.coallocation.CoAllocationPart.Units;
import org.touchpaper.bar.coallocation.ModificationRecord;
import org.touchpaper.bar.coallocation.run.JobSpec;
import org.touchpaper.bar.coallocation.run.JobStatus;
import org.touchpaper.bar.coallocation.run.PartRun;
import org.touchpaper.bar.endhost.EndHostAdvice;
import org.touchpaper.bar.endhost.HostEndpoint;
import org.touchpaper.bar.endhost.LightpathEndHostDetails;
import org.touchpaper.bar.endhost.RunViewerAddress;
import org.touchpaper.bar.history.HistoryEntry;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.bar.reservation.pathcheck.PathCheckResult;
import org.touchpaper.segment.connection.CutNotice;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** Response bodies of the API, named as in the OpenAPI document. */
final class ApiResponseBodyRecords {

  private ApiResponseBodyRecords() {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record CoAllocationView(
      UUID id,
      BookingPhase state,
      String description,
      String owner,
      Instant createdAt,
      Schedule schedule,
      @Nullable WindowView window,
      List<ComputePartView> compute,
      List<LightpathPartView> lightpaths,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<UnitsPartView> units,
      boolean released,
      @Nullable Boolean releasing,
      @Nullable String problem,
      @Nullable String reason,
      @Nullable List<RefusalView> refusals,
      @Nullable List<Schedule> alternatives,
      @Nullable ModificationView change,
      @Nullable List<HistoryEventView> history)
      implements EntityTagAdvice.Tagged {

    @Override
    public List<?> bookedValues() {
      return List.of(
          description,
          schedule,
          compute.stream().map(ComputePartView::bookedValues).toList(),
          lightpaths.stream().map(part -> List.of(part.id(), part.bandwidthMbps())).toList(),
          units.stream().map(part -> List.of(part.id(), part.amount())).toList());
    }

    /** In a list, without history, endpoints and output. */
    static CoAllocationView of(CoAllocation booking) {
      return of(booking, null, _ -> Optional.empty(), _ -> Optional.empty());
    }

    static CoAllocationView of(
        CoAllocation booking,
        @Nullable List<HistoryEntry> history,
        Function<Lightpath, Optional<LightpathEndHostDetails>> endpoints,
        Function<Compute, Optional<RunViewerAddress>> runEndpoints) {
      var isRefused = booking.state() == BookingPhase.REFUSED;
      return new CoAllocationView(
          booking.id(),
          booking.state(),
          booking.description(),
          booking.owner().name(),
          booking.createdAt(),
          booking.schedule(),
          booking.window().map(WindowView::of).orElse(null),
          booking.parts().stream()
              .flatMap(part -> ComputePartView.of(part, runEndpoints, history != null))
              .toList(),
          booking.parts().stream().flatMap(part -> LightpathPartView.of(part, endpoints)).toList(),
          booking.parts().stream().flatMap(UnitsPartView::of).toList(),
          booking.isReleased(),
          booking.isReleasing() ? true : null,
          booking.problem().orElse(null),
          booking.reason().orElse(null),
          isRefused ? booking.refusals().stream().map(RefusalView::of).toList() : null,
          isRefused ? booking.alternatives() : null,
          booking.lastModification().map(ModificationView::of).orElse(null),
          history == null ? null : history.stream().map(HistoryEventView::of).toList());
    }
  }

  /** The last requested change and its outcome. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ModificationView(
      BookingPhase state,
      String wanted,
      @Nullable String reason,
      @Nullable List<RefusalView> refusals,
      @Nullable List<Schedule> alternatives) {

    static ModificationView of(ModificationRecord record) {
      return switch (record.outcome()) {
        case ModificationRecord.Outcome.Undecided _ ->
            withoutRefusals(BookingPhase.UNDECIDED, record, null);
        case ModificationRecord.Outcome.Applied _ ->
            withoutRefusals(BookingPhase.COMMITTED, record, null);
        case ModificationRecord.Outcome.NotStarted notStarted ->
            withoutRefusals(BookingPhase.REFUSED, record, notStarted.reason());
        case ModificationRecord.Outcome.Refused refused ->
            new ModificationView(
                BookingPhase.REFUSED,
                record.summary(),
                refused.reason(),
                refused.refusals().stream().map(RefusalView::of).toList(),
                refused.alternatives());
      };
    }

    private static ModificationView withoutRefusals(
        BookingPhase state, ModificationRecord record, @Nullable String reason) {
      return new ModificationView(state, record.summary(), reason, null, null);
    }
  }

  /** The requested window. */
  record WindowView(Instant notBefore, Instant notAfter) {
    static WindowView of(Schedule window) {
      return new WindowView(window.startTime(), window.endTime());
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ComputePartView(
      UUID id,
      String resource,
      int nodes,
      BookingPhase state,
      @Nullable String reference,
      boolean released,
      @Nullable RunView run,
      @JsonIgnore @Nullable PartRun order,
      @Nullable String problem,
      @Nullable String reason) {

    static Stream<ComputePartView> of(
        CoAllocationPart part,
        Function<Compute, Optional<RunViewerAddress>> endpoints,
        boolean withOutput) {
      return part instanceof Compute computePart
          ? Stream.of(of(computePart, endpoints, withOutput))
          : Stream.empty();
    }

    private static ComputePartView of(
        Compute computePart,
        Function<Compute, Optional<RunViewerAddress>> endpoints,
        boolean withOutput) {
      var status = computePart.status();
      var run = computePart.run();
      return new ComputePartView(
          computePart.partId(),
          computePart.resource(),
          computePart.nodes(),
          status.state(),
          status.reference(),
          status.released(),
          run == null ? null : RunView.of(run, endpoints.apply(computePart), withOutput),
          run,
          status.problemDescription().orElse(null),
          status.failureReason().orElse(null));
    }

    List<?> bookedValues() {
      return order == null
          ? List.of(id, nodes)
          : List.of(id, nodes, order.spec(), order.transactionNo(), order.stopped());
    }
  }

  /**
   * What runs on nodes: what was ordered, and what has become of it.
   *
   * @param number counts the launches; null until the cluster has said something about this one
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record RunView(
      String application,
      List<String> arguments,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> environment,
      @Nullable ResourcesView resources,
      @Nullable String viewer,
      String state,
      @Nullable Integer number,
      @Nullable String jobId,
      List<String> nodes,
      @Nullable String endpoint,
      @Nullable String endpointPath,
      @Nullable String endpointReason,
      @Nullable String waitingFor,
      @Nullable Instant since,
      @Nullable Integer exitCode,
      @Nullable String message,
      @Nullable List<String> output) {

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ResourcesView(@Nullable Integer processesPerNode, @Nullable Integer cpuCoresPerProcess) {
      static @Nullable ResourcesView of(JobSpec spec) {
        return spec.processesPerNode() == null && spec.cpuCoresPerProcess() == null
            ? null
            : new ResourcesView(spec.processesPerNode(), spec.cpuCoresPerProcess());
      }
    }

    static RunView of(PartRun run, Optional<RunViewerAddress> endpoint, boolean withOutput) {
      var spec = run.spec();
      var job = Optional.ofNullable(run.status());
      return new RunView(
          spec.application(),
          spec.arguments(),
          spec.environment(),
          ResourcesView.of(spec),
          spec.viewer(),
          run.state().text(),
          job.map(JobStatus::number).orElse(null),
          job.map(JobStatus::jobId).orElse(null),
          job.map(JobStatus::nodes).orElse(List.of()),
          endpoint.map(RunViewerAddress::url).orElse(null),
          endpoint.map(RunViewerAddress::path).orElse(null),
          endpoint.map(RunViewerAddress::reason).orElse(null),
          endpoint.map(RunViewerAddress::waitingFor).orElse(null),
          job.map(JobStatus::since).orElse(null),
          job.map(JobStatus::exitCode).orElse(null),
          job.map(JobStatus::message).orElse(null),
          withOutput ? job.map(JobStatus::output).orElse(List.of()) : null);
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record LightpathPartView(
      UUID id,
      UUID connectionId,
      BookingPhase state,
      String source,
      String destination,
      int bandwidthMbps,
      List<String> path,
      @Nullable List<HostEndpoint> endpoints,
      @Nullable EndHostAdvice endHost,
      @Nullable PathCheckResult pathCheck,
      boolean released,
      @Nullable String problem,
      @Nullable String reason,
      @Nullable CutView cut) {

    static Stream<LightpathPartView> of(
        CoAllocationPart part, Function<Lightpath, Optional<LightpathEndHostDetails>> endpoints) {
      return part instanceof Lightpath lightpathPart
          ? Stream.of(of(lightpathPart, endpoints.apply(lightpathPart)))
          : Stream.empty();
    }

    private static LightpathPartView of(
        Lightpath lightpathPart, Optional<LightpathEndHostDetails> ends) {
      var status = lightpathPart.status();
      return new LightpathPartView(
          lightpathPart.partId(),
          lightpathPart.partId(),
          status.state(),
          lightpathPart.source(),
          lightpathPart.destination(),
          lightpathPart.bandwidthMbps(),
          status.path(),
          ends.map(LightpathEndHostDetails::endpoints).orElse(null),
          ends.map(LightpathEndHostDetails::endHost).orElse(null),
          ends.map(LightpathEndHostDetails::pathCheck).orElse(null),
          status.released(),
          status.problemDescription().orElse(null),
          status.failureReason().orElse(null),
          ends.map(LightpathEndHostDetails::cut).map(CutView::of).orElse(null));
    }
  }

  /** The cut that ended a lightpath. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record CutView(@Nullable UUID id, String by, Instant at, String reason) {
    static CutView of(CutNotice cut) {
      return new CutView(cut.id(), cut.by(), cut.at(), cut.reason());
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record UnitsPartView(
      UUID id,
      String resource,
      String unit,
      int amount,
      BookingPhase state,
      @Nullable String reference,
      boolean released,
      @Nullable String problem,
      @Nullable String reason) {

    static Stream<UnitsPartView> of(CoAllocationPart part) {
      return part instanceof Units unitsPart ? Stream.of(of(unitsPart)) : Stream.empty();
    }

    private static UnitsPartView of(Units unitsPart) {
      var status = unitsPart.status();
      return new UnitsPartView(
          unitsPart.partId(),
          unitsPart.resource(),
          unitsPart.unit(),
          unitsPart.amount(),
          status.state(),
          status.reference(),
          status.released(),
          status.problemDescription().orElse(null),
          status.failureReason().orElse(null));
    }
  }

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record RefusalView(String resource, String code, String field, String reason) {
    static RefusalView of(Refusal refusal) {
      return new RefusalView(
          refusal.resource(), refusal.code().name(), refusal.field(), refusal.reason());
    }
  }

  record HistoryEventView(Instant at, String who, String event) {
    static HistoryEventView of(HistoryEntry entry) {
      return new HistoryEventView(entry.at(), entry.who(), entry.event());
    }
  }
}
