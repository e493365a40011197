package org.touchpaper.harc.rm.vote;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was asked of this database's resource manager under another name, and is undecided as far as
 * is known here. Acceptors take the vote of the one that is named in the record, and answer its
 * questions alone. What is decided needs none of them: it is carried out under any name.
 *
 * @param name the resource manager's
 */
public record OtherNames(String name, Ledgers ledgers) {
  private static final Logger LOG = LoggerFactory.getLogger(OtherNames.class);

  /** So many transactions are named; the others are like them. */
  private static final int TOLD = 5;

  /** A transaction, and whom it was asked of. */
  record Asked(String transaction, String name) {}

  /**
   * Fails if the name is new here. One that has been voted under goes on, and says what stays held:
   * builds before let a resource manager be renamed, and some have votes under both names.
   *
   * @throws IllegalStateException that says under which name to start
   */
  void expect() {
    var others = ledgers.listUndecidedOfOthers(name);
    if (others.isEmpty()) {
      return;
    }
    if (!ledgers.isKnown(name)) {
      throw new IllegalStateException(
          "what is undecided in this database was asked of %s, and touchpaper.name is %s now: start it under the name it had until /health says that nothing is unfinished, or give %s a database of its own"
              .formatted(names(others), name, name));
    }
    LOG.error("{}", sentence(others));
    others.forEach(each -> ledgers.noteProblem(each.transaction(), sentence(List.of(each))));
  }

  /** What stays held, and what to do about it; empty if nothing does. */
  public Optional<String> trouble() {
    return Optional.of(ledgers.listUndecidedOfOthers(name))
        .filter(others -> !others.isEmpty())
        .map(this::sentence);
  }

  private String sentence(List<Asked> others) {
    var told =
        others.stream().limit(TOLD).map(Asked::transaction).collect(Collectors.joining(", "));
    return "asked of %s and undecided here: %s%s. What that holds stays held, for acceptors tell %s nothing of it (`./touchpaper harc explain` says what became of it): where they know a peer of that name, start this once as %s until they are finished (/health counts what is not), then as %s again"
        .formatted(
            names(others),
            told,
            others.size() > TOLD ? " and %d more".formatted(others.size() - TOLD) : "",
            name,
            names(others),
            name);
  }

  private static String names(List<Asked> others) {
    return others.stream()
        .map(Asked::name)
        .distinct()
        .sorted()
        .collect(Collectors.joining(" and "));
  }
}
