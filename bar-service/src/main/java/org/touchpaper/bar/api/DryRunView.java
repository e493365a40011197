package org.touchpaper.bar.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.request.BookingRequest.Circuit;
import org.touchpaper.bar.coallocation.transaction.DryRunResult;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentDryRunRequest;

/**
 * The answer to a dry run: what would be promised, or the refusals and the next times that fit.
 *
 * @param setupLead how long before the start lightpaths are booked, ISO 8601; zero for a lightpath
 *     alone
 */
record DryRunView(
    boolean fits,
    Schedule schedule,
    String setupLead,
    List<NodesView> compute,
    List<LightpathView> lightpaths,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<UnitsView> units,
    List<ApiResponseBodyRecords.RefusalView> refusals,
    List<Schedule> alternatives) {

  private static final String WHICH_NODES = "the nodes are chosen when it is booked";

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record NodesView(
      String resource, int nodes, boolean fits, @Nullable Integer free, @Nullable String note) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record LightpathView(
      @Nullable UUID id,
      String source,
      String destination,
      int bandwidthMbps,
      boolean fits,
      List<String> path,
      List<LinkView> links) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record UnitsView(
      String resource, String unit, int amount, boolean fits, @Nullable Integer free) {}

  /** What a lightpath would take of a link, in Mbit/s and in the link's units. */
  record LinkView(String link, int mbps, int slots, String unit) {
    static List<LinkView> allOf(List<SegmentDryRunRequest.LinkUse> links) {
      return links.stream()
          .map(use -> new LinkView(use.name(), use.mbps(), use.slots(), use.unit()))
          .toList();
    }
  }

  /** A dry run of a booking; its parts have no ids yet. */
  static DryRunView of(DryRunResult result, Duration setupLead) {
    return of(result, setupLead, false);
  }

  /** A dry run of a change. */
  static DryRunView ofChange(DryRunResult result, Duration setupLead) {
    return of(result, setupLead, true);
  }

  private static DryRunView of(DryRunResult result, Duration setupLead, boolean hasIds) {
    return new DryRunView(
        result.refusals().isEmpty(),
        result.schedule(),
        setupLead.toString(),
        result.compute().stream().map(DryRunView::nodes).toList(),
        result.lightpaths().stream().map(path -> lightpath(path, hasIds)).toList(),
        result.units().stream().map(DryRunView::units).toList(),
        result.refusals().stream().map(ApiResponseBodyRecords.RefusalView::of).toList(),
        result.alternatives());
  }

  private static NodesView nodes(DryRunResult.NodesResult result) {
    var part = result.part();
    return new NodesView(
        part.resource(),
        part.nodes(),
        result.fits(),
        result.freeNodes(),
        result.fits() ? WHICH_NODES : null);
  }

  private static UnitsView units(DryRunResult.UnitsResult result) {
    var part = result.part();
    return new UnitsView(
        part.resource(), part.unit(), part.amount(), result.fits(), result.freeAmount());
  }

  private static LightpathView lightpath(DryRunResult.LightpathResult result, boolean hasIds) {
    var part = result.part();
    return new LightpathView(
        hasIds ? part.partId() : null,
        part.source(),
        part.destination(),
        part.bandwidthMbps(),
        result.fits(),
        result.path(),
        LinkView.allOf(result.links()));
  }

  /** A dry run of a change of a lightpath alone to other values. */
  static DryRunView of(
      SegmentDryRunRequest.Result result, ReservationView view, Criteria criteria) {
    var circuit =
        new Circuit(
            String.valueOf(view.source()),
            String.valueOf(view.destination()),
            criteria.bandwidthMbps());
    return of(result, circuit, criteria.schedule());
  }

  /** A dry run of a lightpath alone. */
  static DryRunView of(SegmentDryRunRequest.Result result, Circuit circuit, Schedule schedule) {
    return switch (result) {
      case SegmentDryRunRequest.Result.Fits fits ->
          alone(circuit, schedule, fits.path(), LinkView.allOf(fits.links()), List.of());
      case SegmentDryRunRequest.Result.Refused(var refusal) ->
          alone(circuit, schedule, List.of(), List.of(), List.of(refusal));
    };
  }

  private static DryRunView alone(
      Circuit circuit,
      Schedule schedule,
      List<String> path,
      List<LinkView> links,
      List<Refusal> refusals) {
    var fits = refusals.isEmpty();
    return new DryRunView(
        fits,
        schedule,
        Duration.ZERO.toString(),
        List.of(),
        List.of(
            new LightpathView(
                null,
                circuit.source(),
                circuit.destination(),
                circuit.bandwidthMbps(),
                fits,
                path,
                links)),
        List.of(),
        refusals.stream().map(ApiResponseBodyRecords.RefusalView::of).toList(),
        refusals.stream().flatMap(refusal -> Stream.ofNullable(refusal.nextFit())).toList());
  }
}
