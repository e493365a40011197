package org.touchpaper.harc.rm.voting;

import java.util.Optional;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/**
 * Maps stored and received transactions to those of the local scheduler.
 *
 * @param name the resource manager's peer name
 */
record TransactionConverter(
    String name, ActionAndVoteNoteCodec actionAndVoteNoteCodec, AcceptorClients acceptorClients) {

  /**
   * Reads the transaction.
   *
   * @throws MalformedWorkException if the actions cannot be read
   */
  Transaction toTransaction(
      TransactionRecord record, RequestingUser caller, ResourceManagerActions actions) {
    var person =
        new Person(caller.name(), caller.homeSite(), caller.virtualOrganisations(), caller.role());
    return new Transaction(
        record.id().value(),
        acceptorClients.endpoints(record),
        person,
        caller.correlationId(),
        actionAndVoteNoteCodec.readActions(record.id(), actions));
  }

  /**
   * The transaction to commit or abort in the local scheduler; empty if it can never have held
   * anything of it. An unreadable transaction with a prepared vote is an error: it was readable
   * once and is held.
   */
  Optional<Transaction> findHeld(ResourceManagerState state) {
    try {
      return toTransaction(state);
    } catch (MalformedWorkException e) {
      if (isPrepared(state)) {
        throw new IllegalStateException(
            "%s voted prepared and holds this transaction, but cannot read its actions (%s). It stays held: run a build that reads them"
                .formatted(name, e.reason()),
            e);
      }
      return Optional.empty();
    }
  }

  private static boolean isPrepared(ResourceManagerState state) {
    var vote = state.vote();
    return vote != null && vote.isPrepared();
  }

  /**
   * Returns true if the vote was prepared, so that the actions were readable, and they are not now.
   */
  boolean hasBecomeUnreadable(ResourceManagerState state) {
    try {
      toTransaction(state);
      return false;
    } catch (MalformedWorkException e) {
      return isPrepared(state);
    }
  }

  /** As {@link #findHeld}, for queries: empty if unreadable. */
  Optional<Transaction> find(ResourceManagerState state) {
    try {
      return toTransaction(state);
    } catch (MalformedWorkException e) {
      return Optional.empty();
    }
  }

  /** Empty if only an abort was received. */
  private Optional<Transaction> toTransaction(ResourceManagerState state) {
    var caller = state.caller();
    var actions = state.actions();
    return caller == null || actions == null
        ? Optional.empty()
        : Optional.of(toTransaction(state.record(), caller, actions));
  }
}
