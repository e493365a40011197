package org.touchpaper.harc.rm.vote;

import java.util.List;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.HoldAnswer.Reason;
import org.touchpaper.harc.rm.local.Part;

/** Between what travels as text, opaque to acceptors, and what a local scheduler understands. */
public interface WorkReader {

  /**
   * Reads the actions.
   *
   * @throws UnreadableWork if they are not what the schema says, or ask for what is not offered
   */
  List<Action> read(TransactionId transaction, Actions actions);

  /** The note of a prepared vote. */
  String heldNote(List<Part> parts);

  /** The note of an aborted vote. */
  String refusedNote(List<Reason> reasons);

  /** The note of an aborted vote on actions that could not be read. */
  String unreadableNote(TransactionId transaction, String reason);
}
