package org.touchpaper.segment.soap;

import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.soap.SoapClient;
import org.touchpaper.platform.soap.SoapContract;
import org.touchpaper.platform.soap.SoapFaultException;
import org.touchpaper.platform.soap.SoapUnreachableException;
import org.touchpaper.schema.segment.SegmentFault;
import org.touchpaper.segment.connection.SegmentUnreachableException;

/**
 * Calls one peer by one contract. A call ends with an answer, a fault of the contract, or {@link
 * SegmentUnreachableException}. Nothing is sent to a peer that is not configured, or no longer.
 */
record SoapPeerClient(SoapClient soap, SoapContract contract, PeerRegistry peers, String name) {

  <A> A call(Object request, Class<A> answerType) {
    var peer =
        peers
            .find(name)
            .orElseThrow(() ->
                new SegmentUnreachableException(name + " is not called: it is no peer", null));
    try {
      return soap.call(peer, contract, request, answerType);
    } catch (SoapFaultException fault) {
      if (fault.detail() instanceof SegmentFault detail) {
        throw SoapToDomainMapper.fault(detail);
      }
      throw new SegmentUnreachableException(name + " failed: " + fault.getMessage(), fault);
    } catch (SoapUnreachableException e) {
      throw new SegmentUnreachableException(String.valueOf(e.getMessage()), e);
    }
  }
}
