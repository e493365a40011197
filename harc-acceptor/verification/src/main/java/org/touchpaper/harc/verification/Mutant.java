package org.touchpaper.harc.verification;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Classic mistakes that are injected around the production machines; the simulator and the model
 * checker must detect each. Most break safety, some liveness.
 */
public enum Mutant {
  NONE("M0"),
  /** A resource manager loses its vote in a restart and votes again. */
  RM_FORGETS("M1"),
  /** An acceptor loses everything in a restart. */
  ACCEPTOR_FORGETS("M2"),
  /** A prepared resource manager aborts on its own. */
  PREPARED_TIMES_OUT("M3"),
  /** Two leaders use the same ballot. */
  BALLOT_USED_TWICE("M4"),
  /** An acceptor accepts below its promise. */
  PROMISE_BROKEN("M5"),
  /** One acceptor's report is counted for all acceptors. */
  ONE_IS_ENOUGH("M6"),
  /** F reports are enough: each report also counts for the first acceptor. */
  F_ARE_ENOUGH("M7"),
  /** An acceptor's report also counts for its neighbour. */
  COUNTED_TWICE("M8"),
  /** An acceptor reports an unknown transaction as aborted. */
  UNKNOWN_IS_ABORTED("M9"),
  /** Messages are sent before the state is durable. */
  SENDS_BEFORE_DURABLE("M10"),
  /** A leader proposes aborted whatever votes phase 1 found. */
  IGNORES_VOTES_FOUND("M11"),
  /** A leader takes a missing vote for prepared. */
  SILENCE_IS_CONSENT("M12"),
  /** A leader proposes the vote of the lowest ballot found in phase 1. */
  LOWEST_BALLOT_WINS("M13"),
  /** An acceptor that reported not started leads when a client begins again. */
  BEGINS_AFTER_NOT_STARTED("M14"),
  /** An acceptor starts a transaction again after it dropped the tombstone. */
  FORGOTTEN_IS_BEGUN_AGAIN("M15"),
  /** A forced decision is passed on as a chosen one. */
  FORCED_PASSES_FOR_CHOSEN("M16"),
  /** An acceptor accepts Acknowledged whatever decision it names. */
  ANY_ACKNOWLEDGEMENT_WILL_DO("M17"),
  /** A leader reports not started too early and continues. */
  NOT_STARTED_TOO_SOON("M18"),
  /** An acceptor that knows of votes reports not started. */
  NOT_STARTED_DESPITE_VOTES("M19"),
  /** An acceptor continues with a journal restored from an old copy. */
  RESTORED_COPY_ACCEPTED("M20"),
  /** A batch's deferred effects are performed before the flush. */
  SENDS_BEFORE_FLUSH("M21"),
  /** An acceptor that may have led before a crash reports not started. */
  NOT_STARTED_AFTER_CRASH("M22"),
  /** An acceptor that receives a decision loses its votes and the decision. */
  DECISION_RECEIVED_AND_FORGOTTEN("M23"),
  /** An acceptor outbids a higher ballot at once: leaders duel forever. */
  NEVER_BACKS_OFF("M24"),
  /** An acceptor starts recovery only when it receives a query. */
  FINISHES_ONLY_WHEN_ASKED("M25"),
  /** An acceptor that receives a decision sends Learn to the sender, which answers again. */
  ASKS_BACK("M26"),
  /** An acceptor that receives a decision sends Learn to all others: the messages multiply. */
  ASKS_EVERYBODY_BACK("M27"),
  /** An acceptor does not reply OTHER_RECORD. */
  RECORD_CONFLICT_NOT_REPORTED("M28"),
  /** A resource manager aborts after a single OTHER_RECORD reply. */
  ONE_RECORD_CONFLICT_IS_ENOUGH("M29"),
  /** A resource manager bound to another record rejects the abort of this one. */
  OTHER_RECORDS_ABORT_IS_REJECTED("M30");

  private static final Set<Mutant> FOR_TWIN_RECORDS =
      EnumSet.of(
          NONE,
          RECORD_CONFLICT_NOT_REPORTED,
          ONE_RECORD_CONFLICT_IS_ENOUGH,
          OTHER_RECORDS_ABORT_IS_REJECTED);

  private final String code;

  Mutant(String code) {
    this.code = code;
  }

  /** Finds a mutant by name or by code such as M1. */
  public static Optional<Mutant> named(String text) {
    return Arrays.stream(values())
        .filter(
            mutant -> mutant.name().equalsIgnoreCase(text) || mutant.code.equalsIgnoreCase(text))
        .findFirst();
  }

  /**
   * False if the mutant would confuse the two records of one id, which is not the mistake it stands
   * for.
   */
  public boolean appliesToTwinRecords() {
    return FOR_TWIN_RECORDS.contains(this);
  }

  /** The code: M1 to M30, or M0 for no mistake. */
  public String code() {
    return code;
  }
}
