package org.touchpaper.segment.connection;

import org.jspecify.annotations.Nullable;

/**
 * A request to hold a version of a connection.
 *
 * @param connection the id, chosen by the requester
 * @param version 1 for a new connection; n+1 modifies n, which stays in force until n+1 is
 *     committed
 * @param criteria the requested criteria; null to hold a cancellation
 * @param holder the party that decides whether the hold is committed
 */
public record ReserveRequest(
    RequesterIdentity requester,
    ConnectionId connection,
    int version,
    @Nullable Criteria criteria,
    Holder holder) {

  public ReserveRequest {
    if (version < 1) {
      throw new IllegalArgumentException("version must be at least 1: " + version);
    }
    if (version == 1 && criteria == null) {
      throw new IllegalArgumentException(
          "version 1 must have criteria: there is nothing to cancel");
    }
  }
}
