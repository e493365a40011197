package org.touchpaper.segment.provider;

import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Survey;
import org.touchpaper.segment.provider.Items.Recorded;

/**
 * Reads back one circuit that is up, while nobody else works on it: has what was lost created
 * again, respects what was taken, and tells what impairs it (DESIGN decision 8).
 */
final class Audit {

  private final Transactions transactions;
  private final Books books;
  private final Circuits circuits;
  private final Turns turns;
  private final Duration missingFor;

  /** Since when something of a circuit reads as not there; a restart of ours begins anew. */
  private final Map<ConnectionId, Instant> missing = new ConcurrentHashMap<>();

  Audit(
      Transactions transactions, Books books, Circuits circuits, Turns turns, Duration missingFor) {
    this.transactions = transactions;
    this.books = books;
    this.circuits = circuits;
    this.turns = turns;
    this.missingFor = missingFor;
  }

  /**
   * Looks at a circuit.
   *
   * @param impairment what is wrong on its way, empty text if nothing is; empty if nobody knows
   */
  void look(ConnectionId connection, Optional<String> impairment) {
    turns.inTurn(
        connection,
        () -> {
          var standing = books.items().list(connection).stream().filter(Recorded::wanted).toList();
          var incarnations =
              standing.stream()
                  .collect(
                      toMap(it -> it.item().element(), Recorded::incarnation, (one, _) -> one));
          var seen = circuits.look(standing.stream().map(Recorded::item).toList(), incarnations);
          transactions.run(() -> looked(connection, seen, impairment));
          return Boolean.TRUE;
        });
  }

  private void looked(ConnectionId connection, List<Survey> seen, Optional<String> impairment) {
    var it = books.connections().findLocked(connection).orElseThrow();
    if (it.dataPlane != DataPlane.ACTIVE || !it.wantsUp(books.now())) {
      missing.remove(connection);
      return; // its end or a change came in between, and has its own due row
    }
    for (var survey : seen) {
      if (survey instanceof Survey.Taken(var element, var detail)) {
        taken(it, element, detail);
        return;
      }
    }
    missing.remove(connection);
    for (var survey : seen) {
      if (survey instanceof Survey.Lost(var element, var detail)) {
        found(it, element, detail, Drift.Done.REPAIRING);
        it.fail(detail);
        books.notices().tell(it, new Notification.Alarm(it.id, books.now(), detail));
        books.dataPlane(it, DataPlane.ACTIVATING, detail);
        books.changed(it);
        return;
      }
    }
    for (var survey : seen) {
      if (survey instanceof Survey.Intact(var element, var incarnation)) {
        books.items().livesAs(connection, Map.of(element, incarnation));
      }
    }
    impairment.ifPresent(how -> impaired(it, how));
  }

  /**
   * An element that is busy with itself may say once that it holds nothing, and all the while bits
   * flow: a circuit is given up for what is missing again a while later.
   */
  private void taken(Connection it, String element, String detail) {
    var since = missing.computeIfAbsent(it.id, _ -> books.now());
    if (books.now().isBefore(since.plus(missingFor))) {
      impaired(it, detail + ", as it seems; it is looked for again before the circuit is given up");
      return;
    }
    missing.remove(it.id);
    found(it, element, detail, Drift.Done.REPORTED);
    books.forceEnd(it, detail);
  }

  private void found(Connection it, String element, String detail, Drift.Done done) {
    books.drifts().found(new Drift(it.id, element, books.now(), detail, done));
  }

  /** It stays up: bits may flow yet, and another way is its holder's to choose. */
  private void impaired(Connection it, String how) {
    if (!it.isImpaired(how.isEmpty() ? null : how)) {
      return;
    }
    var now = books.now();
    books
        .notices()
        .tell(
            it,
            it.problem == null
                ? new Notification.DataPlaneChanged(it.id, now, DataPlane.ACTIVE, "")
                : new Notification.Alarm(it.id, now, it.problem));
    books.connections().save(it);
  }
}
