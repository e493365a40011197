package org.touchpaper.nsap.element.ciena;

import static org.touchpaper.nsap.element.ciena.Entering.about;

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
   * The rows of these of a kind; what is not there has none.
   *
   * @throws ElementUnreachable if the element gave no answer that can be trusted
   */
  List<NamedRow> named(String kind, Collection<String> names) {
    if (isShortFor(kind, names.size())) {
      var wanted = new HashSet<>(names);
      return all(kind).filter(row -> wanted.contains(row.name())).toList();
    }
    return names.stream().flatMap(name -> one(kind, name).stream()).toList();
  }

  private boolean isShortFor(String kind, int asked) {
    var length = lengths.get(kind);
    return length == null ? asked > FEW : length < (asked - 1) * ROWS_PER_COMMAND;
  }

  /**
   * The row of one, if it is there. By which code a real element denies what is not there is not
   * public: where it finds fault with what it was asked, or gives no code, the list of all tells.
   */
  Optional<NamedRow> one(String kind, String name) {
    return element
        .rowsUnless(Retrieval::findsFault, about("RTRV", kind, name), Tl1Element.codes("IENE"))
        .map(rows -> rows.stream().map(CoreDirectorRow::parse))
        .orElseGet(() -> all(kind))
        .filter(row -> row.name().equals(name))
        .findFirst();
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
