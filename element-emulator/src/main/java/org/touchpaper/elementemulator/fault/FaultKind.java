package org.touchpaper.elementemulator.fault;

import java.util.Arrays;
import java.util.Locale;

/** The kinds of faults in a {@link RandomFaultSettings}, each with its own rate. */
public enum FaultKind {
  DROP_BEFORE,
  DROP_AFTER,
  NO_RESPONSE,
  LATE,
  GARBAGE,
  BUSY,
  REPEAT_LATER,
  CONFLICT,
  UNCERTAIN,
  DELAY,
  PARTIAL,
  FALSE_COMPLETION,
  DENY_BARE,
  DENY_CODE_LAST,
  DENY_UNTAGGED,
  IN_PROGRESS,
  SEGMENTS,
  BLOCKS,
  INTERLEAVED_REPORTS,
  UNCLOSED_QUOTE,
  SLOW_RELEASE,
  LOGGED_OUT,
  LOGIN_LOST,
  THIRD_PARTY_ENTERS,
  THIRD_PARTY_DELETES,
  SIGNAL_CHANGE,
  RESTART,
  RESTART_EMPTY,
  /** The first of those per connection: output arrives in pieces cut anywhere. */
  FRAGMENTED,
  /** Per connection: inverts whether commands are echoed. */
  ECHO,
  /** Per connection: begins with a banner that contains semicolons and prompts. */
  BANNER,
  /** Per connection: a prompt follows every answer. */
  PROMPT,
  /** Per connection: lines end in LF only. */
  LF_ONLY,
  /** Per connection: headers state the SID in another form than the TID. */
  SID;

  /** True if the kind applies to a connection, false if to a command. */
  boolean isPerConnection() {
    return compareTo(FRAGMENTED) >= 0;
  }

  /** The name in configuration, such as {@code drop-before}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static FaultKind ofLabel(String label) {
    return Arrays.stream(values())
        .filter(kind -> kind.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown kind of fault: " + label));
  }
}
