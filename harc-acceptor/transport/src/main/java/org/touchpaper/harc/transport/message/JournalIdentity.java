package org.touchpaper.harc.transport.message;

/**
 * Identifies an acceptor's journal. An acceptor that lost its journal and was started with a blank
 * one under its old name does not know its promises, and must be told apart from the old one.
 *
 * @param epoch the first acceptor set it is a member of, from 1; 0 for a peer without a journal
 * @param journalId a random id drawn when the journal was created; empty for a peer without one
 */
public record JournalIdentity(int epoch, String journalId) {
  /** A peer without a journal. */
  public static final JournalIdentity NONE = new JournalIdentity(0, "");

  public JournalIdentity {
    if (epoch < 0 || epoch > 999_999_999 || !journalId.matches("[A-Za-z0-9-]{0,40}")) {
      throw new IllegalArgumentException("invalid journal identity: " + epoch + " " + journalId);
    }
  }

  /**
   * Parses the form of {@link #toString}.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  public static JournalIdentity parse(String text) {
    var space = text.indexOf(' ');
    if (space < 1 || !text.substring(0, space).matches("\\d{1,9}")) {
      throw new IllegalArgumentException("invalid journal identity: " + text);
    }
    return new JournalIdentity(
        Integer.parseInt(text.substring(0, space)), text.substring(space + 1));
  }

  @Override
  public String toString() {
    return epoch + " " + journalId;
  }
}
