package org.touchpaper.imd.message;

/** The type number of an IMD header. */
public enum MessageType {
  DISCONNECT(0),
  ENERGIES(1),
  FCOORDS(2),
  GO(3),
  HANDSHAKE(4),
  KILL(5),
  MDCOMM(6),
  PAUSE(7),
  TRATE(8),
  IOERROR(9),
  SESSIONINFO(10),
  RESUME(11),
  TIME(12),
  BOX(13),
  VELOCITIES(14),
  FORCES(15),
  WAIT(16);

  private final int number;

  MessageType(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  private static final MessageType[] ALL = values();

  static MessageType of(int number) {
    if (number < 0 || number >= ALL.length) {
      throw new ImdProtocolException(
          "type " + number + " is no IMD message; types are 0 to " + (ALL.length - 1));
    }
    return ALL[number];
  }

  /** What the parts of a frame are, as opposed to messages that control the session. */
  public boolean isPartOfFrame() {
    return switch (this) {
      case TIME, ENERGIES, BOX, FCOORDS, VELOCITIES, FORCES -> true;
      case DISCONNECT,
          GO,
          HANDSHAKE,
          KILL,
          MDCOMM,
          PAUSE,
          TRATE,
          IOERROR,
          SESSIONINFO,
          RESUME,
          WAIT ->
          false;
    };
  }
}
