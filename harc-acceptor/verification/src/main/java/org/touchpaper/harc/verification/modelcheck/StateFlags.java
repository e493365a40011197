package org.touchpaper.harc.verification.modelcheck;

import org.touchpaper.harc.protocol.Decision;

/** What a state or message shows, as bits. */
final class StateFlags {
  static final int COMMITTED = 1;
  static final int ABORTED = 2;
  static final int DECIDED = COMMITTED | ABORTED;

  /** A resource manager's vote is prepared. */
  static final int PREPARED = 4;

  private StateFlags() {}

  static int of(Decision decision) {
    return switch (decision) {
      case COMMIT -> COMMITTED;
      case ABORT -> ABORTED;
    };
  }
}
