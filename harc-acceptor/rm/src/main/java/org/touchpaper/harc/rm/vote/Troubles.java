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

  /**
   * Out of reach is the weather; anything else is worth a stack trace. Either is tried again, and
   * told again only if it is something else by then.
   */
  void note(String id, String verb, RuntimeException e) {
    var sentence = String.valueOf(e.getMessage());
    if (isKnown(id, sentence)) {
      LOG.debug("transaction={} {} to be repeated, as before: {}", id, verb, sentence);
    } else if (e instanceof SchedulerUnreachable) {
      LOG.warn("transaction={} {} to be repeated: {}", id, verb, sentence);
    } else {
      LOG.error("transaction={} {} failed, to be repeated", id, verb, e);
    }
    ledgers.noteProblem(id, sentence);
  }

  /** False if that cannot be read: then the log alone has it. */
  private boolean isKnown(String id, String sentence) {
    try {
      return ledgers.findProblem(id).filter(sentence::equals).isPresent();
    } catch (RuntimeException e) {
      LOG.warn("transaction={} what went wrong before is unreadable: {}", id, e.getMessage());
      return false;
    }
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
