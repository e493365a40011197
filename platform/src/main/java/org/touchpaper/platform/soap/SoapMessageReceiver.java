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
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerAuthentication;

/**
 * Passes messages from Axis2 to a {@link SoapServiceDefinition}, which logs what it does; logs each
 * fault.
 */
final class SoapMessageReceiver extends AbstractInOutMessageReceiver {

  private static final Logger LOG = LoggerFactory.getLogger(SoapMessageReceiver.class);

  private final SoapServiceDefinition service;

  SoapMessageReceiver(SoapServiceDefinition service) {
    this.service = service;
  }

  @Override
  public void invokeBusinessLogic(MessageContext in, MessageContext out) throws AxisFault {
    var factory = (SOAPFactory) in.getEnvelope().getOMFactory();
    try {
      var caller = caller(in);
      var request = read(in);
      var response = service.handle(request, caller);
      assert service.contract().isValid(response);
      var envelope = factory.getDefaultEnvelope();
      envelope.getBody().addChild(element(factory, response));
      out.setEnvelope(envelope);
      LOG.debug("{} {} from {}", service.name(), element(request).getLocalPart(), caller.name());
    } catch (SoapFaultException fault) {
      LOG.info("{} fault: {}", service.name(), fault.getMessage());
      throw axisFault(in, factory, fault);
    } catch (RuntimeException e) {
      var id = UUID.randomUUID();
      LOG.error("{} failed: reference={}", service.name(), id, e);
      throw axisFault(
          in,
          factory,
          SoapFaultException.serviceFault("internal error; reference for support: " + id, null));
    }
  }

  private static Peer caller(MessageContext in) {
    var request = (HttpServletRequest) in.getProperty(HTTPConstants.MC_HTTP_SERVLETREQUEST);
    Principal principal = request.getUserPrincipal();
    if (principal instanceof PeerAuthentication authentication) {
      return authentication.peer();
    }
    throw new IllegalStateException("the request has no authenticated peer");
  }

  private Object read(MessageContext in) {
    try {
      return service.contract().unmarshal(payload(in).getXMLStreamReaderWithoutCaching());
    } catch (JAXBException e) {
      throw service.malformedFault("the request is not valid: " + validationMessage(e));
    }
  }

  /** Reads the complete message first; a truncated one must not be handled. */
  private OMElement payload(MessageContext in) {
    @Nullable OMElement payload;
    try {
      in.getEnvelope().build();
      payload = in.getEnvelope().getBody().getFirstElement();
    } catch (RuntimeException e) { // Axiom's and Woodstox's exceptions share no other type
      throw service.malformedFault(SoapServlet.unreadableReason(e));
    }
    if (payload == null) {
      throw service.malformedFault("the body is empty");
    }
    return payload;
  }

  /** The validator's message, which names the rule and the value, without internals. */
  private static String validationMessage(JAXBException e) {
    var linked = e.getLinkedException();
    var message = linked == null ? e.getMessage() : linked.getMessage();
    return message == null ? "unreadable content" : message;
  }

  private QName element(Object root) {
    return service.contract().elementName(root);
  }

  private OMElement element(SOAPFactory factory, Object root) {
    return factory.createOMElement(new JAXBOMDataSource(service.contract().bindings(), root));
  }

  private AxisFault axisFault(MessageContext in, SOAPFactory factory, SoapFaultException fault) {
    var axisFault =
        new AxisFault(faultCode(in.isSOAP11(), fault.isCallerFault()), fault.getMessage(), null);
    @Nullable Object detail = fault.detail();
    if (detail != null) {
      axisFault.setDetail(element(factory, detail));
    }
    return axisFault;
  }

  /** Uses the envelope's own prefix; Axis2 would generate one. */
  static QName faultCode(boolean isSoap11, boolean isCallerFault) {
    return isSoap11
        ? new QName(
            SOAP11Constants.SOAP_ENVELOPE_NAMESPACE_URI,
            isCallerFault ? SOAP11Constants.FAULT_CODE_SENDER : SOAP11Constants.FAULT_CODE_RECEIVER,
            SOAPConstants.SOAP_DEFAULT_NAMESPACE_PREFIX)
        : new QName(
            SOAP12Constants.SOAP_ENVELOPE_NAMESPACE_URI,
            isCallerFault ? SOAP12Constants.FAULT_CODE_SENDER : SOAP12Constants.FAULT_CODE_RECEIVER,
            SOAPConstants.SOAP_DEFAULT_NAMESPACE_PREFIX);
  }
}
