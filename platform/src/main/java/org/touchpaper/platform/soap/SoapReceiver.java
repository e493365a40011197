package org.touchpaper.platform.soap;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.xml.bind.JAXBException;
import java.security.Principal;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.ds.jaxb.JAXBOMDataSource;
import org.apache.axiom.soap.SOAP11Constants;
import org.apache.axiom.soap.SOAP12Constants;
import org.apache.axiom.soap.SOAPConstants;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.apache.axis2.receivers.AbstractInOutMessageReceiver;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.platform.peers.Peer;
import org.touchpaper.platform.peers.PeerAuthentication;

/**
 * Axis2's way into a {@link SoapService}: reads, asks, writes; one line of log for each message.
 */
final class SoapReceiver extends AbstractInOutMessageReceiver {

  private static final Logger LOG = LoggerFactory.getLogger(SoapReceiver.class);

  private final SoapService service;

  SoapReceiver(SoapService service) {
    this.service = service;
  }

  @Override
  public void invokeBusinessLogic(MessageContext in, MessageContext out) throws AxisFault {
    var factory = (SOAPFactory) in.getEnvelope().getOMFactory();
    try {
      var caller = caller(in);
      var request = read(in);
      var answer = service.answer(request, caller);
      service.contract().validate(answer);
      var envelope = factory.getDefaultEnvelope();
      envelope.getBody().addChild(element(factory, answer));
      out.setEnvelope(envelope);
      LOG.info("{} {} from {}", service.name(), element(request).getLocalPart(), caller.name());
    } catch (SoapFault fault) {
      LOG.info("{} fault: {}", service.name(), fault.getMessage());
      throw axisFault(in, factory, fault);
    } catch (RuntimeException e) {
      var id = UUID.randomUUID();
      LOG.error("{} failed, told as {}", service.name(), id, e);
      throw axisFault(
          in,
          factory,
          SoapFault.service("this went wrong on our side; our log tells under " + id, null));
    }
  }

  private static Peer caller(MessageContext in) {
    var request = (HttpServletRequest) in.getProperty(HTTPConstants.MC_HTTP_SERVLETREQUEST);
    Principal principal = request.getUserPrincipal();
    if (principal instanceof PeerAuthentication authentication) {
      return authentication.peer();
    }
    throw new IllegalStateException("a call without a peer came through");
  }

  private Object read(MessageContext in) {
    try {
      return service.contract().unmarshal(payload(in).getXMLStreamReaderWithoutCaching());
    } catch (JAXBException e) {
      throw service.malformed("the request is not valid: " + sentence(e));
    }
  }

  /** Reads the message to its end first: one that breaks off asks for nothing. */
  private OMElement payload(MessageContext in) {
    @Nullable OMElement payload;
    try {
      in.getEnvelope().build();
      payload = in.getEnvelope().getBody().getFirstElement();
    } catch (RuntimeException e) { // Axiom's and Woodstox's have no type in common
      throw service.malformed(SoapServlet.whyUnreadable(e));
    }
    if (payload == null) {
      throw service.malformed("the body is empty");
    }
    return payload;
  }

  /** The validator's own words, which name the rule and the value, without its insides. */
  private static String sentence(JAXBException e) {
    var linked = e.getLinkedException();
    var message = linked == null ? e.getMessage() : linked.getMessage();
    return message == null ? "it cannot be read" : message;
  }

  private QName element(Object root) {
    return service.contract().element(root);
  }

  private OMElement element(SOAPFactory factory, Object root) {
    return factory.createOMElement(new JAXBOMDataSource(service.contract().bindings(), root));
  }

  private AxisFault axisFault(MessageContext in, SOAPFactory factory, SoapFault fault) {
    var answer = new AxisFault(code(in.isSOAP11(), fault.isCallers()), fault.getMessage(), null);
    @Nullable Object detail = fault.detail();
    if (detail != null) {
      answer.setDetail(element(factory, detail));
    }
    return answer;
  }

  /** With the envelope's own prefix; Axis2 would invent one. */
  static QName code(boolean isSoap11, boolean isCallers) {
    return isSoap11
        ? new QName(
            SOAP11Constants.SOAP_ENVELOPE_NAMESPACE_URI,
            isCallers ? SOAP11Constants.FAULT_CODE_SENDER : SOAP11Constants.FAULT_CODE_RECEIVER,
            SOAPConstants.SOAP_DEFAULT_NAMESPACE_PREFIX)
        : new QName(
            SOAP12Constants.SOAP_ENVELOPE_NAMESPACE_URI,
            isCallers ? SOAP12Constants.FAULT_CODE_SENDER : SOAP12Constants.FAULT_CODE_RECEIVER,
            SOAPConstants.SOAP_DEFAULT_NAMESPACE_PREFIX);
  }
}
