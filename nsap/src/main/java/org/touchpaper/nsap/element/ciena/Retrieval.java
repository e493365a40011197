package org.touchpaper.nsap.element.ciena;

import static org.touchpaper.nsap.element.ciena.Entering.about;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.touchpaper.nsap.element.Tl1Element;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.tl1.message.NamedRow;
import org.touchpaper.tl1.session.Tl1Outcome;

/**
 * What a CoreDirector holds, read by name: one by one, or looked up in the list of all there are of
 * their kind, whichever costs less.
 */
final class Retrieval {

  /** Of one kind, to be asked for one by one while nobody knows how long the list is. */
  private static final int FEW = 12;

  /** A command and its answer cost about as much as so many rows of a longer answer. */
  private static final int ROWS_PER_COMMAND = 10;

  private final Tl1Element element;

  /**
   * How long the list of each kind was when it was last read, and what we did to it since; nothing
   * of a kind whose list was never read.
   */
  private final Map<String, Integer> lengths = new ConcurrentHashMap<>();

  Retrieval(Tl1Element element) {
    this.element = element;
  }

  /**
   * The rows of these of a kind; what is not there has none. By which code a real element denies
   * what is not there is not public: where it finds fault with what it was asked, or gives no code,
   * the list of all tells, of the others that were asked for, too.
   *
   * @throws ElementUnreachable if the element gave no answer that can be trusted
   */
  List<NamedRow> named(String kind, Collection<String> names) {
    if (isShortFor(kind, names.size())) {
      return listed(kind, names);
    }
    var rows = new ArrayList<NamedRow>();
    for (var name : names) {
      var told = told(kind, name);
      if (told.isEmpty()) {
        return listed(kind, names);
      }
      told.get().stream()
          .map(CoreDirectorRow::parse)
          .filter(row -> row.name().equals(name))
          .findFirst()
          .ifPresent(rows::add);
    }
    return rows;
  }

  /** The row of one, if it is there. */
  Optional<NamedRow> one(String kind, String name) {
    return named(kind, List.of(name)).stream().findFirst();
  }

  private boolean isShortFor(String kind, int asked) {
    var length = lengths.get(kind);
    return length == null ? asked > FEW : length < (asked - 1) * ROWS_PER_COMMAND;
  }

  private List<NamedRow> listed(String kind, Collection<String> names) {
    var wanted = new HashSet<>(names);
    return all(kind).filter(row -> wanted.contains(row.name())).toList();
  }

  /** What it says to a question after one; empty if that leaves open whether it is there. */
  private Optional<List<String>> told(String kind, String name) {
    return element.rowsUnless(
        Retrieval::findsFault, about("RTRV", kind, name), Tl1Element.codes("IENE"));
  }

  /**
   * Codes of input that cannot be (GR-833: "I"), unlike those of state, of resources, of rights.
   */
  private static boolean findsFault(Tl1Outcome.Denied denied) {
    return denied.code().isEmpty() || denied.code().startsWith("I");
  }

  /** All there are of a kind. */
  Stream<NamedRow> all(String kind) {
    var rows = element.rows(Entering.retrieveAll(kind), _ -> false);
    lengths.put(kind, rows.size());
    return rows.stream().map(CoreDirectorRow::parse);
  }

  /** Takes note of what a command made of the list. */
  Outcome after(Outcome outcome, String kind, int more) {
    if (outcome instanceof Outcome.Done) {
      lengths.computeIfPresent(kind, (_, length) -> length + more);
    }
    return outcome;
  }
}
