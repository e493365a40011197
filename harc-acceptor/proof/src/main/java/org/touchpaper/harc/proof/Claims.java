package org.touchpaper.harc.proof;

import org.touchpaper.harc.commit.Decision;

/** What a process's state and all it has said amount to, as bits. */
final class Claims {
  static final int COMMITTED = 1;
  static final int ABORTED = 2;
  static final int DECIDED = COMMITTED | ABORTED;

  /** A resource manager's vote is prepared. */
  static final int PREPARED = 4;

  private Claims() {}

  static int of(Decision decision) {
    return switch (decision) {
      case COMMIT -> COMMITTED;
      case ABORT -> ABORTED;
    };
  }
}
