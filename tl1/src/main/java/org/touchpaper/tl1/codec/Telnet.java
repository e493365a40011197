package org.touchpaper.tl1.codec;

import java.io.ByteArrayOutputStream;
import java.util.HashSet;
import java.util.Set;

/**
 * Takes telnet's own bytes out of a stream (RFC 854) and answers its offers: the other end may echo
 * and suppress go-ahead, everything else is declined, each option once so that no loop can arise.
 */
public final class Telnet {

  private static final byte[] NOTHING = {};
  private static final byte IAC = (byte) 255;
  private static final int SE = 240;
  private static final int SB = 250;
  private static final int WILL = 251;
  private static final int WONT = 252;
  private static final int DO = 253;
  private static final int DONT = 254;
  private static final int ECHO = 1;
  private static final int SUPPRESS_GO_AHEAD = 3;

  /** A subnegotiation that has not ended by then is broken, and must not swallow the rest. */
  private static final int LONGEST_SUBNEGOTIATION = 1_024;

  private enum State {
    DATA,
    COMMAND,
    OPTION,
    SUBNEGOTIATION,
    SUBNEGOTIATION_IAC
  }

  private final Set<Integer> answered = new HashSet<>();
  private final ByteArrayOutputStream data = new ByteArrayOutputStream();
  private final ByteArrayOutputStream replies = new ByteArrayOutputStream();
  private State state = State.DATA;
  private int verb;
  private int subnegotiated;

  /** Hears more bytes; returns them without telnet's own. */
  public byte[] feed(byte[] bytes, int offset, int length) {
    var end = offset + length;
    for (var i = offset; i < end; i++) {
      if (state == State.DATA) {
        var plain = i;
        while (i < end && bytes[i] != IAC && bytes[i] != 0) {
          i++;
        }
        data.write(bytes, plain, i - plain);
      }
      if (i < end) {
        hear(bytes[i]);
      }
    }
    var clean = data.toByteArray();
    data.reset();
    return clean;
  }

  /** Hears the first bytes of this, and leaves there what is not telnet's own; returns how many. */
  public int strip(byte[] bytes, int length) {
    if (state == State.DATA && isPlain(bytes, length)) {
      return length;
    }
    var clean = feed(bytes, 0, length);
    System.arraycopy(clean, 0, bytes, 0, clean.length);
    return clean.length;
  }

  private static boolean isPlain(byte[] bytes, int length) {
    for (var i = 0; i < length; i++) {
      if (bytes[i] == IAC || bytes[i] == 0) {
        return false;
      }
    }
    return true;
  }

  /** What to answer to the offers heard since last asked. */
  public byte[] replies() {
    if (replies.size() == 0) {
      return NOTHING;
    }
    var due = replies.toByteArray();
    replies.reset();
    return due;
  }

  private void hear(byte b) {
    var value = b & 0xFF;
    switch (state) {
      case DATA -> {
        if (b == IAC) {
          state = State.COMMAND;
        }
      }
      case COMMAND -> command(value);
      case OPTION -> {
        answer(value);
        state = State.DATA;
      }
      case SUBNEGOTIATION -> subnegotiated(b == IAC ? State.SUBNEGOTIATION_IAC : state);
      case SUBNEGOTIATION_IAC -> subnegotiated(value == SE ? State.DATA : State.SUBNEGOTIATION);
    }
  }

  private void subnegotiated(State next) {
    state = ++subnegotiated > LONGEST_SUBNEGOTIATION ? State.DATA : next;
  }

  /** A doubled IAC is the byte itself. */
  private void command(int value) {
    if (value == (IAC & 0xFF)) {
      data.write(IAC);
    }
    verb = value;
    subnegotiated = 0;
    state =
        switch (value) {
          case WILL, WONT, DO, DONT -> State.OPTION;
          case SB -> State.SUBNEGOTIATION;
          default -> State.DATA;
        };
  }

  private void answer(int option) {
    if ((verb != WILL && verb != DO) || !answered.add(verb * 256 + option)) {
      return;
    }
    var welcome = option == SUPPRESS_GO_AHEAD || (verb == WILL && option == ECHO);
    replies.write(IAC);
    if (verb == WILL) {
      replies.write(welcome ? DO : DONT);
    } else {
      replies.write(welcome ? WILL : WONT);
    }
    replies.write(option);
  }
}
