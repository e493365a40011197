package org.touchpaper.harc.rm.voting;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.Transaction;

/**
 * Finds decided transactions whose changes of the same bookings are not applied here yet. A client
 * that received such a decision first may already request the next change, and must not be refused
 * because this resource manager is late.
 */
final class UnappliedPredecessorFinder {
  private final VoteRepository votes;
  private final ActionAndVoteNoteCodec actionAndVoteNoteCodec;
  private final AcceptorClients acceptorClients;

  UnappliedPredecessorFinder(
      VoteRepository votes,
      ActionAndVoteNoteCodec actionAndVoteNoteCodec,
      AcceptorClients acceptorClients) {
    this.votes = votes;
    this.actionAndVoteNoteCodec = actionAndVoteNoteCodec;
    this.acceptorClients = acceptorClients;
  }

  /**
   * A transaction to apply first.
   *
   * @param decision its decision; null if it is not known here yet
   */
  record Predecessor(ResourceManagerState state, @Nullable Decision decision) {}

  /**
   * The first predecessor. For a transaction without a known decision the acceptors are queried. If
   * they do not know it either, it still counts if it belongs to the same co-allocation, which
   * starts no attempt before the previous one is decided (DESIGN, identity). Otherwise it is a
   * rival's change and is not waited for.
   */
  Optional<Predecessor> find(Transaction transaction) {
    var changedBookings =
        transaction.actions().stream()
            .filter(UnappliedPredecessorFinder::isChange)
            .map(BookingAction::bookingId)
            .collect(Collectors.toSet());
    return changedBookings.isEmpty() ? Optional.empty() : find(transaction.id(), changedBookings);
  }

  private static boolean isChange(BookingAction action) {
    return switch (action) {
      case BookingAction.Make _ -> false;
      case BookingAction.Modify _, BookingAction.Cancel _ -> true;
    };
  }

  private Optional<Predecessor> find(String transaction, Set<String> changedBookings) {
    return votes.listOtherPrepared(transaction).stream()
        .filter(candidate ->
            actions(candidate).stream()
                .map(BookingAction::bookingId)
                .anyMatch(changedBookings::contains))
        .map(candidate -> new Predecessor(candidate, decision(candidate).orElse(null)))
        .filter(predecessor ->
            predecessor.decision() != null || isSameCoAllocation(transaction, predecessor.state()))
        .findFirst();
  }

  private static boolean isSameCoAllocation(String transaction, ResourceManagerState candidate) {
    var ownId = coAllocationId(transaction);
    return ownId.isPresent() && ownId.equals(coAllocationId(candidate.record().id().value()));
  }

  /** The co-allocation of {@code <co-allocation id>.<attempt>}; empty for ids in another form. */
  private static Optional<UUID> coAllocationId(String transaction) {
    var dot = transaction.lastIndexOf('.');
    try {
      return dot < 0
          ? Optional.empty()
          : Optional.of(UUID.fromString(transaction.substring(0, dot)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Empty if the actions are unreadable: nothing waits for those. */
  private List<BookingAction> actions(ResourceManagerState state) {
    var actions = state.actions();
    try {
      return actions == null
          ? List.of()
          : actionAndVoteNoteCodec.readActions(state.record().id(), actions);
    } catch (MalformedWorkException e) {
      return List.of();
    }
  }

  private Optional<Decision> decision(ResourceManagerState state) {
    return Optional.ofNullable(state.decision())
        .or(() -> acceptorClients.queryOutcome(state.record()));
  }
}
