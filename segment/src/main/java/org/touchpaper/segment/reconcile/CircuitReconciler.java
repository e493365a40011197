package org.touchpaper.segment.reconcile;

import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.ItemSurveyResult;
import org.touchpaper.segment.inventory.ConfigItemRepository.RecordedItem;
import org.touchpaper.segment.inventory.DriftRecord;
import org.touchpaper.segment.persistence.RetryingTransactions;
import org.touchpaper.segment.reservation.ConnectionLocks;
import org.touchpaper.segment.reservation.SegmentConnection;
import org.touchpaper.segment.reservation.SegmentProperties;
import org.touchpaper.segment.reservation.SegmentStore;

/**
 * Reconciles one active circuit with its elements, under its lock: restores what was lost in a
 * restart, respects what was removed, and reports impairments (DESIGN decision 8).
 */
public final class CircuitReconciler {

  private final RetryingTransactions transactions;
  private final SegmentStore store;
  private final CircuitExecutor executor;
  private final ConnectionLocks locks;
  private final Duration missingItemGrace;
  private final FlapDamper flapDamper = new FlapDamper();

  public CircuitReconciler(
      RetryingTransactions transactions,
      SegmentStore store,
      CircuitExecutor executor,
      ConnectionLocks locks,
      SegmentProperties properties) {
    this.transactions = transactions;
    this.store = store;
    this.executor = executor;
    this.locks = locks;
    this.missingItemGrace = properties.missingItemGrace();
  }

  /**
   * Audits a circuit.
   *
   * @param impairment supplies the current impairment, empty text if there is none; empty if
   *     unknown
   */
  void audit(ConnectionId connection, Supplier<Optional<String>> impairment) {
    locks.withLock(
        connection,
        () -> {
          var surveys = read(connection);
          reportImpairment(connection, () -> evaluate(connection, surveys, impairment));
          return Boolean.TRUE;
        });
  }

  /**
   * Reports the impairment of a circuit whose items are all present, or that there is none. Reads
   * no element.
   *
   * @param impairment evaluated under the lock of the circuit, so that the last report is the most
   *     complete
   */
  void reportImpairment(ConnectionId connectionId, Supplier<Optional<String>> impairment) {
    reportImpairment(
        connectionId,
        () -> {
          var connection = store.connections().findForUpdate(connectionId).orElseThrow();
          return isActive(connection)
              && impairment
                  .get()
                  .filter(current -> updateImpairment(connection, current))
                  .isPresent();
        });
  }

  /** Counts a report only after its transaction has committed. */
  private void reportImpairment(ConnectionId connectionId, BooleanSupplier work) {
    if (transactions.execute(work::getAsBoolean)) {
      flapDamper.recordReport(connectionId, store.now());
    }
  }

  /**
   * Restores missing items at an operator's request; false if none is missing, or the circuit is
   * not active.
   */
  boolean restoreMissing(ConnectionId connectionId, String operator) {
    return locks.withLock(
        connectionId,
        () -> {
          var surveys = read(connectionId);
          return transactions.execute(() -> restoreMissing(connectionId, surveys, operator));
        });
  }

  private List<ItemSurveyResult> read(ConnectionId connection) {
    var wantedItems = store.items().list(connection).stream().filter(RecordedItem::wanted).toList();
    var incarnations =
        wantedItems.stream()
            .collect(
                toMap(
                    recorded -> recorded.item().element(),
                    RecordedItem::incarnation,
                    (first, _) -> first));
    return executor.survey(wantedItems.stream().map(RecordedItem::item).toList(), incarnations);
  }

  private boolean isActive(SegmentConnection connection) {
    return connection.dataPlane == DataPlaneState.ACTIVE && connection.shouldBeUp(store.now());
  }

  private boolean restoreMissing(
      ConnectionId connectionId, List<ItemSurveyResult> surveys, String operator) {
    var connection = store.connections().findForUpdate(connectionId).orElseThrow();
    if (!isActive(connection)) {
      return false;
    }
    for (var survey : surveys) {
      switch (survey) {
        case ItemSurveyResult.Lost(var element, var detail) -> {
          repair(connection, element, detail + "; restored by " + operator);
          return true;
        }
        case ItemSurveyResult.Removed(var element, var detail) -> {
          repair(connection, element, detail + "; restored by " + operator);
          return true;
        }
        case ItemSurveyResult.Intact _, ItemSurveyResult.Unread _ -> {}
      }
    }
    return false;
  }

  /** True if a change of the impairment was reported. */
  private boolean evaluate(
      ConnectionId connectionId,
      List<ItemSurveyResult> surveys,
      Supplier<Optional<String>> impairment) {
    var connection = store.connections().findForUpdate(connectionId).orElseThrow();
    if (!isActive(connection)) {
      return false; // its end or a change has a scheduled task of its own
    }
    for (var survey : surveys) {
      if (survey instanceof ItemSurveyResult.Removed(var element, var detail)) {
        return handleRemoved(connection, element, detail);
      }
    }
    if (surveys.stream().noneMatch(ItemSurveyResult.Unread.class::isInstance)) {
      store.drifts().markRepaired(connectionId, store.now());
    }
    store.missingItems().forget(connectionId);
    for (var survey : surveys) {
      if (survey instanceof ItemSurveyResult.Lost(var element, var detail)) {
        repair(connection, element, detail);
        return false;
      }
    }
    for (var survey : surveys) {
      if (survey instanceof ItemSurveyResult.Intact(var element, var incarnation)) {
        store.items().updateIncarnations(connectionId, Map.of(element, incarnation));
      }
    }
    return impairment.get().filter(current -> updateImpairment(connection, current)).isPresent();
  }

  /**
   * Handles a removed item. A busy element may once report that it holds nothing while traffic
   * flows, so a circuit is abandoned only if the item is still missing a while later.
   */
  private boolean handleRemoved(SegmentConnection connection, String element, String detail) {
    var since = store.missingItems().missingSince(connection.id, element, store.now());
    var drift =
        new DriftRecord(
            connection.id, element, store.now(), detail, DriftRecord.Resolution.MISSING);
    store.drifts().addMissing(drift);
    if (store.now().isBefore(since.plus(missingItemGrace))) {
      return updateImpairment(
          connection, detail + "; checking again before abandoning the circuit");
    }
    store.drifts().markReported(connection.id, store.now());
    store.forceEnd(connection, detail);
    return false;
  }

  private void repair(SegmentConnection connection, String element, String detail) {
    store
        .drifts()
        .add(
            new DriftRecord(
                connection.id, element, store.now(), detail, DriftRecord.Resolution.REPAIRING));
    connection.recordFailure(detail);
    store.outbox().enqueue(connection, new Notification.Alarm(connection.id, store.now(), detail));
    store.changeDataPlane(connection, DataPlaneState.ACTIVATING, detail);
    store.saveChanged(connection);
  }

  /** Records that a circuit reads as last reported, which ends a short deviation. */
  void observeImpairment(ConnectionId connection, String impairment) {
    flapDamper.observe(connection, impairment, store.now());
  }

  /** Discards the state of circuits that are no longer audited. */
  void retainOnly(Collection<ConnectionId> active) {
    flapDamper.retainOnly(active);
  }

  /**
   * Reports a changed impairment. The circuit stays up: traffic may still flow, and the holder
   * chooses another path if it wants. True if the change is reported, once the transaction commits.
   */
  private boolean updateImpairment(SegmentConnection connection, String impairment) {
    var wasUnimpaired = connection.problem == null;
    if (!connection.updateImpairment(impairment.isEmpty() ? null : impairment)) {
      return false;
    }
    var now = store.now();
    flapDamper.observe(connection.id, impairment, now);
    if (!wasUnimpaired && flapDamper.isDamped(connection.id, now)) {
      return false; // the next sweep checks again
    }
    store
        .outbox()
        .enqueue(
            connection,
            connection.problem == null
                ? new Notification.DataPlaneChanged(connection.id, now, DataPlaneState.ACTIVE, "")
                : new Notification.Alarm(connection.id, now, connection.problem));
    store.connections().save(connection);
    return true;
  }
}
