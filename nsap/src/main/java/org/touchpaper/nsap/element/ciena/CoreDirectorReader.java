package org.touchpaper.nsap.element.ciena;

import static org.touchpaper.nsap.element.ciena.CoreDirectorCommands.commandFor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.nsap.element.Tl1ElementClient;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.tl1.message.NamedRow;

/**
 * Reads a CoreDirector's entities by name: one by one, or from the list of their kind, whichever is
 * cheaper.
 */
final class CoreDirectorReader {

  /** The most single queries while the length of the list is unknown. */
  private static final int MAX_SINGLE_QUERIES = 12;

  /** The cost of a command and its response in rows of a longer response. */
  private static final int ROWS_PER_COMMAND = 10;

  private final Tl1ElementClient element;

  /**
   * The length of each kind's list when last read, adjusted by our edits since; absent for a kind
   * never listed.
   */
  private final Map<String, Integer> listLengths = new ConcurrentHashMap<>();

  CoreDirectorReader(Tl1ElementClient element) {
    this.element = element;
  }

  /**
   * The rows of the entities that exist. The denial code for a missing entity is not public; after
   * a denial for invalid input, or without a code, the list is read instead.
   *
   * @throws ElementReadException if there is no reliable response
   */
  List<NamedRow> listByName(String kind, Collection<String> names) {
    if (isListCheaper(kind, names.size())) {
      return listMatching(kind, names);
    }
    var rows = new ArrayList<NamedRow>();
    for (var name : names) {
      var answer = retrieve(kind, name);
      if (answer.isEmpty()) {
        return listMatching(kind, names);
      }
      answer.get().stream()
          .map(CoreDirectorRowParser::parse)
          .filter(row -> row.name().equals(name))
          .findFirst()
          .ifPresent(rows::add);
    }
    return rows;
  }

  /** The row of an entity, if it exists. */
  Optional<NamedRow> find(String kind, String name) {
    return listByName(kind, List.of(name)).stream().findFirst();
  }

  private boolean isListCheaper(String kind, int queryCount) {
    var length = listLengths.get(kind);
    return length == null
        ? queryCount > MAX_SINGLE_QUERIES
        : length < (queryCount - 1) * ROWS_PER_COMMAND;
  }

  private List<NamedRow> listMatching(String kind, Collection<String> names) {
    var wanted = new HashSet<>(names);
    return listAll(kind).filter(row -> wanted.contains(row.name())).toList();
  }

  /** The response to a single query; empty if it leaves open whether the entity exists. */
  private Optional<List<String>> retrieve(String kind, String name) {
    return element.retrieveUnless(
        CoreDirectorReader::isInputError,
        commandFor("RTRV", kind, name),
        Tl1ElementClient.hasCode("IENE"));
  }

  /** Codes of invalid input (GR-833: "I"), unlike those of state, resources or privileges. */
  private static boolean isInputError(Tl1Outcome.Denied denied) {
    return denied.code().isEmpty() || denied.code().startsWith("I");
  }

  /** All entities of a kind. */
  Stream<NamedRow> listAll(String kind) {
    var rows = element.retrieve(CoreDirectorCommands.retrieveAll(kind), _ -> false);
    listLengths.put(kind, rows.size());
    return rows.stream().map(CoreDirectorRowParser::parse);
  }

  /** Adjusts the length of a list after an edit. */
  EditOutcome adjustLength(EditOutcome outcome, String kind, int change) {
    if (outcome instanceof EditOutcome.Done) {
      listLengths.computeIfPresent(kind, (_, length) -> length + change);
    }
    return outcome;
  }
}
