package org.touchpaper.segment.soap;

import java.util.function.Function;
import java.util.function.Supplier;
import org.touchpaper.platform.peers.Peer;
import org.touchpaper.platform.soap.SoapFault;
import org.touchpaper.schema.segment.Answer;
import org.touchpaper.schema.segment.Request;
import org.touchpaper.segment.connection.Fault;

/** What every request passes on its way in: is the sender who it says, can it be understood? */
final class Door {

  private Door() {}

  /**
   * Reads a request, does what it asks, and answers it; a broken contract becomes its fault.
   *
   * @param read makes values of it, as far as the schema could not check
   */
  static <Q extends Request, V, A extends Answer> A pass(
      Q request, Peer caller, Function<Q, V> read, Function<V, A> work) {
    try {
      checkSender(request, caller);
      var value = understood(() -> read.apply(request));
      return ToWire.to(request, work.apply(value));
    } catch (Fault fault) {
      var detail = ToWire.fault(fault.code(), fault.connection(), fault.getMessage());
      detail.setRequester(request.getRequester());
      throw SoapFault.caller(fault.code() + ": " + fault.getMessage(), detail);
    }
  }

  private static void checkSender(Request request, Peer caller) {
    var claimed = request.getRequester().getPeer();
    if (!claimed.equals(caller.name())) {
      throw new Fault(
          Fault.Code.NOT_ALLOWED,
          null,
          "the requester is said to be " + claimed + ", but " + caller.name() + " sent this");
    }
  }

  private static <V> V understood(Supplier<V> reading) {
    try {
      return reading.get();
    } catch (IllegalArgumentException e) {
      throw new Fault(Fault.Code.MALFORMED, null, String.valueOf(e.getMessage()));
    }
  }

  static Object malformed(String sentence) {
    return ToWire.fault(Fault.Code.MALFORMED, null, sentence);
  }
}
