package org.touchpaper.harc.rm.voting;

import java.util.List;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult.ActionRefusal;

/**
 * Converts between the texts of actions and vote notes, which acceptors do not read, and the local
 * scheduler's types.
 */
public interface ActionAndVoteNoteCodec {

  /**
   * Reads the actions.
   *
   * @throws MalformedWorkException if they violate the schema or request unsupported work
   */
  List<BookingAction> readActions(TransactionId transaction, ResourceManagerActions actions);

  /** The note of a prepared vote. */
  String heldNote(List<ActionStatusDetails> statuses);

  /** The note of an aborted vote. */
  String refusedNote(List<ActionRefusal> refusals);

  /** The note of an aborted vote on actions that could not be read. */
  String malformedNote(TransactionId transaction, String reason);
}
