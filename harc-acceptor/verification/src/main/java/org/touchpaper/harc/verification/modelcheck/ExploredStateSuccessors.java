package org.touchpaper.harc.verification.modelcheck;

import java.util.List;
import org.touchpaper.harc.verification.InvariantViolationException;

/**
 * A state's flags and successors.
 *
 * @param flags of processes and messages, see {@link StateFlags}, without {@code PREPARED}
 * @param prepared the number of prepared resource managers
 * @param successors by process
 */
record ExploredStateSuccessors(
    int flags, int prepared, List<List<ProcessSuccessorFinder.Successor>> successors) {

  /** Checks the invariants of every state, TCConsistent of TCommit.tla first. */
  void requireConsistent(int voters) {
    if ((flags & StateFlags.DECIDED) == StateFlags.DECIDED) {
      throw new InvariantViolationException("two decisions");
    }
    if ((flags & StateFlags.COMMITTED) != 0 && prepared < voters) {
      throw new InvariantViolationException("committed, but a resource manager is not prepared");
    }
  }

  /** The decisions that are made or possible now. */
  int decisions() {
    var decisions = flags & StateFlags.DECIDED;
    for (var processSuccessors : successors) {
      for (var successor : processSuccessors) {
        decisions |= successor.decision();
      }
    }
    return decisions;
  }

  /** True if making all possible decisions would violate an invariant. */
  boolean canViolate(int voters) {
    var decisions = decisions();
    var committed = (decisions & StateFlags.COMMITTED) != 0;
    return decisions == StateFlags.DECIDED || (committed && prepared < voters);
  }
}
