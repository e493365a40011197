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
import org.touchpaper.platform.peers.Outbound;
import org.touchpaper.platform.peers.Peer;

/** Calls the SOAP services of peers; one for all threads. */
public final class SoapClient implements AutoCloseable {

  private final ServiceClient anonymous;
  private final String self;
  private final Outbound outbound;
  private final Duration patience;

  SoapClient(ConfigurationContext axis, String self, Outbound outbound, Duration patience) {
    try {
      this.anonymous = new ServiceClient(axis, null);
    } catch (AxisFault e) {
      throw new IllegalStateException("Axis2 gives no client", e);
    }
    this.self = self;
    this.outbound = outbound;
    this.patience = patience;
  }

  /** As below, with the patience configured in {@code touchpaper.soap.patience}. */
  public <A> A call(Peer peer, SoapContract contract, Object request, Class<A> answer) {
    return call(peer, contract, request, answer, patience);
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @throws SoapFault if the peer answers with a fault
   * @throws SoapUnreachable if no answer comes that can be understood: what the peer did is unknown
   */
  public <A> A call(
      Peer peer, SoapContract contract, Object request, Class<A> answer, Duration atMost) {
    contract.validate(request);
    var what = peer.name() + " " + contract.element(request).getLocalPart();
    try {
      var body = outbound.send(what, () -> exchange(peer, contract, request, atMost));
      return answer.cast(body);
    } catch (SoapFault fault) {
      throw fault;
    } catch (Exception e) {
      throw new SoapUnreachable(what + ": no answer: " + e.getMessage(), e);
    }
  }

  private Object exchange(Peer peer, SoapContract contract, Object request, Duration atMost)
      throws AxisFault, JAXBException {
    var call = operation(options(peer, contract, request, atMost));
    var message = message(contract, request);
    call.addMessageContext(message);
    try {
      call.execute(true);
      var answer = call.getMessageContext(WSDLConstants.MESSAGE_LABEL_IN_VALUE);
      var body = answer.getEnvelope().getBody().getFirstElement();
      return contract.unmarshal(body.getXMLStreamReaderWithoutCaching());
    } catch (AxisFault fault) {
      throw typed(contract, fault).orElseThrow(() -> fault);
    } finally {
      message.getTransportOut().getSender().cleanup(message);
    }
  }

  /** Not {@code createClient} of the ServiceClient: that closes other threads' connections. */
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

  private Options options(Peer peer, SoapContract contract, Object request, Duration atMost) {
    var millis = Math.toIntExact(atMost.toMillis());
    var options = new Options();
    options.setTo(new EndpointReference(peer.at("/services/" + contract.name()).toString()));
    options.setAction(contract.action(request));
    options.setExceptionToBeThrownOnSOAPFault(true);
    options.setTimeOutInMilliSeconds(millis); // alone it has no effect: the next two have
    options.setProperty(HTTPConstants.SO_TIMEOUT, millis);
    options.setProperty(HTTPConstants.CONNECTION_TIMEOUT, millis);
    options.setProperty(
        HTTPConstants.HTTP_HEADERS,
        List.of(
            new NamedValue(HttpHeaders.AUTHORIZATION, "Bearer " + peer.secret()),
            new NamedValue(Peer.NAME_HEADER, self)));
    return options;
  }

  /** A SOAP fault; empty where the failure was of the transport. */
  private static Optional<SoapFault> typed(SoapContract contract, AxisFault fault)
      throws JAXBException {
    if (fault.getFaultCode() == null) {
      return Optional.empty();
    }
    var code = fault.getFaultCode().getLocalPart();
    return switch (code) {
      case "Client", "Sender" ->
          Optional.of(SoapFault.caller(reason(fault), detail(contract, fault)));
      case "Server", "Receiver" ->
          Optional.of(SoapFault.service(reason(fault), detail(contract, fault)));
      default -> Optional.of(SoapFault.caller(code + ": " + reason(fault), null));
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
