package org.touchpaper.harc.rm.voting;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Undecided transactions of this database that were sent to the resource manager under another
 * name. Acceptors accept votes and outcome queries only from the name in the record. Decided
 * transactions need neither: they are applied under any name.
 *
 * @param name the resource manager's present peer name
 */
public record RenamedServiceGuard(String name, VoteRepository votes) {
  private static final Logger LOG = LoggerFactory.getLogger(RenamedServiceGuard.class);

  /** The number of transactions that a message names. */
  private static final int MAX_LISTED = 5;

  /** A transaction and the name it was sent to. */
  record ForeignTransaction(String transaction, String resourceManager) {}

  /**
   * Fails if such transactions exist and none was ever sent to the present name. If the present
   * name has transactions too, the service starts and reports what stays held.
   *
   * @throws IllegalStateException that gives the name to start under
   */
  void verify() {
    var foreign = votes.listUndecidedOfOtherNames(name);
    if (foreign.isEmpty()) {
      return;
    }
    if (!votes.hasAnyFor(name)) {
      throw new IllegalStateException(
          "this database has undecided transactions of %s, but touchpaper.name is %s: start under the old name until /health reports 0 unfinished, or give %s its own database"
              .formatted(names(foreign), name, name));
    }
    LOG.error("{}", describe(foreign));
    foreign.forEach(transaction ->
        votes.recordProblem(transaction.transaction(), describe(List.of(transaction))));
  }

  /** What stays held, and what to do; empty if nothing does. */
  public Optional<String> problem() {
    return Optional.of(votes.listUndecidedOfOtherNames(name))
        .filter(foreign -> !foreign.isEmpty())
        .map(this::describe);
  }

  private String describe(List<ForeignTransaction> foreign) {
    var transactionIds =
        foreign.stream()
            .limit(MAX_LISTED)
            .map(ForeignTransaction::transaction)
            .collect(Collectors.joining(", "));
    return ("sent to %s and undecided here: %s%s. What these transactions hold stays held, because"
            + " acceptors do not report their outcome to %s (see `./touchpaper harc explain`). If the"
            + " acceptors know a peer of that name, start this service as %s until /health reports"
            + " them finished, then as %s again")
        .formatted(
            names(foreign),
            transactionIds,
            foreign.size() > MAX_LISTED
                ? " and %d more".formatted(foreign.size() - MAX_LISTED)
                : "",
            name,
            names(foreign),
            name);
  }

  private static String names(List<ForeignTransaction> foreign) {
    return foreign.stream()
        .map(ForeignTransaction::resourceManager)
        .distinct()
        .sorted()
        .collect(Collectors.joining(" and "));
  }
}
