package org.touchpaper.harc.rm.vote;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Transaction;

/**
 * What was asked before of the bookings that a transaction is to change, is decided, and is not
 * carried out here yet. Whoever heard that decision first may already ask for what follows it, and
 * would be refused only because this resource manager is late.
 */
final class Forerunners {
  private final Ledgers ledgers;
  private final WorkReader work;
  private final Acceptors acceptors;

  Forerunners(Ledgers ledgers, WorkReader work, Acceptors acceptors) {
    this.ledgers = ledgers;
    this.work = work;
    this.acceptors = acceptors;
  }

  /**
   * One that is to be carried out first.
   *
   * @param decision how it was decided; null if that is still to be heard
   */
  record Forerunner(Ledger ledger, @Nullable Decision decision) {}

  /**
   * The first there is. Of what is not decided as far as is known here the acceptors are asked. If
   * they do not tell, it is decided all the same where it is of the same co-allocation, for that
   * begins nothing before (DESIGN, identity); else it is somebody else's change, and nobody waits.
   */
  Optional<Forerunner> find(Transaction transaction) {
    var changed =
        transaction.actions().stream()
            .filter(Forerunners::isChange)
            .map(Action::ident)
            .collect(Collectors.toSet());
    return changed.isEmpty() ? Optional.empty() : find(transaction.id(), changed);
  }

  private static boolean isChange(Action action) {
    return switch (action) {
      case Action.Make _ -> false;
      case Action.Modify _, Action.Cancel _ -> true;
    };
  }

  private Optional<Forerunner> find(String transaction, Set<String> changed) {
    return ledgers.listPreparedBut(transaction).stream()
        .filter(other -> actions(other).stream().map(Action::ident).anyMatch(changed::contains))
        .map(other -> new Forerunner(other, decision(other).orElse(null)))
        .filter(found -> found.decision() != null || isOfTheSame(transaction, found.ledger()))
        .findFirst();
  }

  private static boolean isOfTheSame(String transaction, Ledger other) {
    var own = coAllocation(transaction);
    return own.isPresent() && own.equals(coAllocation(other.record().id().value()));
  }

  /** Of {@code <co-allocation id>.<attempt>}; nothing of the ids of clients that have others. */
  private static Optional<UUID> coAllocation(String transaction) {
    var dot = transaction.lastIndexOf('.');
    try {
      return dot < 0
          ? Optional.empty()
          : Optional.of(UUID.fromString(transaction.substring(0, dot)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** None of what cannot be read any more: nobody else waits for that. */
  private List<Action> actions(Ledger ledger) {
    var actions = ledger.actions();
    try {
      return actions == null ? List.of() : work.read(ledger.record().id(), actions);
    } catch (UnreadableWork e) {
      return List.of();
    }
  }

  private Optional<Decision> decision(Ledger ledger) {
    return Optional.ofNullable(ledger.decision()).or(() -> acceptors.ask(ledger.record()));
  }
}
