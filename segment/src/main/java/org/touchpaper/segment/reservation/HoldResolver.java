package org.touchpaper.segment.reservation;

import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.persistence.RetryingTransactions;

/**
 * Resolves undecided holds: queries the holder until it has decided, and never decides on its own.
 * Only the hold of a requester outside Touchpaper lapses (DESIGN decision 3).
 */
public record HoldResolver(
    RetryingTransactions transactions,
    SegmentStore store,
    HolderClientRegistry holders,
    SegmentProperties properties) {

  private static final Logger LOG = LoggerFactory.getLogger(HoldResolver.class);

  /** Resolves a hold. Returns the time of the next query; empty once the hold is decided. */
  public Optional<Instant> resolve(SegmentTaskScheduler.DueHold task) {
    var held =
        store
            .versions()
            .find(new ConnectionId(task.connection()), task.version())
            .filter(version -> version.state() == ConnectionVersionRecord.State.HELD);
    return held.flatMap(this::askHolder);
  }

  private Optional<Instant> askHolder(ConnectionVersionRecord held) {
    return switch (Optional.ofNullable(held.holder()).orElseThrow()) {
      case Holder.ExternalRequester _ -> applyOutcome(held, ConnectionVersionRecord.State.LAPSED);
      case Holder.Transaction(var id, _) ->
          throw new IllegalStateException(
              "connection %s is held by transaction %s; a segment can query peer services only"
                  .formatted(held.connection(), id));
      case Holder.PeerService peerService ->
          switch (queryOutcome(held, peerService)) {
            case UNDECIDED ->
                Optional.of(
                    properties.nextHoldQuery(
                        properties.holdQueryInterval(), held.criteria(), store.now()));
            case COMMIT -> applyOutcome(held, ConnectionVersionRecord.State.COMMITTED);
            case ABORT -> applyOutcome(held, ConnectionVersionRecord.State.GIVEN_UP);
          };
    };
  }

  /** An unreachable holder counts as undecided. */
  private Outcome queryOutcome(ConnectionVersionRecord held, Holder.PeerService peerService) {
    try {
      return holders
          .clientFor(peerService)
          .outcome(store.outbox().requesterFor(held), held.connection(), held.version());
    } catch (RuntimeException e) {
      LOG.warn(
          "connectionId={} version={} holder={} did not answer: {}",
          held.connection(),
          held.version(),
          peerService.peer(),
          e.getMessage());
      return Outcome.UNDECIDED;
    }
  }

  private Optional<Instant> applyOutcome(
      ConnectionVersionRecord undecided, ConnectionVersionRecord.State outcome) {
    transactions.run(() -> {
      var connection = store.connections().findForUpdate(undecided.connection()).orElseThrow();
      store
          .versions()
          .find(undecided.connection(), undecided.version())
          .filter(version -> version.state() == ConnectionVersionRecord.State.HELD)
          .ifPresent(held -> {
            if (outcome == ConnectionVersionRecord.State.COMMITTED) {
              store.commit(connection, held);
              store.saveChanged(connection);
            } else {
              store.releaseHold(connection, held, outcome);
            }
          });
    });
    LOG.info(
        "connectionId={} version={} hold resolved: {}",
        undecided.connection(),
        undecided.version(),
        outcome);
    return Optional.empty();
  }
}
