package org.touchpaper.harc.rm.network;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;

/**
 * One version of a connection, as it is asked of the BAR for one action.
 *
 * @param transaction the HARC transaction that decides it
 * @param index which of its actions
 * @param ident the booking's name
 * @param connection the BAR's name for it
 * @param version 1 for a fresh booking
 * @param criteria what is asked for; null for a cancel
 * @param path the way the BAR found
 * @param failure why it could not be committed, or that there was nothing to cancel; null if all is
 *     well
 */
record Lightpath(
    String transaction,
    int index,
    String ident,
    ConnectionId connection,
    int version,
    @Nullable Criteria criteria,
    List<String> path,
    @Nullable String failure) {
  private static final String HAD_FAILED = "it had failed: there was nothing to cancel";
  private static final String WAS_OVER = "it was over: there was nothing to cancel";

  Lightpath {
    path = List.copyOf(path);
  }

  boolean isCancel() {
    return criteria == null;
  }

  /**
   * A cancel of what has failed already: nothing is left of it, and cancelling the rest must not
   * wait for it.
   */
  Lightpath moot() {
    return moot(HAD_FAILED);
  }

  /** A cancel of what has ended, or was cancelled by another transaction: it is what is wanted. */
  Lightpath afterTheEnd() {
    return moot(WAS_OVER);
  }

  private Lightpath moot(String why) {
    return new Lightpath(transaction, index, ident, connection, version, criteria, path, why);
  }

  /** Why it came to nothing; null if it did not, as where it was over before. */
  @Nullable String misfortune() {
    return WAS_OVER.equals(failure) ? null : failure;
  }

  boolean isMoot() {
    return isCancel() && failure != null;
  }
}
