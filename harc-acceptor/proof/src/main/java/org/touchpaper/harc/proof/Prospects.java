package org.touchpaper.harc.proof;

import java.util.List;

/**
 * A state's present and its future.
 *
 * @param claims what has been claimed, see {@link Claims}, without who is prepared
 * @param prepared how many resource managers are prepared
 * @param next what may come next, by process
 */
record Prospects(int claims, int prepared, List<List<Participant.Next>> next) {

  /** What must hold in every state, TCConsistent of TCommit.tla first. */
  void check(int voters) {
    if ((claims & Claims.DECIDED) == Claims.DECIDED) {
      throw new Violation("two decisions");
    }
    if ((claims & Claims.COMMITTED) != 0 && prepared < voters) {
      throw new Violation("committed, but somebody is not prepared");
    }
  }

  /** The decisions that are made, or may be made now. */
  int decisions() {
    var all = claims & Claims.DECIDED;
    for (var each : next) {
      for (var step : each) {
        all |= step.decision();
      }
    }
    return all;
  }

  /** True if the decisions that are possible must not all be made. */
  boolean mayGoWrong(int voters) {
    var decisions = decisions();
    var committed = (decisions & Claims.COMMITTED) != 0;
    return decisions == Claims.DECIDED || (committed && prepared < voters);
  }
}
