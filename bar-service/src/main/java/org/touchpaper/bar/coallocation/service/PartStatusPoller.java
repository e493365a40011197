package org.touchpaper.bar.coallocation.service;

import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.transaction.CoAllocationStore;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.harc.protocol.TransactionId;

/** Queries the resource managers for the status of a booking's parts, and stores it. */
public final class PartStatusPoller {

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
    store.inTransaction(() -> {
      var booking = store.lockForUpdate(snapshot.id());
      var previousPhase = booking.state();
      if (isUnchanged(booking, snapshot) && booking.applyReports(reports, clock.instant())) {
        if (booking.state() != previousPhase) {
          store.recordHistory(booking, "resource managers", describe(booking.state()));
        }
        store.publishChanged(booking);
      }
      return booking;
    });
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

  /**
   * Queries each part's resource manager about the transaction that made or changed it last, and,
   * if that is unknown, about the one that made it.
   */
  private Map<UUID, CommitProtocolPort.PartReport> queryParts(CoAllocation snapshot) {
    var results = new HashMap<StatusQuery, CommitProtocolPort.QueryResult>();
    var reports = new HashMap<UUID, CommitProtocolPort.PartReport>();
    for (var part : snapshot.parts()) {
      var query = new StatusQuery(part.rm(), part.origin().transactionNo());
      var result = results.computeIfAbsent(query, key -> query(snapshot, key));
      var makeQuery = new StatusQuery(part.rm(), part.origin().makeTransaction());
      var isOriginalKnown =
          result instanceof CommitProtocolPort.TransactionForgotten
              && !(results.computeIfAbsent(makeQuery, key -> query(snapshot, key))
                  instanceof CommitProtocolPort.TransactionForgotten);
      reports.put(part.partId(), toPartReport(result, isOriginalKnown, part.partId(), snapshot));
    }
    return reports;
  }

  /**
   * With an id conflict, the committed transaction may not involve the resource managers that the
   * database names, so "forgotten" means nothing.
   */
  private static CommitProtocolPort.PartReport toPartReport(
      CommitProtocolPort.QueryResult result,
      boolean isOriginalKnown,
      UUID partId,
      CoAllocation snapshot) {
    return switch (result) {
      case CommitProtocolPort.QueryResult.Report(var parts) -> {
        var report = parts.get(partId);
        yield report == null ? new CommitProtocolPort.Unchanged() : report;
      }
      case CommitProtocolPort.TransactionForgotten(var reason) ->
          snapshot.isIdConflict()
              ? new CommitProtocolPort.Unchanged()
              : new CommitProtocolPort.PartForgotten(reason, isOriginalKnown);
      case CommitProtocolPort.NoAnswer noAnswer -> noAnswer;
    };
  }

  private record StatusQuery(String rm, int transactionNo) {}

  private CommitProtocolPort.QueryResult query(CoAllocation snapshot, StatusQuery query) {
    return harc.query(query.rm(), new TransactionId(snapshot.id() + "." + query.transactionNo()));
  }
}
