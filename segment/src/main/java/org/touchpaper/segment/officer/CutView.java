package org.touchpaper.segment.officer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.cut.Cut;
import org.touchpaper.segment.cut.CutTarget;
import org.touchpaper.segment.cut.CuttableNetworkDescription;
import org.touchpaper.segment.cut.OfficerCircuitView;

/**
 * A cut in responses. Of a single cut, with what it ended and refused.
 *
 * @param name the target for people
 * @param enforced true once every circuit that it covered has been ended
 * @param ended the latest 500
 * @param refused the latest 500
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CutView(
    UUID id,
    CutTarget.Kind kind,
    String target,
    String name,
    String reason,
    String by,
    Instant at,
    boolean enforced,
    @Nullable String liftedBy,
    @Nullable Instant liftedAt,
    @Nullable String liftReason,
    @Nullable Integer endedCount,
    @Nullable List<OfficerCircuitView> ended,
    @Nullable Integer refusedCount,
    @Nullable List<OfficerCircuitView> refused) {

  /** A list of cuts, with what can be cut here. */
  record CutList(
      String service, String network, String title, List<HostName> hosts, List<CutView> cuts) {}

  /** A host by its name for people and its port. */
  record HostName(String name, String port) {}

  /**
   * The circuits that are booked or held.
   *
   * @param more how many others there are
   */
  record UseList(String service, List<OfficerCircuitView> circuits, int more) {}

  static CutView of(Cut cut, CuttableNetworkDescription site) {
    return of(cut, site, null, null, null, null);
  }

  static CutView of(CutService.Incident incident, CuttableNetworkDescription site) {
    return of(
        incident.cut(),
        site,
        incident.endedCount(),
        incident.ended(),
        incident.refusedCount(),
        incident.refused());
  }

  private static CutView of(
      Cut cut,
      CuttableNetworkDescription site,
      @Nullable Integer endedCount,
      @Nullable List<OfficerCircuitView> ended,
      @Nullable Integer refusedCount,
      @Nullable List<OfficerCircuitView> refused) {
    var lifting = cut.lifting();
    return new CutView(
        cut.id(),
        cut.target().kind(),
        cut.target().name(),
        site.describe(cut.target()),
        cut.reason(),
        cut.by(),
        cut.at(),
        cut.enforced(),
        lifting == null ? null : lifting.by(),
        lifting == null ? null : lifting.at(),
        lifting == null ? null : lifting.reason(),
        endedCount,
        ended,
        refusedCount,
        refused);
  }
}
