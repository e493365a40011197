package org.touchpaper.tl1.message;

/**
 * A message that an element sends unsolicited: an alarm, an event, or a change by another user.
 * Treat it as a hint to read the element again; messages can get lost.
 *
 * @param atag the autonomous correlation tag, a number or a dotted pair
 * @param verb the verb and its modifiers, such as {@code REPT DBCHG}
 */
public record AutonomousMessage(
    Header header,
    AlarmCode alarmCode,
    String atag,
    String verb,
    TextBlock text,
    Terminator terminator)
    implements OutputMessage {

  /** The severity; a {@code *C} message may still carry a cleared alarm in its row. */
  public enum AlarmCode {
    CRITICAL("*C"),
    MAJOR("**"),
    MINOR("*"),
    NONE("A");

    private final String symbol;

    AlarmCode(String symbol) {
      this.symbol = symbol;
    }

    public String symbol() {
      return symbol;
    }
  }
}
