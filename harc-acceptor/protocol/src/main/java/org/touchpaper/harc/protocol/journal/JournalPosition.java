package org.touchpaper.harc.protocol.journal;

import java.util.regex.Pattern;

/**
 * A position in an acceptor's journal. Peers record the latest one they observe and send it back
 * when they connect.
 *
 * @param incarnation the random identifier of an incarnation, see {@link IncarnationHistory}; empty
 *     if none was observed
 * @param entries the number of entries since the journal was created
 */
public record JournalPosition(String incarnation, long entries) {
  private static final Pattern INCARNATION_PATTERN = Pattern.compile("[A-Za-z0-9-]{0,80}");

  /** No position was observed. */
  public static final JournalPosition NONE = new JournalPosition("", 0);

  public JournalPosition {
    if (entries < 0 || !INCARNATION_PATTERN.matcher(incarnation).matches()) {
      throw new IllegalArgumentException(
          "invalid journal position: incarnation=" + incarnation + " entries=" + entries);
    }
  }

  /** True if this is a later position of the same incarnation. */
  public boolean isAheadOf(JournalPosition earlier) {
    return incarnation.equals(earlier.incarnation()) && entries > earlier.entries();
  }

  @Override
  public String toString() {
    return incarnation.isEmpty() ? "nothing" : entries + " entries in incarnation " + incarnation;
  }
}
