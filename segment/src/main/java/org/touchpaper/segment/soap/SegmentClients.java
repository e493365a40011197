package org.touchpaper.segment.soap;

import org.touchpaper.platform.peers.Peers;
import org.touchpaper.platform.soap.SoapClient;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.SegmentHolder;

/** The segments and holders among the configured peers, each reached over SOAP. */
public final class SegmentClients {

  private final Peers peers;
  private final SoapClient soap;
  private final SegmentContracts contracts;

  public SegmentClients(Peers peers, SoapClient soap, SegmentContracts contracts) {
    this.peers = peers;
    this.soap = soap;
    this.contracts = contracts;
  }

  /** The segment that the peer of this name is. */
  public NetworkSegment segment(String peer) {
    return new SegmentSoapClient(new Line(soap, contracts.segment(), peers.get(peer)));
  }

  /** The holder that the peer of this name is. */
  public SegmentHolder holder(String peer) {
    return new SegmentHolderSoapClient(new Line(soap, contracts.holder(), peers.get(peer)));
  }
}
