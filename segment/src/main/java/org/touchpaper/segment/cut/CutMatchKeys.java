package org.touchpaper.segment.cut;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Stp;

/**
 * The ids and ports by which a circuit is matched with cuts.
 *
 * @param connection its id here
 * @param holderConnection the id of its holder's reservation, null if unknown
 * @param sourcePort the port of its source, null if unknown
 * @param destinationPort the port of its destination, null if unknown
 */
public record CutMatchKeys(
    UUID connection,
    @Nullable UUID holderConnection,
    @Nullable String sourcePort,
    @Nullable String destinationPort) {

  public static CutMatchKeys of(
      ConnectionId connection, @Nullable Holder holder, @Nullable Criteria criteria) {
    return new CutMatchKeys(
        connection.value(),
        holder instanceof Holder.PeerService peer ? peer.connection().value() : null,
        criteria == null ? null : portOf(criteria.source()),
        criteria == null ? null : portOf(criteria.destination()));
  }

  private static String portOf(Stp stp) {
    return stp.port();
  }
}
