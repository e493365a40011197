package org.touchpaper.segment.soap;

import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.SegmentHolder;
import org.touchpaper.segment.reservation.HolderClientRegistry;

/** Accepts configured peers as holders, each for its own bookings only. */
final class ConfiguredHolderClientRegistry implements HolderClientRegistry {

  private final PeerRegistry peers;
  private final SegmentClients clients;
  private final HolderCallBulkhead bulkhead = new HolderCallBulkhead();

  ConfiguredHolderClientRegistry(PeerRegistry peers, SegmentClients clients) {
    this.peers = peers;
    this.clients = clients;
  }

  @Override
  public boolean accepts(RequesterIdentity requester, Holder holder) {
    return switch (holder) {
      case Holder.PeerService peerService ->
          peerService.peer().equals(requester.peer())
              && hasRole(peerService.peer(), PeerRole.HOLDER);
      case Holder.ExternalRequester _ -> hasRole(requester.peer(), PeerRole.REQUESTER);
      case Holder.Transaction _ -> false; // a segment cannot query HARC
    };
  }

  private boolean hasRole(String peer, PeerRole role) {
    return peers.find(peer).filter(candidate -> candidate.hasRole(role)).isPresent();
  }

  @Override
  public SegmentHolder clientFor(Holder.PeerService peerService) {
    var peer = peerService.peer();
    var holder = clients.holder(peer);
    return new SegmentHolder() {
      @Override
      public Outcome outcome(RequesterIdentity requester, ConnectionId segment, int version) {
        return bulkhead.call(peer, () -> holder.outcome(requester, segment, version));
      }

      @Override
      public void notify(RequesterIdentity requester, Notification notification) {
        bulkhead.call(
            peer,
            () -> {
              holder.notify(requester, notification);
              return peer;
            });
      }
    };
  }
}
