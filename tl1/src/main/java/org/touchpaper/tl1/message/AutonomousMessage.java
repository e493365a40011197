package org.touchpaper.tl1.message;

/**
 * What an element says unasked: alarms, events, changes made by others. A hint to read again, never
 * the truth.
 *
 * @param atag its own tag, a number or a dotted pair
 * @param verb the verb and its modifiers, such as {@code REPT DBCHG}
 */
public record AutonomousMessage(
    Header header, AlarmCode alarmCode, String atag, String verb, Text text, Terminator terminator)
    implements OutputMessage {

  /** How bad it is; a {@code *C} may still carry a clear in its row. */
  public enum AlarmCode {
    CRITICAL("*C"),
    MAJOR("**"),
    MINOR("*"),
    NONE("A");

    private final String sign;

    AlarmCode(String sign) {
      this.sign = sign;
    }

    public String sign() {
      return sign;
    }
  }
}
