package org.touchpaper.harc.rm.voting;

import java.util.List;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEvent;

/**
 * Decides which transactions a resource manager takes part in, before it reads their actions: those
 * with known acceptors and actions for itself, and not so old that they may have been purged.
 *
 * @param name the resource manager's peer name
 */
record PrepareValidator(String name, VoteRepository votes, AcceptorClients acceptors) {

  void check(Message.Prepare prepare) {
    var record = prepare.record();
    if (!prepare.actions().resourceManager().equals(name)
        || !record.resourceManagers().contains(name)) {
      throw new MessageRejectedException(
          record.id() + ": its actions are not addressed to " + name);
    }
    check(record);
    if (record.resourceManagers().size() == 1
        && !TransactionRequest.digest(prepare.caller(), List.of(prepare.actions()))
            .equals(record.digest())) {
      throw new MessageRejectedException(
          record.id() + ": its actions do not match the record's digest");
    }
  }

  void check(TransactionRecord record) {
    if (!acceptors.areAllKnown(record)) {
      throw new MessageRejectedException(
          record.id() + ": not all its acceptors are configured at " + name);
    }
  }

  /**
   * Returns true for an unknown transaction that may have been purged, so that its decision needs
   * no action (see {@link TransactionPurger}). A Prepare of such a transaction is rejected: no vote
   * is cast twice.
   */
  boolean isPurged(ResourceManagerEvent event) {
    return switch (event) {
      case ResourceManagerEvent.DecisionReceived(var record, _) -> votes.mayHavePurged(record);
      case ResourceManagerEvent.PrepareReceived(var prepare) -> {
        if (votes.mayHavePurged(prepare.record())) {
          throw new MessageRejectedException(
              prepare.record().id()
                  + ": its voteBy is so old that its vote may have been purged here");
        }
        yield false;
      }
      case ResourceManagerEvent.HoldSucceeded _,
          ResourceManagerEvent.HoldRefused _,
          ResourceManagerEvent.HoldUncertain _,
          ResourceManagerEvent.DecisionApplied _,
          ResourceManagerEvent.TimePassed _,
          ResourceManagerEvent.Restarted _ ->
          false;
    };
  }
}
