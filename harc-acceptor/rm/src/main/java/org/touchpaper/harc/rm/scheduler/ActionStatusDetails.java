package org.touchpaper.harc.rm.scheduler;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.model.RunStatus;

/**
 * The status of one action.
 *
 * @param bookingId as the Make named it
 * @param state the state of its booking
 * @param reference the name that users and the machine's own tools know: nodes, a connection id
 * @param path the elements and links crossed, or the nodes; may be empty
 * @param problem the current problem, or the reason of the failure; null if there is none
 * @param released true once all configuration for it is confirmed to be removed
 * @param run what became of its latest launch; null if nothing was launched
 */
public record ActionStatusDetails(
    String bookingId,
    State state,
    String reference,
    List<String> path,
    @Nullable String problem,
    boolean released,
    @Nullable RunStatus run) {
  public ActionStatusDetails {
    path = List.copyOf(path);
  }

  /** The status of an action that launched nothing. */
  public ActionStatusDetails(
      String bookingId,
      State state,
      String reference,
      List<String> path,
      @Nullable String problem,
      boolean released) {
    this(bookingId, state, reference, path, problem, released, null);
  }

  /** The status of an action that has just been held. */
  public static ActionStatusDetails held(String bookingId, String reference, List<String> path) {
    return new ActionStatusDetails(bookingId, State.HELD, reference, path, null, false);
  }

  /** The states of a part, as in the BAR's API. */
  public enum State {
    /** Held; the transaction is undecided. */
    HELD,
    /** Committed, not active yet. */
    COMMITTED,
    /** Active: configured and read back. */
    ACTIVE,
    /** Its end time has passed. */
    ENDED,
    /** Ended by a Cancel. */
    CANCELLED,
    /** Lost, for the reason in {@code problem}. */
    FAILED,
    /** The transaction was aborted. */
    ABORTED
  }
}
