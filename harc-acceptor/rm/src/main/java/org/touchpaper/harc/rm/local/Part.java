package org.touchpaper.harc.rm.local;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of one action.
 *
 * @param ident as the Make named it
 * @param state where it stands
 * @param reference what people and the machine's own tools call it: nodes, a connection id
 * @param path the elements and links crossed, or the nodes; may be empty
 * @param problem what goes wrong at the moment, or why it failed; null if nothing does
 * @param released true once everything configured for it reads clean again
 */
public record Part(
    String ident,
    State state,
    String reference,
    List<String> path,
    @Nullable String problem,
    boolean released) {
  public Part {
    path = List.copyOf(path);
  }

  /** What is held for an action, whatever becomes of it later. */
  public static Part held(String ident, String reference, List<String> path) {
    return new Part(ident, State.HELD, reference, path, null, false);
  }

  /** The states of a part, in the words of the front door. */
  public enum State {
    /** Held; the transaction is undecided. */
    HELD,
    /** Decided, and not up yet. */
    COMMITTED,
    /** Up: written, and read back. */
    ACTIVE,
    /** Its time is over. */
    ENDED,
    /** Ended by a Cancel. */
    CANCELLED,
    /** Lost, for the reason in {@code problem}. */
    FAILED,
    /** The transaction was decided against it. */
    ABORTED
  }
}
