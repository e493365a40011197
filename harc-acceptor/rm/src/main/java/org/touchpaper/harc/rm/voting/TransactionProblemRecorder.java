package org.touchpaper.harc.rm.voting;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.segment.connection.Refusal;

/**
 * Records current problems of transactions: in the log, in the vote record and in the vote's note.
 *
 * @param name the resource manager's peer name
 */
record TransactionProblemRecorder(
    String name, VoteRepository votes, ActionAndVoteNoteCodec actionAndVoteNoteCodec) {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionProblemRecorder.class);

  /** The maximum length of a problem in a vote's note, in characters; the log has the full text. */
  private static final int MAX_MESSAGE_LENGTH = 500;

  /**
   * Logs and stores a problem. An unreachable scheduler is a warning; anything else is logged with
   * its stack trace. A repeated problem is logged at debug level only.
   */
  void record(String id, String verb, RuntimeException e) {
    var message = String.valueOf(e.getMessage());
    if (isAlreadyRecorded(id, message)) {
      LOG.debug("transaction={} {} will be retried, same problem: {}", id, verb, message);
    } else if (e instanceof SchedulerUnreachableException) {
      LOG.warn("transaction={} {} will be retried: {}", id, verb, message);
    } else {
      LOG.error("transaction={} {} failed and will be retried", id, verb, e);
    }
    votes.recordProblem(id, message);
  }

  /** Returns false if the stored problem cannot be read; then only the log has it. */
  private boolean isAlreadyRecorded(String id, String message) {
    try {
      return votes.findProblem(id).filter(message::equals).isPresent();
    } catch (RuntimeException e) {
      LOG.warn("transaction={} cannot read the previous problem: {}", id, e.getMessage());
      return false;
    }
  }

  /** The note of an aborted vote for a transaction that could not be held in time. */
  String refusalNote(String id) {
    var problem = votes.findProblem(id).orElse("no answer");
    var shortened =
        problem.length() <= MAX_MESSAGE_LENGTH
            ? problem
            : problem.substring(0, MAX_MESSAGE_LENGTH) + "…";
    var refusal =
        new Refusal(
            Refusal.Code.UNREACHABLE,
            name,
            "",
            name + " could not hold the request in time: " + shortened,
            null);
    return actionAndVoteNoteCodec.refusedNote(
        List.of(new PrepareResult.ActionRefusal(id, refusal)));
  }
}
