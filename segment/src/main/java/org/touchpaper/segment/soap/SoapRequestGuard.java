package org.touchpaper.segment.soap;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.soap.SoapFaultException;
import org.touchpaper.platform.soap.SoapServiceDefinition;
import org.touchpaper.schema.segment.Answer;
import org.touchpaper.schema.segment.Request;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;

/**
 * Checks every incoming request: the sender must be the authenticated peer, and the values must be
 * valid.
 */
final class SoapRequestGuard {

  private SoapRequestGuard() {}

  /**
   * A handler that checks and parses its requests. A {@link SegmentFaultException} becomes a SOAP
   * fault, and so does a segment further down that does not answer.
   *
   * @param parser converts the bindings to values, and checks what the schema cannot
   * @param operation gets the request and its value
   */
  static <Q extends Request, V, A extends Answer> SoapServiceDefinition.Handler<Q, A> handler(
      Function<Q, V> parser, BiFunction<Q, V, A> operation) {
    return (request, caller) -> {
      try {
        checkSender(request, caller);
        var answer = operation.apply(request, parse(() -> parser.apply(request)));
        answer.setRequester(request.getRequester());
        return answer;
      } catch (SegmentFaultException fault) {
        var detail = DomainToSoapMapper.fault(fault.code(), fault.connection(), fault.getMessage());
        detail.setRequester(request.getRequester());
        throw SoapFaultException.callerFault(fault.code() + ": " + fault.getMessage(), detail);
      } catch (SegmentUnreachableException e) { // the caller learns whose answer is missing
        throw SoapFaultException.serviceFault(String.valueOf(e.getMessage()), null);
      }
    };
  }

  private static void checkSender(Request request, Peer caller) {
    var claimed = request.getRequester().getPeer();
    if (!claimed.equals(caller.name())) {
      throw new SegmentFaultException(
          SegmentFaultException.Code.NOT_ALLOWED,
          null,
          "requester.peer is " + claimed + ", but the request came from peer " + caller.name());
    }
  }

  private static <V> V parse(Supplier<V> parser) {
    try {
      return parser.get();
    } catch (IllegalArgumentException e) {
      throw new SegmentFaultException(
          SegmentFaultException.Code.MALFORMED, null, String.valueOf(e.getMessage()));
    }
  }

  static Object malformed(String sentence) {
    return DomainToSoapMapper.fault(SegmentFaultException.Code.MALFORMED, null, sentence);
  }
}
