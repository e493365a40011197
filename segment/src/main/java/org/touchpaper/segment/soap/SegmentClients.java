package org.touchpaper.segment.soap;

import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.soap.SoapClient;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.SegmentHolder;

/** SOAP clients of the segments and holders among the configured peers. */
public record SegmentClients(
    PeerRegistry peers, SoapClient soap, SegmentAndHolderContracts contracts) {

  public NetworkSegment segment(String peer) {
    return new SegmentSoapClient(new SoapPeerClient(soap, contracts.segment(), peers, peer));
  }

  public SegmentHolder holder(String peer) {
    return new SegmentHolderSoapClient(new SoapPeerClient(soap, contracts.holder(), peers, peer));
  }
}
