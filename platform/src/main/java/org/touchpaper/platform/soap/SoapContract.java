package org.touchpaper.platform.soap;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.JAXBIntrospector;
import jakarta.xml.bind.util.JAXBSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamReader;
import javax.xml.validation.Schema;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.schema.SecureXml;
import org.xml.sax.SAXException;

/** A WSDL with one service and one port, its schema and its JAXB bindings. */
public final class SoapContract {

  private final WsdlDescriptor wsdl;
  private final URL wsdlUrl;
  private final JAXBContext bindings;
  private final Schema schema;

  private SoapContract(URL wsdlUrl, WsdlDescriptor wsdl, JAXBContext bindings, Schema schema) {
    this.wsdlUrl = wsdlUrl;
    this.wsdl = wsdl;
    this.bindings = bindings;
    this.schema = schema;
  }

  /**
   * Reads a contract from the class path. This takes about a second; keep the result in a bean.
   *
   * @param wsdl such as {@code schema/segment/segment.wsdl}
   * @param schema in the same directory, such as {@code schema/segment/segment.xsd}
   * @param bindings the generated package, such as {@code org.touchpaper.schema.segment}
   */
  public static SoapContract load(String wsdl, String schema, String bindings) {
    try {
      var url = new ClassPathResource(wsdl).getURL();
      return new SoapContract(
          url,
          WsdlDescriptor.parse(url),
          JAXBContext.newInstance(bindings),
          SecureXml.schema(new ClassPathResource(schema).getURL()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the contract " + wsdl, e);
    } catch (JAXBException | SAXException e) {
      throw new IllegalStateException("the contract " + wsdl + " is invalid", e);
    }
  }

  /** The name of its wsdl:service, which is the last segment of its URL. */
  public String name() {
    return wsdl.service().getLocalPart();
  }

  WsdlDescriptor wsdl() {
    return wsdl;
  }

  URL wsdlUrl() {
    return wsdlUrl;
  }

  JAXBContext bindings() {
    return bindings;
  }

  /** The element of a binding. */
  QName elementName(Object root) {
    return Objects.requireNonNull(
        bindings.createJAXBIntrospector().getElementName(root),
        () -> root.getClass() + " is not a root element of " + name());
  }

  String soapAction(Object request) {
    var action = wsdl.soapActions().get(elementName(request));
    if (action == null) {
      throw new IllegalArgumentException(elementName(request) + " is not a request of " + name());
    }
    return action;
  }

  Map<QName, String> soapActions() {
    return wsdl.soapActions();
  }

  /** Unmarshals with schema validation; JAXB alone reads an invalid number as 0. */
  Object unmarshal(XMLStreamReader reader) throws JAXBException {
    var unmarshaller = bindings.createUnmarshaller();
    unmarshaller.setSchema(schema);
    unmarshaller.setEventHandler(_ -> false);
    return JAXBIntrospector.getValue(unmarshaller.unmarshal(reader));
  }

  /** Validates a message before it is sent. */
  void validate(Object root) {
    try {
      schema.newValidator().validate(new JAXBSource(bindings, root));
    } catch (SAXException | JAXBException e) {
      throw new IllegalArgumentException(
          "not valid against the schema of "
              + name()
              + ": "
              + elementName(root)
              + ": "
              + e.getMessage(),
          e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
