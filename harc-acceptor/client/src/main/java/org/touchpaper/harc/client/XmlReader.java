package org.touchpaper.harc.client;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.JAXBIntrospector;
import jakarta.xml.bind.Unmarshaller;
import java.io.StringReader;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.jspecify.annotations.Nullable;
import org.touchpaper.schema.harc.ObjectFactory;
import org.touchpaper.schema.harc.Problem;
import org.xml.sax.SAXException;

/** The one door through which XML comes in: hardened, checked against the schema, strict. */
final class XmlReader {
  private static final XMLInputFactory PARSERS = parsers();
  private static final JAXBContext BINDINGS = bindings();
  private static final Schema SCHEMA = schema();

  /** As many as were ever at work at once; each serves one reader at a time. */
  private static final Queue<Unmarshaller> IDLE = new ConcurrentLinkedQueue<>();

  private XmlReader() {}

  /**
   * Prepares everything. To be called once from a platform thread: a class that virtual threads
   * wait for while it initialises pins their carriers, and with few of them nobody goes on.
   */
  static void ready() {
    read("<h:Problem xmlns:h='urn:touchpaper:harc:1' status='200'/>", Problem.class);
  }

  /** Reads a document whose element is bound to that class. */
  static <T> T read(String text, Class<T> type) {
    XmlScan.check(text);
    try {
      var parser = PARSERS.createXMLStreamReader(new StringReader(text));
      try {
        parser.nextTag();
        expectOurs(parser.getNamespaceURI());
        var read = unmarshal(parser);
        if (!type.isInstance(read)) {
          throw new MalformedMessage("expected " + type.getSimpleName());
        }
        expectEnd(parser);
        return type.cast(read);
      } finally {
        parser.close();
      }
    } catch (JAXBException | XMLStreamException e) {
      throw new MalformedMessage("not a HARC message: " + reason(e), e);
    } catch (IllegalArgumentException e) {
      throw new MalformedMessage("not a HARC message: " + e.getMessage(), e);
    }
  }

  /** One that has failed is not used again. */
  private static Object unmarshal(XMLStreamReader parser) throws JAXBException {
    var idle = IDLE.poll();
    var unmarshaller = idle == null ? unmarshaller() : idle;
    var read = JAXBIntrospector.getValue(unmarshaller.unmarshal(parser));
    IDLE.add(unmarshaller);
    return read;
  }

  private static Unmarshaller unmarshaller() throws JAXBException {
    var unmarshaller = BINDINGS.createUnmarshaller();
    unmarshaller.setSchema(SCHEMA);
    unmarshaller.setEventHandler(_ -> false);
    return unmarshaller;
  }

  private static void expectOurs(@Nullable String namespace) {
    if (!HarcXml.NAMESPACE.equals(namespace)) {
      throw new MalformedMessage(
          "a HARC message is of the namespace " + HarcXml.NAMESPACE + ", not " + namespace);
    }
  }

  /** The unmarshaller stops at the end of its element, whatever follows. */
  private static void expectEnd(XMLStreamReader parser) throws XMLStreamException {
    while (parser.hasNext()) {
      parser.next();
    }
  }

  private static String reason(Throwable e) {
    Throwable deepest = e;
    if (e instanceof JAXBException jaxb && jaxb.getLinkedException() != null) {
      deepest = jaxb.getLinkedException();
    }
    return Objects.requireNonNullElse(deepest.getMessage(), deepest.toString());
  }

  private static XMLInputFactory parsers() {
    var factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }

  private static JAXBContext bindings() {
    try {
      return JAXBContext.newInstance(ObjectFactory.class);
    } catch (JAXBException e) {
      throw new IllegalStateException("the bindings do not fit the JAXB runtime", e);
    }
  }

  private static Schema schema() {
    try {
      var factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
      factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "file,jar:file,jar:nested,nested");
      return factory.newSchema(
          Objects.requireNonNull(
              ObjectFactory.class.getResource("/schema/harc/harc.xsd"), "no harc.xsd"));
    } catch (SAXException e) {
      throw new IllegalStateException("harc.xsd is no schema", e);
    }
  }
}
