package org.touchpaper.tl1.codec;

import java.io.ByteArrayOutputStream;
import java.util.HashSet;
import java.util.Set;

/**
 * Removes telnet commands from a stream (RFC 854) and answers option offers. The peer may echo and
 * suppress go-ahead; every other option is declined. Each option is answered once, so that no loop
 * can arise.
 */
public final class TelnetNegotiator {

  private static final byte[] NO_BYTES = {};
  private static final byte IAC = (byte) 255;
  private static final int SE = 240;
  private static final int SB = 250;
  private static final int WILL = 251;
  private static final int WONT = 252;
  private static final int DO = 253;
  private static final int DONT = 254;
  private static final int ECHO = 1;
  private static final int SUPPRESS_GO_AHEAD = 3;

  /** A longer subnegotiation is broken and must not consume further data. */
  private static final int MAX_SUBNEGOTIATION_BYTES = 1_024;

  private enum State {
    DATA,
    COMMAND,
    OPTION,
    SUBNEGOTIATION,
    SUBNEGOTIATION_IAC
  }

  private final Set<Integer> answeredOptions = new HashSet<>();
  private final ByteArrayOutputStream data = new ByteArrayOutputStream();
  private final ByteArrayOutputStream replies = new ByteArrayOutputStream();
  private State state = State.DATA;
  private int verb;
  private int subnegotiationBytes;

  /** Reads more bytes; returns them without telnet commands. */
  public byte[] feed(byte[] bytes, int offset, int length) {
    var end = offset + length;
    for (var i = offset; i < end; i++) {
      if (state == State.DATA) {
        var runStart = i;
        while (i < end && bytes[i] != IAC && bytes[i] != 0) {
          i++;
        }
        data.write(bytes, runStart, i - runStart);
      }
      if (i < end) {
        process(bytes[i]);
      }
    }
    var clean = data.toByteArray();
    data.reset();
    return clean;
  }

  /** Removes telnet commands from the first bytes of a buffer; returns how many bytes remain. */
  public int stripInPlace(byte[] bytes, int length) {
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

  /** The replies to offers received since the last call. */
  public byte[] takeReplies() {
    if (replies.size() == 0) {
      return NO_BYTES;
    }
    var pendingReplies = replies.toByteArray();
    replies.reset();
    return pendingReplies;
  }

  private void process(byte b) {
    var value = b & 0xFF;
    switch (state) {
      case DATA -> {
        if (b == IAC) {
          state = State.COMMAND;
        }
      }
      case COMMAND -> onCommand(value);
      case OPTION -> {
        answerOption(value);
        state = State.DATA;
      }
      case SUBNEGOTIATION -> onSubnegotiationByte(b == IAC ? State.SUBNEGOTIATION_IAC : state);
      case SUBNEGOTIATION_IAC ->
          onSubnegotiationByte(value == SE ? State.DATA : State.SUBNEGOTIATION);
    }
  }

  private void onSubnegotiationByte(State nextState) {
    state = ++subnegotiationBytes > MAX_SUBNEGOTIATION_BYTES ? State.DATA : nextState;
  }

  /** A doubled IAC stands for the byte itself. */
  private void onCommand(int value) {
    if (value == (IAC & 0xFF)) {
      data.write(IAC);
    }
    verb = value;
    subnegotiationBytes = 0;
    state =
        switch (value) {
          case WILL, WONT, DO, DONT -> State.OPTION;
          case SB -> State.SUBNEGOTIATION;
          default -> State.DATA;
        };
  }

  private void answerOption(int option) {
    if ((verb != WILL && verb != DO) || !answeredOptions.add(verb * 256 + option)) {
      return;
    }
    var isAccepted = option == SUPPRESS_GO_AHEAD || (verb == WILL && option == ECHO);
    replies.write(IAC);
    if (verb == WILL) {
      replies.write(isAccepted ? DO : DONT);
    } else {
      replies.write(isAccepted ? WILL : WONT);
    }
    replies.write(option);
  }
}
