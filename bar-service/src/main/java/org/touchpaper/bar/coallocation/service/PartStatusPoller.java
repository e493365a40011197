package org.touchpaper.bar.coallocation.service;

import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.NoAnswer;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.PartReport;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.QueryResult;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.TransactionForgotten;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.Unchanged;
import org.touchpaper.bar.coallocation.run.PartRun;
import org.touchpaper.bar.coallocation.transaction.CoAllocationStore;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.harc.protocol.TransactionId;

/** Queries the resource managers for the status of a booking's parts, and stores it. */
@Component
public class PartStatusPoller {

  private final CoAllocationStore store;
  private final CommitProtocolPort harc;
  private final Clock clock;

  public PartStatusPoller(CoAllocationStore store, CommitProtocolPort harc, Clock clock) {
    this.store = store;
    this.harc = harc;
    this.clock = clock;
  }

  /** Queries each part once. Replies from before a change or cancellation are discarded. */
  void poll(CoAllocation snapshot) {
    var reports = queryParts(snapshot);
    store.change(snapshot.id(), booking -> applyReports(booking, snapshot, reports));
  }

  private void applyReports(
      CoAllocation booking, CoAllocation snapshot, Map<UUID, ? extends PartReport> reports) {
    var previousPhase = booking.state();
    var previousRuns = describeRuns(booking);
    var wasChangedMeanwhile = !booking.dueAt().equals(snapshot.dueAt());
    if (isUnchanged(booking, snapshot) && booking.applyReports(reports, clock.instant())) {
      if (booking.state() != previousPhase) {
        store.recordHistory(booking, "resource managers", describe(booking.state()));
      }
      describeRuns(booking).stream()
          .filter(run -> !previousRuns.contains(run))
          .forEach(run -> store.recordHistory(booking, "resource managers", run));
      store.publishChanged(booking);
    }
    if (wasChangedMeanwhile) {
      booking.checkNow(clock.instant());
    }
  }

  private static List<String> describeRuns(CoAllocation booking) {
    return booking.parts().stream()
        .filter(Compute.class::isInstance)
        .flatMap(part -> Stream.ofNullable(((Compute) part).run()))
        .map(PartRun::describe)
        .toList();
  }

  private static String describe(BookingPhase phase) {
    return switch (phase) {
      case ACTIVE -> "all parts active";
      case CANCELLED -> "all parts cancelled";
      case COMMITTED -> "not all parts active";
      case ENDED -> "all parts ended";
      case FAILED -> "a part failed";
      case UNDECIDED, REFUSED -> phase.name();
    };
  }

  private static boolean isUnchanged(CoAllocation booking, CoAllocation snapshot) {
    return booking.attempt().number() == snapshot.attempt().number()
        && origins(booking).equals(origins(snapshot));
  }

  private static List<CoAllocationPart.Origin> origins(CoAllocation booking) {
    return booking.parts().stream().map(CoAllocationPart::origin).toList();
  }

  /** Queries each part's resource manager about the transaction that made or changed it last. */
  private Map<UUID, PartReport> queryParts(CoAllocation snapshot) {
    var results = new HashMap<StatusQuery, QueryResult>();
    var reports = new HashMap<UUID, PartReport>();
    for (var part : snapshot.parts()) {
      var query = new StatusQuery(part.rm(), part.origin().transactionNo());
      var result = results.computeIfAbsent(query, key -> query(snapshot, key));
      reports.put(
          part.partId(),
          switch (result) {
            case QueryResult.Report(var parts) ->
                Optional.<PartReport>ofNullable(parts.get(part.partId())).orElseGet(Unchanged::new);
            case TransactionForgotten forgotten -> forgotten;
            case NoAnswer noAnswer -> noAnswer;
          });
    }
    return reports;
  }

  private record StatusQuery(String rm, int transactionNo) {}

  private QueryResult query(CoAllocation snapshot, StatusQuery query) {
    return harc.query(query.rm(), new TransactionId(snapshot.id() + "." + query.transactionNo()));
  }
}
