package org.touchpaper.tl1.element;

import java.util.Locale;

/** The kinds of thing a {@link FaultPlan} lets go wrong, each at a rate of its own. */
public enum Mishap {
  DROP_BEFORE,
  DROP_AFTER,
  SILENT,
  LATE,
  GARBAGE,
  BUSY,
  REPEAT_LATER,
  CONFLICT,
  UNCERTAIN,
  DELAY,
  PARTLY,
  EMPTY_PROMISE,
  DENY_BARE,
  DENY_CODE_LAST,
  DENY_UNTAGGED,
  IN_PROGRESS,
  SEGMENTS,
  BLOCKS,
  CHATTER,
  UNCLOSED_QUOTE,
  SLOW_RELEASE,
  LOGGED_OUT,
  LOGIN_LOST,
  STRANGER_ENTERS,
  STRANGER_DELETES,
  SIGNAL,
  RESTART,
  RESTART_EMPTY,
  /** Of a connection: what is said arrives in pieces cut anywhere. */
  CHOPPED,
  /** Of a connection: commands are echoed though nobody asked, or not though it is telnet. */
  ECHO,
  /** Of a connection: it begins with a banner that holds semicolons and prompts. */
  BANNER,
  /** Of a connection: a prompt follows every answer. */
  PROMPT,
  /** Of a connection: lines end in LF alone. */
  LF_ONLY,
  /** Of a connection: headers name their source in another form than the TID. */
  SID;

  /** True if it befalls a whole connection, false if one command. */
  boolean isOfConnection() {
    return switch (this) {
      case CHOPPED, ECHO, BANNER, PROMPT, LF_ONLY, SID -> true;
      case DROP_BEFORE,
          DROP_AFTER,
          SILENT,
          LATE,
          GARBAGE,
          BUSY,
          REPEAT_LATER,
          CONFLICT,
          UNCERTAIN,
          DELAY,
          PARTLY,
          EMPTY_PROMISE,
          DENY_BARE,
          DENY_CODE_LAST,
          DENY_UNTAGGED,
          IN_PROGRESS,
          SEGMENTS,
          BLOCKS,
          CHATTER,
          UNCLOSED_QUOTE,
          SLOW_RELEASE,
          LOGGED_OUT,
          LOGIN_LOST,
          STRANGER_ENTERS,
          STRANGER_DELETES,
          SIGNAL,
          RESTART,
          RESTART_EMPTY ->
          false;
    };
  }

  /** As configuration spells it, such as {@code drop-before}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Mishap ofLabel(String label) {
    for (var mishap : values()) {
      if (mishap.label().equals(label)) {
        return mishap;
      }
    }
    throw new IllegalArgumentException("unknown kind of fault: " + label);
  }
}
