package org.touchpaper.segment.provider;

import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
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
  private final Flapping flapping = new Flapping();

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
   * @param impairment what is wrong on its way by then, empty text if nothing is; empty if nobody
   *     knows
   */
  void look(ConnectionId connection, Supplier<Optional<String>> impairment) {
    turns.inTurn(
        connection,
        () -> {
          var seen = read(connection);
          tell(connection, () -> looked(connection, seen, impairment));
          return Boolean.TRUE;
        });
  }

  /**
   * Tells what impairs a circuit of which all that was read is there, or that nothing does; reads
   * nothing.
   *
   * @param impairment asked while nobody else tells of the circuit, so that the last who does knows
   *     all that the others do
   */
  void tell(ConnectionId connection, Supplier<Optional<String>> impairment) {
    tell(
        connection,
        () -> {
          var it = books.connections().findLocked(connection).orElseThrow();
          return stands(it) && impairment.get().filter(how -> impaired(it, how)).isPresent();
        });
  }

  /** An attempt that is rolled back has told nobody. */
  private void tell(ConnectionId connection, BooleanSupplier work) {
    if (transactions.write(work::getAsBoolean)) {
      flapping.isTold(connection, books.now());
    }
  }

  /**
   * Has created again what is missing, because somebody says so; false if nothing is, or if the
   * circuit stands no more.
   */
  boolean putBack(ConnectionId connection, String who) {
    return turns.inTurn(
        connection,
        () -> {
          var seen = read(connection);
          return transactions.write(() -> putBack(connection, seen, who));
        });
  }

  private List<Survey> read(ConnectionId connection) {
    var standing = books.items().list(connection).stream().filter(Recorded::wanted).toList();
    var incarnations =
        standing.stream()
            .collect(toMap(it -> it.item().element(), Recorded::incarnation, (one, _) -> one));
    return circuits.look(standing.stream().map(Recorded::item).toList(), incarnations);
  }

  private boolean stands(Connection it) {
    return it.dataPlane == DataPlane.ACTIVE && it.wantsUp(books.now());
  }

  private boolean putBack(ConnectionId connection, List<Survey> seen, String who) {
    var it = books.connections().findLocked(connection).orElseThrow();
    if (!stands(it)) {
      return false;
    }
    for (var survey : seen) {
      switch (survey) {
        case Survey.Lost(var element, var detail) -> {
          repair(it, element, detail + "; put back for " + who);
          return true;
        }
        case Survey.Taken(var element, var detail) -> {
          repair(it, element, detail + "; put back for " + who);
          return true;
        }
        case Survey.Intact _, Survey.NotRead _ -> {}
      }
    }
    return false;
  }

  /** True if it is told what impairs the circuit. */
  private boolean looked(
      ConnectionId connection, List<Survey> seen, Supplier<Optional<String>> impairment) {
    var it = books.connections().findLocked(connection).orElseThrow();
    if (!stands(it)) {
      return false; // its end or a change came in between, and has its own due row
    }
    for (var survey : seen) {
      if (survey instanceof Survey.Taken(var element, var detail)) {
        return taken(it, element, detail);
      }
    }
    books.missing().forget(connection);
    for (var survey : seen) {
      if (survey instanceof Survey.Lost(var element, var detail)) {
        repair(it, element, detail);
        return false;
      }
    }
    for (var survey : seen) {
      if (survey instanceof Survey.Intact(var element, var incarnation)) {
        books.items().livesAs(connection, Map.of(element, incarnation));
      }
    }
    return impairment.get().filter(how -> impaired(it, how)).isPresent();
  }

  /**
   * An element that is busy with itself may say once that it holds nothing, and all the while bits
   * flow: a circuit is given up for what is missing again a while later.
   */
  private boolean taken(Connection it, String element, String detail) {
    var since = books.missing().since(it.id, element, books.now());
    if (books.now().isBefore(since.plus(missingFor))) {
      return impaired(
          it, detail + ", as it seems; it is looked for again before the circuit is given up");
    }
    found(it, element, detail, Drift.Done.REPORTED);
    books.forceEnd(it, detail);
    return false;
  }

  private void repair(Connection it, String element, String detail) {
    found(it, element, detail, Drift.Done.REPAIRING);
    it.fail(detail);
    books.notices().tell(it, new Notification.Alarm(it.id, books.now(), detail));
    books.dataPlane(it, DataPlane.ACTIVATING, detail);
    books.changed(it);
  }

  private void found(Connection it, String element, String detail, Drift.Done done) {
    books.drifts().found(new Drift(it.id, element, books.now(), detail, done));
  }

  /** It reads as was told of it, by which a moment ends in which it read otherwise. */
  void reads(ConnectionId connection, String how) {
    flapping.reads(connection, how, books.now());
  }

  /** What is remembered of circuits that are not looked at any more. */
  void forgetAllBut(Collection<ConnectionId> circuits) {
    flapping.forgetAllBut(circuits);
  }

  /**
   * It stays up: bits may flow yet, and another way is its holder's to choose. True if it is told
   * of, which counts once it is committed.
   */
  private boolean impaired(Connection it, String how) {
    var wasWell = it.problem == null;
    if (!it.isImpaired(how.isEmpty() ? null : how)) {
      return false;
    }
    var now = books.now();
    flapping.reads(it.id, how, now);
    if (!wasWell && flapping.isTooSoon(it.id, now)) {
      return false; // looked at again by the next sweep
    }
    books
        .notices()
        .tell(
            it,
            it.problem == null
                ? new Notification.DataPlaneChanged(it.id, now, DataPlane.ACTIVE, "")
                : new Notification.Alarm(it.id, now, it.problem));
    books.connections().save(it);
    return true;
  }
}
