package org.touchpaper.segment.soap;

import java.util.function.Function;
import java.util.function.Supplier;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.soap.SoapFaultException;
import org.touchpaper.schema.segment.Answer;
import org.touchpaper.schema.segment.Request;
import org.touchpaper.segment.connection.ContractFaultException;

/**
 * Checks every incoming request: the sender must be the authenticated peer, and the values must be
 * valid.
 */
final class SoapRequestGuard {

  private SoapRequestGuard() {}

  /**
   * Parses and handles a request. A {@link ContractFaultException} becomes a SOAP fault.
   *
   * @param parser converts the bindings to values, and checks what the schema cannot
   */
  static <Q extends Request, V, A extends Answer> A handle(
      Q request, Peer caller, Function<Q, V> parser, Function<V, A> handler) {
    try {
      checkSender(request, caller);
      var value = parse(() -> parser.apply(request));
      return DomainToSoapMapper.withRequesterOf(request, handler.apply(value));
    } catch (ContractFaultException fault) {
      var detail = DomainToSoapMapper.fault(fault.code(), fault.connection(), fault.getMessage());
      detail.setRequester(request.getRequester());
      throw SoapFaultException.callerFault(fault.code() + ": " + fault.getMessage(), detail);
    }
  }

  private static void checkSender(Request request, Peer caller) {
    var claimed = request.getRequester().getPeer();
    if (!claimed.equals(caller.name())) {
      throw new ContractFaultException(
          ContractFaultException.Code.NOT_ALLOWED,
          null,
          "requester.peer is " + claimed + ", but the request came from peer " + caller.name());
    }
  }

  private static <V> V parse(Supplier<V> parser) {
    try {
      return parser.get();
    } catch (IllegalArgumentException e) {
      throw new ContractFaultException(
          ContractFaultException.Code.MALFORMED, null, String.valueOf(e.getMessage()));
    }
  }

  static Object malformed(String sentence) {
    return DomainToSoapMapper.fault(ContractFaultException.Code.MALFORMED, null, sentence);
  }
}
