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
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.springframework.core.io.ClassPathResource;
import org.xml.sax.SAXException;

/** A WSDL of one service with one port, its schema, and the bindings made from it. */
public final class SoapContract {

  private final WsdlOutline wsdl;
  private final URL wsdlUrl;
  private final JAXBContext bindings;
  private final Schema schema;

  private SoapContract(URL wsdlUrl, WsdlOutline wsdl, JAXBContext bindings, Schema schema) {
    this.wsdlUrl = wsdlUrl;
    this.wsdl = wsdl;
    this.bindings = bindings;
    this.schema = schema;
  }

  /**
   * Reads a contract from the class path. Takes about a second; keep it in a bean.
   *
   * @param wsdl such as {@code schema/segment/segment.wsdl}
   * @param schema beside it, such as {@code schema/segment/segment.xsd}
   * @param bindings the generated package, such as {@code org.touchpaper.schema.segment}
   */
  public static SoapContract load(String wsdl, String schema, String bindings) {
    try {
      var url = new ClassPathResource(wsdl).getURL();
      return new SoapContract(
          url, WsdlOutline.read(url), JAXBContext.newInstance(bindings), schema(schema));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the contract " + wsdl, e);
    } catch (JAXBException | SAXException e) {
      throw new IllegalStateException("the contract " + wsdl + " is broken", e);
    }
  }

  private static Schema schema(String path) throws IOException, SAXException {
    var factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "file,jar:file,jar:nested,nested");
    return factory.newSchema(new StreamSource(new ClassPathResource(path).getURL().toString()));
  }

  /** The name of its wsdl:service, and so the last part of its address. */
  public String name() {
    return wsdl.service().getLocalPart();
  }

  WsdlOutline wsdl() {
    return wsdl;
  }

  URL wsdlUrl() {
    return wsdlUrl;
  }

  JAXBContext bindings() {
    return bindings;
  }

  /** The element that a binding stands for. */
  QName element(Object root) {
    return Objects.requireNonNull(
        bindings.createJAXBIntrospector().getElementName(root),
        () -> root.getClass() + " is no root element of " + name());
  }

  String action(Object request) {
    var action = wsdl.actions().get(element(request));
    if (action == null) {
      throw new IllegalArgumentException(element(request) + " is no request of " + name());
    }
    return action;
  }

  Map<QName, String> actions() {
    return wsdl.actions();
  }

  /** Reads strictly: JAXB by itself makes 0 of a bad number and says nothing. */
  Object unmarshal(XMLStreamReader reader) throws JAXBException {
    var unmarshaller = bindings.createUnmarshaller();
    unmarshaller.setSchema(schema);
    unmarshaller.setEventHandler(_ -> false);
    return JAXBIntrospector.getValue(unmarshaller.unmarshal(reader));
  }

  /** Finds our own mistakes before somebody else does. */
  void validate(Object root) {
    try {
      schema.newValidator().validate(new JAXBSource(bindings, root));
    } catch (SAXException | JAXBException e) {
      throw new IllegalArgumentException(
          "not valid by the schema of " + name() + ": " + element(root) + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
