package org.touchpaper.harc.protocol;

/**
 * A resource manager's vote on all its actions; written once.
 *
 * @param choice prepared or aborted
 * @param note text for the client, such as a reference and path, or the reasons; opaque to
 *     acceptors
 */
public record Vote(Choice choice, String note) {

  /** The possible votes. */
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
