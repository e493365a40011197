package org.touchpaper.segment.provider;

import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;

/**
 * A hold in doubt: asks its holder until it knows, and never gives up by itself; only a foreign
 * requester's hold lapses (DESIGN decision 3).
 */
final class HoldWork {

  private static final Logger LOG = LoggerFactory.getLogger(HoldWork.class);

  private final Transactions transactions;
  private final Books books;
  private final Holders holders;
  private final SegmentProperties properties;

  HoldWork(Transactions transactions, Books books, Holders holders, SegmentProperties properties) {
    this.transactions = transactions;
    this.books = books;
    this.holders = holders;
    this.properties = properties;
  }

  /** Returns when to ask again; empty once the hold is decided. */
  Optional<Instant> run(DueRows.DueHold due) {
    var held =
        books
            .versions()
            .find(new ConnectionId(due.connection()), due.version())
            .filter(version -> version.state() == Version.State.HELD);
    return held.flatMap(this::ask);
  }

  private Optional<Instant> ask(Version held) {
    return switch (Optional.ofNullable(held.holder()).orElseThrow()) {
      case Holder.Until _ -> resolved(held, Version.State.LAPSED);
      case Holder.Transaction(var id, _) ->
          throw new IllegalStateException(
              held.connection() + " is held by transaction " + id + ", whom a segment cannot ask");
      case Holder.Asker asker ->
          switch (answer(held, asker)) {
            case UNDECIDED -> Optional.of(books.now().plus(properties.askEvery()));
            case COMMIT -> resolved(held, Version.State.COMMITTED);
            case ABORT -> resolved(held, Version.State.GIVEN_UP);
          };
    };
  }

  /** A holder out of reach has decided nothing yet, as far as we know. */
  private Outcome answer(Version held, Holder.Asker asker) {
    try {
      return holders
          .reach(asker)
          .outcome(books.notices().from(held), held.connection(), held.version());
    } catch (RuntimeException e) {
      LOG.warn(
          "connectionId={} version={} holder {} gives no answer: {}",
          held.connection(),
          held.version(),
          asker.peer(),
          e.getMessage());
      return Outcome.UNDECIDED;
    }
  }

  private Optional<Instant> resolved(Version seen, Version.State outcome) {
    transactions.run(() -> {
      var it = books.connections().findLocked(seen.connection()).orElseThrow();
      books
          .versions()
          .find(seen.connection(), seen.version())
          .filter(version -> version.state() == Version.State.HELD)
          .ifPresent(held -> {
            if (outcome == Version.State.COMMITTED) {
              books.commit(it, held);
            } else {
              books.letGo(it, held, outcome);
            }
          });
    });
    LOG.info(
        "connectionId={} version={} hold became {}", seen.connection(), seen.version(), outcome);
    return Optional.empty();
  }
}
