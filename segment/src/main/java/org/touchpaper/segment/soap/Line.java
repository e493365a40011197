package org.touchpaper.segment.soap;

import org.touchpaper.platform.peers.Peer;
import org.touchpaper.platform.soap.SoapClient;
import org.touchpaper.platform.soap.SoapContract;
import org.touchpaper.platform.soap.SoapFault;
import org.touchpaper.platform.soap.SoapUnreachable;
import org.touchpaper.schema.segment.SegmentFault;
import org.touchpaper.segment.connection.SegmentUnreachable;

/** The way to one peer by one contract: an answer, a fault of the contract, or no answer. */
record Line(SoapClient soap, SoapContract contract, Peer peer) {

  <A> A call(Object request, Class<A> answer) {
    try {
      return soap.call(peer, contract, request, answer);
    } catch (SoapFault fault) {
      if (fault.detail() instanceof SegmentFault detail) {
        throw FromWire.fault(detail);
      }
      throw new SegmentUnreachable(peer.name() + " failed: " + fault.getMessage(), fault);
    } catch (SoapUnreachable e) {
      throw new SegmentUnreachable(String.valueOf(e.getMessage()), e);
    }
  }
}
