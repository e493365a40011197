package org.touchpaper.harc.commit;

/**
 * One resource manager's vote, covering all its actions, write-once.
 *
 * @param choice prepared or aborted
 * @param note for the client: reference and path, or reasons; opaque to acceptors
 */
public record Vote(Choice choice, String note) {

  /** What a vote can say. */
  public enum Choice {
    PREPARED,
    ABORTED
  }

  public static Vote prepared(String note) {
    return new Vote(Choice.PREPARED, note);
  }

  public static Vote aborted(String note) {
    return new Vote(Choice.ABORTED, note);
  }

  public boolean isPrepared() {
    return choice == Choice.PREPARED;
  }
}
