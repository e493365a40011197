package org.touchpaper.harc.rm.vote;

import java.util.Optional;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.segment.connection.Requester.Person;

/**
 * Reads what travelled, and is on record, as the transaction that the local scheduler is asked to
 * do.
 *
 * @param name the resource manager's
 */
record TransactionReader(String name, WorkReader work, Acceptors acceptors) {

  /**
   * What is asked.
   *
   * @throws UnreadableWork if nothing here knows how to do that
   */
  Transaction read(TransactionRecord record, Caller caller, Actions actions) {
    var person =
        new Person(caller.name(), caller.homeSite(), caller.virtualOrganisations(), caller.role());
    return new Transaction(
        record.id().value(),
        acceptors.endpoints(record),
        person,
        caller.correlationId(),
        work.read(record.id(), actions));
  }

  /**
   * What the local scheduler holds of it; nothing if there was never anything it could have held.
   * What was voted prepared on could be read once, and is held: that is never taken for done.
   */
  Optional<Transaction> held(Ledger ledger) {
    try {
      return read(ledger);
    } catch (UnreadableWork e) {
      if (isPrepared(ledger)) {
        throw new IllegalStateException(
            "%s holds what it voted prepared on and cannot read any more, so it is neither carried out nor let go (%s): run a build that reads it"
                .formatted(name, e.reason()),
            e);
      }
      return Optional.empty();
    }
  }

  private static boolean isPrepared(Ledger ledger) {
    var vote = ledger.vote();
    return vote != null && vote.isPrepared();
  }

  /** True of what was voted prepared on, and so could be read once, and cannot be any more. */
  boolean isReadNoMore(Ledger ledger) {
    try {
      read(ledger);
      return false;
    } catch (UnreadableWork e) {
      return isPrepared(ledger);
    }
  }

  /** As {@link #held}, for those who ask. */
  Optional<Transaction> find(Ledger ledger) {
    try {
      return read(ledger);
    } catch (UnreadableWork e) {
      return Optional.empty();
    }
  }

  /** Nothing where only an abort was ever heard. */
  private Optional<Transaction> read(Ledger ledger) {
    var caller = ledger.caller();
    var actions = ledger.actions();
    return caller == null || actions == null
        ? Optional.empty()
        : Optional.of(read(ledger.record(), caller, actions));
  }
}
