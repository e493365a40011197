package org.touchpaper.harc.proof;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Classic mistakes, put in from outside; the simulator and the explorer must notice them. Of most
 * something false comes; of some nothing at all comes, or no end.
 */
public enum Mutant {
  NONE("M0"),
  /** A resource manager forgets its vote when it restarts, and votes again. */
  RM_FORGETS("M1"),
  /** An acceptor forgets everything when it restarts. */
  ACCEPTOR_FORGETS("M2"),
  /** A prepared resource manager gives up by itself. */
  PREPARED_TIMES_OUT("M3"),
  /** Two leaders use the same ballot. */
  BALLOT_USED_TWICE("M4"),
  /** An acceptor accepts below its promise. */
  PROMISE_BROKEN("M5"),
  /** One acceptor's word is counted as if all had said it. */
  ONE_IS_ENOUGH("M6"),
  /** F votes are enough: the first acceptor is counted whoever spoke. */
  F_ARE_ENOUGH("M7"),
  /** An acceptor is counted twice, also under its neighbour's name. */
  COUNTED_TWICE("M8"),
  /** An acceptor that has never heard of a transaction says it is aborted. */
  UNKNOWN_IS_ABORTED("M9"),
  /** What is said is not yet durable. */
  SPEAKS_BEFORE_DURABLE("M10"),
  /** A leader proposes aborted whatever phase 1 found. */
  IGNORES_VOTES_FOUND("M11"),
  /** A leader takes silence for consent. */
  SILENCE_IS_CONSENT("M12"),
  /** A leader proposes the vote of the lowest ballot that phase 1 found. */
  LOWEST_BALLOT_WINS("M13"),
  /** An acceptor that has said not started leads after all when it is asked again. */
  BEGINS_AFTER_NOT_STARTED("M14"),
  /** An acceptor takes up a transaction anew that it has forgotten. */
  FORGOTTEN_IS_TAKEN_UP("M15"),
  /** A decision that somebody forced is passed on as if it had been chosen. */
  FORCED_PASSES_FOR_CHOSEN("M16"),
  /** An acceptor takes what everyone has acknowledged for its own decision, whichever it was. */
  ANY_ACKNOWLEDGEMENT_WILL_DO("M17"),
  /** A leader that has waited for a while says not started, and goes on all the same. */
  NOT_STARTED_TOO_SOON("M18"),
  /** An acceptor that knows votes, and so that it was started, says not started. */
  NOT_STARTED_DESPITE_VOTES("M19"),
  /** An acceptor whose memory was put back from an old copy goes on, whatever it is reminded of. */
  COPY_PASSES("M20"),
  /** A round does first what has to wait until the disk has it. */
  SPEAKS_BEFORE_FLUSH("M21"),
  /** An acceptor that may have led it before a crash says not started. */
  DENIES_AFTER_CRASH("M22"),
  /** An acceptor that hears of a decision forgets its votes, and the decision with them. */
  HEARD_AND_FORGOTTEN("M23"),
  /** An acceptor that hears of a higher ballot outbids it at once: leaders duel for ever. */
  NEVER_BACKS_OFF("M24"),
  /** An acceptor finishes only what it is asked about. */
  FINISHES_ONLY_WHEN_ASKED("M25"),
  /** An acceptor that is told the decision asks whoever tells it, who tells it again. */
  ASKS_BACK("M26"),
  /** An acceptor that is told the decision asks all others: it is told ever more often. */
  ASKS_EVERYBODY_BACK("M27"),
  /** An acceptor that is bound to another record keeps silent about it. */
  STRANGERS_ARE_NOT_TOLD("M28"),
  /** A resource manager gives up what one acceptor is bound to another record of. */
  ONE_STRANGER_IS_ENOUGH("M29"),
  /** A resource manager that is bound to another record rejects the abort of this one. */
  ANOTHERS_ABORT_IS_REJECTED("M30");

  private static final Set<Mutant> OF_TWINS =
      EnumSet.of(NONE, STRANGERS_ARE_NOT_TOLD, ONE_STRANGER_IS_ENOUGH, ANOTHERS_ABORT_IS_REJECTED);

  private final String code;

  Mutant(String code) {
    this.code = code;
  }

  /** By name, or by number as M1; empty if there is none. */
  public static Optional<Mutant> named(String text) {
    return Arrays.stream(values())
        .filter(each -> each.name().equalsIgnoreCase(text) || each.code.equalsIgnoreCase(text))
        .findFirst();
  }

  /** False if it would take one record for the other, which nobody does. */
  boolean isOfTwins() {
    return OF_TWINS.contains(this);
  }

  /** M1, M2 and so on; M0 is no mistake at all. */
  public String code() {
    return code;
  }
}
