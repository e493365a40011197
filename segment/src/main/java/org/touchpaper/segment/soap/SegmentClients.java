package org.touchpaper.segment.soap;

import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.soap.SoapClient;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.SegmentHolder;

/** SOAP clients of the segments and holders among the configured peers. */
public final class SegmentClients {

  private final PeerRegistry peers;
  private final SoapClient soap;
  private final SegmentContracts contracts;

  public SegmentClients(PeerRegistry peers, SoapClient soap, SegmentContracts contracts) {
    this.peers = peers;
    this.soap = soap;
    this.contracts = contracts;
  }

  /** A client of a peer as segment. */
  public NetworkSegment segment(String peer) {
    return new SegmentSoapClient(new SoapPeerClient(soap, contracts.segment(), peers.get(peer)));
  }

  /** A client of a peer as holder. */
  public SegmentHolder holder(String peer) {
    return new SegmentHolderSoapClient(
        new SoapPeerClient(soap, contracts.holder(), peers.get(peer)));
  }
}
