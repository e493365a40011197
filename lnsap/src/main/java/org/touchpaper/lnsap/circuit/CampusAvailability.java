package org.touchpaper.lnsap.circuit;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.lnsap.campus.Campus;
import org.touchpaper.lnsap.campus.Host;
import org.touchpaper.segment.capacity.CapacityAllocator.AdmissionRequest;
import org.touchpaper.segment.capacity.CapacityLedgerService;
import org.touchpaper.segment.capacity.ExclusiveClaimRepository;
import org.touchpaper.segment.capacity.SegmentAvailability;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.timetable.CapacityTimetable;
import org.touchpaper.timetable.StartRanges;
import org.touchpaper.timetable.StepFunction;
import org.touchpaper.timetable.Window;

/** Computes free capacity and next fits on the campus; advisory, books nothing. */
record CampusAvailability(
    Campus campus,
    Duration horizon,
    CapacityLedgerService ledger,
    ExclusiveClaimRepository exclusiveResources) {

  /** The id of no connection. */
  private static final ConnectionId UNBOOKED = new ConnectionId(new UUID(0, 0));

  /** The end that is a host; null if neither or both are. */
  static @Nullable Host findHost(Campus campus, Stp source, Stp destination) {
    var from = findKnownHost(campus, source).orElse(null);
    var to = findKnownHost(campus, destination).orElse(null);
    if (from != null && campus.isBorder(destination.port())) {
      return from;
    }
    return campus.isBorder(source.port()) ? to : null;
  }

  private static Optional<Host> findKnownHost(Campus campus, Stp stp) {
    return stp.network().equals(campus.network()) ? campus.findHost(stp.port()) : Optional.empty();
  }

  /** Adds the next fit to a refusal, if it is known. */
  Refusal withNextFit(Refusal refusal, AdmissionRequest request) {
    if (refusal.code() == Refusal.Code.LABEL_BUSY) {
      return refusal;
    }
    var criteria = request.criteria();
    var host = Objects.requireNonNull(findHost(campus, criteria.source(), criteria.destination()));
    return between(host, criteria.source(), request.connection())
        .withNextFit(refusal, request, horizon);
  }

  /** The addresses for a circuit with this source, if the campus has them and it starts there. */
  Optional<AddressClaims> addressClaims(Stp source) {
    return campus.isBorder(source.port())
        ? Optional.empty()
        : Optional.ofNullable(campus.addresses())
            .map(pool -> new AddressClaims(pool, exclusiveResources));
  }

  FreeCapacityResult timetable(FreeCapacityQuery query) {
    var host = findHost(campus, query.source(), query.destination());
    if (host == null) {
      throw new SegmentFaultException(
          SegmentFaultException.Code.MALFORMED,
          null,
          "circuits at %s run between a host and the border, not between %s and %s"
              .formatted(
                  campus.title(),
                  query.source().withVlans(null),
                  query.destination().withVlans(null)));
    }
    return between(host, query.source(), UNBOOKED).freeCapacity(query);
  }

  private SegmentAvailability between(Host host, Stp source, ConnectionId connection) {
    return new SegmentAvailability() {
      @Override
      public StepFunction free(Window within) {
        return timetables(host).stream()
            .map(timetable -> timetable.freeSteps(within))
            .reduce(StepFunction::min)
            .orElseThrow();
      }

      @Override
      public StartRanges startRanges(int mbps, Window within, Duration length) {
        var timetables = timetables(host);
        var starts =
            timetables
                .getFirst()
                .startRanges(within, host.claimFor(mbps), length)
                .intersect(timetables.getLast().startRanges(within, mbps, length));
        return addressClaims(source)
            .map(addresses -> addresses.freeStarts(connection, within, length).intersect(starts))
            .orElse(starts);
      }
    };
  }

  /** The timetables of host and border. */
  private List<CapacityTimetable> timetables(Host host) {
    var byResource = ledger.currentTimetables(List.of(host.name(), campus.border().name()));
    return List.of(
        Objects.requireNonNull(byResource.get(host.name())),
        Objects.requireNonNull(byResource.get(campus.border().name())));
  }
}
