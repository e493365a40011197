package org.touchpaper.platform.soap;

import jakarta.xml.bind.JAXBException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMException;
import org.apache.axiom.om.ds.jaxb.JAXBOMDataSource;
import org.apache.axis2.AxisFault;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.client.OperationClient;
import org.apache.axis2.client.Options;
import org.apache.axis2.client.ServiceClient;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.NamedValue;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.apache.axis2.wsdl.WSDLConstants;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.platform.security.Peer;

/** Calls the SOAP services of peers; thread-safe. */
public final class SoapClient implements AutoCloseable {

  private final ServiceClient anonymous;
  private final String self;
  private final OutgoingPeerCallInterceptor peerCallInterceptor;
  private final Duration defaultTimeout;

  SoapClient(
      ConfigurationContext axis,
      String self,
      OutgoingPeerCallInterceptor peerCallInterceptor,
      Duration defaultTimeout) {
    try {
      this.anonymous = new ServiceClient(axis, null);
    } catch (AxisFault e) {
      throw new IllegalStateException("cannot create an Axis2 client", e);
    }
    this.self = self;
    this.peerCallInterceptor = peerCallInterceptor;
    this.defaultTimeout = defaultTimeout;
  }

  /** As below, with the patience configured in {@code touchpaper.soap.patience}. */
  public <A> A call(Peer peer, SoapContract contract, Object request, Class<A> responseType) {
    return call(peer, contract, request, responseType, defaultTimeout);
  }

  /**
   * Sends a request and waits for its response.
   *
   * @throws SoapFaultException if the peer answers with a fault
   * @throws SoapUnreachableException if no readable response arrives: the effect of the request is
   *     unknown
   */
  public <A> A call(
      Peer peer, SoapContract contract, Object request, Class<A> responseType, Duration timeout) {
    assert contract.isValid(request);
    var operationName = peer.name() + " " + contract.elementName(request).getLocalPart();
    try {
      var body =
          peerCallInterceptor.send(operationName, () -> exchange(peer, contract, request, timeout));
      return responseType.cast(body);
    } catch (SoapFaultException fault) {
      throw fault;
    } catch (Exception e) {
      throw new SoapUnreachableException(operationName + ": no response: " + e.getMessage(), e);
    }
  }

  private Object exchange(Peer peer, SoapContract contract, Object request, Duration timeout)
      throws AxisFault, JAXBException {
    var call = operation(options(peer, contract, request, timeout));
    var message = message(contract, request);
    call.addMessageContext(message);
    try {
      call.execute(true);
      var response = call.getMessageContext(WSDLConstants.MESSAGE_LABEL_IN_VALUE);
      var body = response.getEnvelope().getBody().getFirstElement();
      return contract.unmarshal(body.getXMLStreamReaderWithoutCaching());
    } catch (AxisFault fault) {
      throw toSoapFault(contract, fault).orElseThrow(() -> fault);
    } finally {
      message.getTransportOut().getSender().cleanup(message);
    }
  }

  /** Not {@code ServiceClient.createClient}, which closes other threads' connections. */
  private OperationClient operation(Options options) throws AxisFault {
    return anonymous
        .getAxisService()
        .getOperation(ServiceClient.ANON_OUT_IN_OP)
        .createClient(anonymous.getServiceContext(), options);
  }

  private static MessageContext message(SoapContract contract, Object request) throws AxisFault {
    var factory = OMAbstractFactory.getSOAP11Factory();
    var envelope = factory.getDefaultEnvelope();
    envelope
        .getBody()
        .addChild(factory.createOMElement(new JAXBOMDataSource(contract.bindings(), request)));
    var message = new MessageContext();
    message.setEnvelope(envelope);
    return message;
  }

  private Options options(Peer peer, SoapContract contract, Object request, Duration timeout) {
    var millis = Math.toIntExact(timeout.toMillis());
    var options = new Options();
    options.setTo(new EndpointReference(peer.resolve("/services/" + contract.name()).toString()));
    options.setAction(contract.soapAction(request));
    options.setExceptionToBeThrownOnSOAPFault(true);
    options.setTimeOutInMilliSeconds(millis); // has no effect without the next two
    options.setProperty(HTTPConstants.SO_TIMEOUT, millis);
    options.setProperty(HTTPConstants.CONNECTION_TIMEOUT, millis);
    options.setProperty(
        HTTPConstants.HTTP_HEADERS,
        List.of(
            new NamedValue(HttpHeaders.AUTHORIZATION, "Bearer " + peer.secret()),
            new NamedValue(Peer.NAME_HEADER, self)));
    return options;
  }

  /** The SOAP fault; empty for a transport failure. */
  private static Optional<SoapFaultException> toSoapFault(SoapContract contract, AxisFault fault)
      throws JAXBException {
    if (fault.getFaultCode() == null) {
      return Optional.empty();
    }
    var code = fault.getFaultCode().getLocalPart();
    return switch (code) {
      case "Client", "Sender" ->
          Optional.of(SoapFaultException.callerFault(reason(fault), detail(contract, fault)));
      case "Server", "Receiver" ->
          Optional.of(SoapFaultException.serviceFault(reason(fault), detail(contract, fault)));
      default -> Optional.of(SoapFaultException.callerFault(code + ": " + reason(fault), null));
    };
  }

  private static String reason(AxisFault fault) {
    return String.valueOf(fault.getReason());
  }

  private static @Nullable Object detail(SoapContract contract, AxisFault fault)
      throws JAXBException {
    try {
      var detail = fault.getDetail();
      return detail == null ? null : contract.unmarshal(detail.getXMLStreamReaderWithoutCaching());
    } catch (OMException e) {
      return null;
    }
  }

  @Override
  public void close() {
    try {
      anonymous.cleanup();
    } catch (AxisFault e) {
      throw new IllegalStateException(e);
    }
  }
}
