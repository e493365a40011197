package org.touchpaper.platform.soap;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
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
import org.touchpaper.platform.problem.BodyTooLargeException;
import org.touchpaper.platform.problem.ProblemWriter;
import org.touchpaper.platform.security.PeerAuthentication;

/**
 * Passes to Axis2 only a POST of XML to exactly {@code /services/<name>} by a permitted peer. Axis2
 * itself uses the last {@code /services/} of the URL, answers other methods with an HTML page, and
 * reads JSON as SOAP.
 */
@SuppressWarnings("serial") // never stored
final class SoapServlet extends AxisServlet {

  @Serial private static final long serialVersionUID = 1;

  private static final Logger LOG = LoggerFactory.getLogger(SoapServlet.class);
  private static final String ROOT = "/services/";

  private final ConfigurationContext axis;
  private final Map<String, SoapServiceDefinition> services;
  private final ProblemWriter problems;

  SoapServlet(
      ConfigurationContext axis,
      Map<String, SoapServiceDefinition> services,
      ProblemWriter problems) {
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
      problems.write(response, HttpStatus.NOT_FOUND, "no such service");
    } else if (!isAllowed(request, service)) {
      problems.write(response, HttpStatus.FORBIDDEN, service.name() + " is not open to this peer");
    } else {
      switch (request.getMethod()) {
        case "POST" -> post(request, response);
        case "GET" -> describe(request, response, service);
        default -> {
          response.setHeader(HttpHeaders.ALLOW, "GET, POST");
          problems.write(
              response, HttpStatus.METHOD_NOT_ALLOWED, "a SOAP service accepts POST only");
        }
      }
    }
  }

  /** Uses the raw URI, so that neither encoding nor path parameters can change the path. */
  private @Nullable SoapServiceDefinition find(HttpServletRequest request) {
    var root = request.getContextPath() + ROOT;
    var uri = request.getRequestURI();
    return uri.startsWith(root) ? services.get(uri.substring(root.length())) : null;
  }

  private static boolean isAllowed(HttpServletRequest request, SoapServiceDefinition service) {
    return request.getUserPrincipal() instanceof PeerAuthentication caller
        && service.isOpenTo(caller.peer());
  }

  private void post(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    if (isSoap(request.getContentType())) {
      super.doPost(request, new BufferedResponse(response));
    } else {
      problems.write(
          response,
          HttpStatus.UNSUPPORTED_MEDIA_TYPE,
          "a SOAP service accepts text/xml (SOAP 1.1) or application/soap+xml (SOAP 1.2)");
    }
  }

  private static boolean isSoap(@Nullable String contentType) {
    if (contentType == null) {
      return false;
    }
    var type = contentType.toLowerCase(Locale.ROOT).replaceAll(";.*", "").strip();
    return type.equals("text/xml") || type.equals("application/soap+xml");
  }

  /** Serves the contract's own text; Axis2's version lacks its comments and order. */
  private void describe(
      HttpServletRequest request, HttpServletResponse response, SoapServiceDefinition service)
      throws IOException {
    var query = String.valueOf(request.getQueryString());
    var text = WsdlPublisher.find(service.contract(), query, request.getRequestURL().toString());
    if (text.isEmpty()) {
      problems.write(
          response, HttpStatus.NOT_FOUND, "the contract is at " + service.name() + "?wsdl");
    } else {
      response.setContentType("text/xml;charset=UTF-8");
      response.getOutputStream().write(text.get().getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * Replaces Axis2's faults: that for malformed XML has an empty code and exposes parser internals;
   * others have a generated prefix.
   */
  @Override
  protected void handleFault(MessageContext message, OutputStream out, AxisFault fault)
      throws AxisFault {
    super.handleFault(message, out, toPlainFault(message, fault));
  }

  private static AxisFault toPlainFault(MessageContext message, AxisFault fault) {
    var code = fault.getFaultCode();
    if (isMalformed(fault)) {
      LOG.info("rejected a message: {}", unreadableReason(fault));
      return new AxisFault(
          SoapMessageReceiver.faultCode(message.isSOAP11(), true), unreadableReason(fault), fault);
    }
    if (code == null || code.getPrefix().equals(SOAPConstants.SOAP_DEFAULT_NAMESPACE_PREFIX)) {
      return fault;
    }
    LOG.info("rejected a message: {}", fault.getMessage());
    var reason = String.valueOf(fault.getMessage());
    return new AxisFault(
        new QName(
            code.getNamespaceURI(),
            code.getLocalPart(),
            SOAPConstants.SOAP_DEFAULT_NAMESPACE_PREFIX),
        reason.contains("Operation not found") ? "the body contains no known operation" : reason,
        null);
  }

  static String unreadableReason(Throwable failure) {
    return BodyTooLargeException.isCauseOf(failure)
        ? "the body is too large"
        : "the message is not well-formed XML";
  }

  private static boolean isMalformed(Throwable failure) {
    for (var cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OMException
          || cause instanceof XMLStreamException
          || cause instanceof BodyTooLargeException) {
        return true;
      }
    }
    return false;
  }

  /**
   * Ignores Axis2's flush, so that the container sends a short answer as one packet, with its
   * length, and not in chunks.
   */
  private static final class BufferedResponse extends HttpServletResponseWrapper {

    BufferedResponse(HttpServletResponse response) {
      super(response);
    }

    @Override
    public void flushBuffer() {}

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
      var out = super.getOutputStream();
      return new ServletOutputStream() {
        @Override
        public boolean isReady() {
          return out.isReady();
        }

        @Override
        public void setWriteListener(WriteListener listener) {
          out.setWriteListener(listener);
        }

        @Override
        public void write(int octet) throws IOException {
          out.write(octet);
        }

        @Override
        public void write(byte[] octets, int offset, int length) throws IOException {
          out.write(octets, offset, length);
        }

        @Override
        public void flush() {}
      };
    }
  }

  /** Does nothing: the configuration is a bean with its own destroy method. */
  @Override
  public void destroy() {}
}
