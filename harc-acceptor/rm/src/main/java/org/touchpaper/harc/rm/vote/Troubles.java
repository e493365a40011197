package org.touchpaper.harc.rm.vote;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.segment.connection.Refusal;

/**
 * What goes wrong with transactions at the moment: in the log, on record, and with a vote.
 *
 * @param name the resource manager's
 */
record Troubles(String name, Ledgers ledgers, WorkReader work) {
  private static final Logger LOG = LoggerFactory.getLogger(Troubles.class);

  /** So much of a trouble is told with a vote, in characters; the log has all of it. */
  private static final int LONGEST = 500;

  /** Out of reach is the weather; anything else is worth a stack trace. Either is tried again. */
  void note(String id, String verb, RuntimeException e) {
    if (e instanceof SchedulerUnreachable) {
      LOG.warn("transaction={} {} to be repeated: {}", id, verb, e.getMessage());
    } else {
      LOG.error("transaction={} {} failed, to be repeated", id, verb, e);
    }
    ledgers.noteProblem(id, String.valueOf(e.getMessage()));
  }

  /** For whoever asked for it, if it is given up because nothing could be held in time. */
  String tell(String id) {
    var trouble = ledgers.findProblem(id).orElse("there was no answer in time");
    var told = trouble.length() <= LONGEST ? trouble : trouble.substring(0, LONGEST) + "…";
    var refusal =
        new Refusal(
            Refusal.Code.UNREACHABLE, name, "", name + " could not hold it in time: " + told, null);
    return work.refusedNote(List.of(new HoldAnswer.Reason(id, refusal)));
  }
}
