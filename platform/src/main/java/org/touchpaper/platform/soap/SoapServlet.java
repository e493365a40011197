package org.touchpaper.platform.soap;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.apache.axiom.om.OMException;
import org.apache.axiom.soap.SOAPConstants;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.transport.http.AxisServlet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.touchpaper.platform.peers.PeerAuthentication;
import org.touchpaper.platform.problem.BodyTooLarge;
import org.touchpaper.platform.problem.Problems;

/**
 * Lets Axis2 see only what it should: a POST of XML to exactly {@code /services/<name>} by a peer
 * whom that service admits. Axis2 itself looks at the last {@code /services/} of the URL, answers
 * other methods with an HTML page, and reads JSON as SOAP.
 */
@SuppressWarnings("serial") // never stored
final class SoapServlet extends AxisServlet {

  @Serial private static final long serialVersionUID = 1;

  private static final Logger LOG = LoggerFactory.getLogger(SoapServlet.class);
  private static final String ROOT = "/services/";

  private final ConfigurationContext axis;
  private final Map<String, SoapService> services;
  private final Problems problems;

  SoapServlet(ConfigurationContext axis, Map<String, SoapService> services, Problems problems) {
    this.axis = axis;
    this.services = Map.copyOf(services);
    this.problems = problems;
  }

  @Override
  protected ConfigurationContext initConfigContext(ServletConfig config) {
    return axis;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    var service = find(request);
    if (service == null) {
      problems.write(response, HttpStatus.NOT_FOUND, "there is no such service");
    } else if (!isAdmitted(request, service)) {
      problems.write(response, HttpStatus.FORBIDDEN, service.name() + " is not open to this peer");
    } else {
      switch (request.getMethod()) {
        case "POST" -> post(request, response);
        case "GET" -> describe(request, response, service);
        default -> {
          response.setHeader(HttpHeaders.ALLOW, "GET, POST");
          problems.write(response, HttpStatus.METHOD_NOT_ALLOWED, "a SOAP service takes POST");
        }
      }
    }
  }

  /** The raw URI, so that neither encoding nor a path parameter makes another path of it. */
  private @Nullable SoapService find(HttpServletRequest request) {
    var root = request.getContextPath() + ROOT;
    var uri = request.getRequestURI();
    return uri.startsWith(root) ? services.get(uri.substring(root.length())) : null;
  }

  private static boolean isAdmitted(HttpServletRequest request, SoapService service) {
    return request.getUserPrincipal() instanceof PeerAuthentication caller
        && service.admits(caller.peer());
  }

  private void post(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    if (isSoap(request.getContentType())) {
      super.doPost(request, response);
    } else {
      problems.write(
          response,
          HttpStatus.UNSUPPORTED_MEDIA_TYPE,
          "a SOAP service takes text/xml (SOAP 1.1) or application/soap+xml (SOAP 1.2)");
    }
  }

  private static boolean isSoap(@Nullable String contentType) {
    if (contentType == null) {
      return false;
    }
    var type = contentType.toLowerCase(Locale.ROOT).replaceAll(";.*", "").strip();
    return type.equals("text/xml") || type.equals("application/soap+xml");
  }

  /** The contract's own text; what Axis2 would serve has lost its comments and its order. */
  private void describe(
      HttpServletRequest request, HttpServletResponse response, SoapService service)
      throws IOException {
    var query = String.valueOf(request.getQueryString());
    var text = ContractText.find(service.contract(), query, request.getRequestURL().toString());
    if (text.isEmpty()) {
      problems.write(response, HttpStatus.NOT_FOUND, "ask for " + service.name() + "?wsdl");
    } else {
      response.setContentType("text/xml;charset=UTF-8");
      response.getOutputStream().write(text.get().getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * Axis2's fault for malformed XML has an empty code and tells the parser's insides; its other
   * faults have a prefix of its own making.
   */
  @Override
  protected void handleFault(MessageContext message, OutputStream out, AxisFault fault)
      throws AxisFault {
    super.handleFault(message, out, plain(message, fault));
  }

  private static AxisFault plain(MessageContext message, AxisFault fault) {
    var code = fault.getFaultCode();
    if (isMalformed(fault)) {
      LOG.info("refused a message: {}", whyUnreadable(fault));
      return new AxisFault(
          SoapReceiver.code(message.isSOAP11(), true), whyUnreadable(fault), fault);
    }
    if (code == null || code.getPrefix().equals(SOAPConstants.SOAP_DEFAULT_NAMESPACE_PREFIX)) {
      return fault;
    }
    LOG.info("refused a message: {}", fault.getMessage());
    var reason = String.valueOf(fault.getMessage());
    return new AxisFault(
        new QName(
            code.getNamespaceURI(),
            code.getLocalPart(),
            SOAPConstants.SOAP_DEFAULT_NAMESPACE_PREFIX),
        reason.contains("Operation not found") ? "the body asks for no operation" : reason,
        null);
  }

  static String whyUnreadable(Throwable failure) {
    return BodyTooLarge.isBehind(failure) ? "the body is too large" : "this is not well-formed XML";
  }

  private static boolean isMalformed(Throwable failure) {
    for (var cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OMException
          || cause instanceof XMLStreamException
          || cause instanceof BodyTooLarge) {
        return true;
      }
    }
    return false;
  }

  /** The configuration is a bean and ends with the others. */
  @Override
  public void destroy() {}
}
