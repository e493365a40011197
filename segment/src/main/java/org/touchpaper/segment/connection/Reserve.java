package org.touchpaper.segment.connection;

import org.jspecify.annotations.Nullable;

/**
 * Asks a segment to hold a version of a connection.
 *
 * @param requester who asks
 * @param connection the id, chosen by the caller
 * @param version 1 for a fresh connection; n+1 holds a change of n, which runs on until n+1 commits
 * @param criteria what is wanted; null holds a cancel
 * @param holder who knows whether the hold is to be committed
 */
public record Reserve(
    Requester requester,
    ConnectionId connection,
    int version,
    @Nullable Criteria criteria,
    Holder holder) {

  public Reserve {
    if (version < 1) {
      throw new IllegalArgumentException("version is at least 1, not " + version);
    }
    if (version == 1 && criteria == null) {
      throw new IllegalArgumentException("version 1 cannot be empty: there is nothing to cancel");
    }
  }
}
