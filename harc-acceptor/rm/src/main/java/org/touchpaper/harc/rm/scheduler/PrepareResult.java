package org.touchpaper.harc.rm.scheduler;

import java.util.List;
import org.touchpaper.segment.connection.Refusal;

/** The result of a prepare: all actions held, or none. */
public sealed interface PrepareResult {

  /** All actions are held; only the transaction's outcome changes that. */
  record Held(List<ActionStatusDetails> statuses) implements PrepareResult {
    public Held {
      statuses = List.copyOf(statuses);
    }
  }

  /** Nothing is held, and nothing will be under this transaction. */
  record Refused(List<ActionRefusal> refusals) implements PrepareResult {
    public Refused {
      refusals = List.copyOf(refusals);
    }
  }

  /** The reason why the action on that booking was refused. */
  record ActionRefusal(String bookingId, Refusal refusal) {}
}
