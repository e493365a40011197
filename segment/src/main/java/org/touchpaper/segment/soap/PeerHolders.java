package org.touchpaper.segment.soap;

import org.touchpaper.platform.peers.PeerRole;
import org.touchpaper.platform.peers.Peers;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.SegmentHolder;
import org.touchpaper.segment.provider.Holders;

/** Believes the configured peers, each for its own bookings only. */
final class PeerHolders implements Holders {

  private final Peers peers;
  private final SegmentClients clients;
  private final FewAtOnce calls = new FewAtOnce();

  PeerHolders(Peers peers, SegmentClients clients) {
    this.peers = peers;
    this.clients = clients;
  }

  @Override
  public boolean accepts(Requester requester, Holder holder) {
    return switch (holder) {
      case Holder.Asker asker ->
          asker.peer().equals(requester.peer()) && has(asker.peer(), PeerRole.HOLDER);
      case Holder.Until _ -> has(requester.peer(), PeerRole.REQUESTER);
      case Holder.Transaction _ -> false; // a segment knows nothing of HARC
    };
  }

  private boolean has(String peer, PeerRole role) {
    return peers.find(peer).filter(it -> it.is(role)).isPresent();
  }

  @Override
  public SegmentHolder reach(Holder.Asker asker) {
    var peer = asker.peer();
    var holder = clients.holder(peer);
    return new SegmentHolder() {
      @Override
      public Outcome outcome(Requester requester, ConnectionId segment, int version) {
        return calls.call(peer, () -> holder.outcome(requester, segment, version));
      }

      @Override
      public void notify(Requester requester, Notification notification) {
        calls.call(
            peer,
            () -> {
              holder.notify(requester, notification);
              return peer;
            });
      }
    };
  }
}
