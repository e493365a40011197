package org.touchpaper.segment.officer;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.segment.cut.CircuitSearchRequest;
import org.touchpaper.segment.cut.Cut;
import org.touchpaper.segment.cut.CutRepository;
import org.touchpaper.segment.cut.CutTarget;
import org.touchpaper.segment.cut.CuttableNetworkDescription;
import org.touchpaper.segment.cut.OfficerCircuitView;
import org.touchpaper.segment.persistence.RetryingTransactions;
import org.touchpaper.segment.reservation.SegmentStore;

/**
 * Makes and lifts cuts. A cut is stored, with a task that ends what it covers, before anything is
 * ended: from then on it is in force, whatever happens to this process. Every operation may be
 * repeated.
 */
public final class CutService {

  private static final Logger LOG = LoggerFactory.getLogger(CutService.class);

  private final RetryingTransactions transactions;
  private final SegmentStore store;
  private final CutRepository cuts;
  private final CuttableNetworkDescription site;

  public CutService(RetryingTransactions transactions, SegmentStore store) {
    this.transactions = transactions;
    this.store = store;
    this.cuts = store.cuts();
    this.site = store.cuttableNetwork();
  }

  /**
   * Cuts a target: its circuits are ended, and new ones are refused until the cut is lifted.
   *
   * @param id chosen by the caller, for repeats
   * @param officer who orders it
   */
  public CutOrderResult cut(UUID id, CutTarget target, String reason, String officer) {
    var result = transactions.execute(() -> insert(id, target, reason, officer));
    if (result instanceof CutOrderResult.Created(var cut)) {
      LOG.warn(
          "officer={} cut={} cuts {}: {}", officer, cut.id(), site.describe(target), cut.reason());
      enforce(id);
    }
    return result;
  }

  private CutOrderResult insert(UUID id, CutTarget target, String reason, String officer) {
    var unknown = findUnknown(target);
    if (unknown.isPresent()) {
      return new CutOrderResult.UnknownTarget(unknown.get());
    }
    cuts.lockOutAdmissions();
    var earlier = cuts.find(id);
    if (earlier.isPresent()) {
      var same = earlier.get().target().equals(target) && earlier.get().reason().equals(reason);
      return same
          ? new CutOrderResult.Unchanged(earlier.get())
          : new CutOrderResult.Rejected(earlier.get());
    }
    var inForce =
        cuts.listInForce().stream().filter(cut -> cut.target().equals(target)).findFirst();
    if (inForce.isPresent()) {
      return new CutOrderResult.Unchanged(inForce.get());
    }
    var cut = new Cut(id, target, reason, officer, now(), false, null);
    cuts.insert(cut);
    store.taskScheduler().scheduleCut(id, store.now());
    return new CutOrderResult.Created(cut);
  }

  /** In microseconds, PostgreSQL's resolution, so that a repeat compares equal. */
  private Instant now() {
    return store.now().truncatedTo(ChronoUnit.MICROS);
  }

  private Optional<String> findUnknown(CutTarget target) {
    return switch (target) {
      case CutTarget.Lightpath(var id) ->
          cuts.isKnown(id) ? Optional.empty() : Optional.of("no lightpath " + id + " here");
      case CutTarget.Host(var port) ->
          site.hosts().containsValue(port)
              ? Optional.empty()
              : Optional.of(
                  "no host %s here; hosts: %s"
                      .formatted(
                          port,
                          String.join(", ", site.hosts().keySet().stream().sorted().toList())));
      case CutTarget.Site(var network) ->
          network.equals(site.network())
              ? Optional.empty()
              : Optional.of("this is " + site.network() + ", not " + network);
    };
  }

  /** Ends the circuits that a cut in force covers, each in a transaction of its own. */
  public void enforce(UUID id) {
    var cut = cuts.find(id).filter(Cut::isInForce);
    if (cut.isEmpty() || cut.get().enforced()) {
      return;
    }
    for (var connection : cuts.listToEnd(cut.get().target())) {
      transactions.run(() -> {
        if (cuts.holdInForce(id)) {
          store.connections().findForUpdate(connection).ifPresent(it -> store.cut(it, cut.get()));
        }
      });
      LOG.warn("connectionId={} cut={} ended", connection, id);
    }
    transactions.run(() -> cuts.markEnforced(id));
  }

  /**
   * Lifts a cut. What it covered has been ended by then and stays so; new circuits are admitted.
   */
  public CutOrderResult lift(UUID id, String reason, String officer) {
    enforce(id);
    var result =
        transactions.execute(() -> {
          cuts.lockOutAdmissions();
          cuts.lift(id, new Cut.Lifting(officer, now(), reason));
          return cuts.find(id)
              .<CutOrderResult>map(CutOrderResult.Lifted::new)
              .orElseGet(CutOrderResult.Unknown::new);
        });
    LOG.warn("officer={} cut={} lift: {}", officer, id, result);
    return result;
  }

  /** The cuts in force, oldest first. */
  public List<Cut> listInForce() {
    return cuts.listInForce();
  }

  /** The last cuts, also lifted ones, newest first. */
  public List<Cut> listLatest() {
    return cuts.listLatest();
  }

  /**
   * The record of an incident.
   *
   * @param ended the circuits that the cut ended, the latest first; at most 500
   * @param refused the reservations that it refused, the latest first; at most 500
   */
  record Incident(
      Cut cut,
      List<OfficerCircuitView> ended,
      int endedCount,
      List<OfficerCircuitView> refused,
      int refusedCount) {}

  @Nullable Incident findIncident(UUID id) {
    return cuts.find(id)
        .map(cut ->
            new Incident(
                cut,
                cuts.listEnded(id),
                cuts.count(id, "ENDED"),
                cuts.listRefused(id),
                cuts.count(id, "REFUSED")))
        .orElse(null);
  }

  /** The circuits that are booked or held. */
  CircuitSearchRequest.Result listUse(CircuitSearchRequest query) {
    return cuts.listUse(query, store.now());
  }

  CuttableNetworkDescription site() {
    return site;
  }
}
