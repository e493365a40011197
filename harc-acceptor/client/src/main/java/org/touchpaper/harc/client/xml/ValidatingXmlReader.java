package org.touchpaper.harc.client.xml;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.JAXBIntrospector;
import jakarta.xml.bind.Unmarshaller;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.validation.Schema;
import org.jspecify.annotations.Nullable;
import org.touchpaper.schema.SecureXml;
import org.touchpaper.schema.harc.ObjectFactory;
import org.touchpaper.schema.harc.Problem;
import org.xml.sax.SAXException;

/** Reads HARC's messages and validates them. */
public final class ValidatingXmlReader {
  static final JAXBContext JAXB_CONTEXT = jaxbContext();
  private static final Schema SCHEMA = schema();

  /** A pool: unmarshallers are not thread-safe, and expensive to create. */
  private static final Queue<Unmarshaller> IDLE_UNMARSHALLERS = new ConcurrentLinkedQueue<>();

  private ValidatingXmlReader() {}

  /**
   * Initialises the reader. To be called once from a platform thread: virtual threads that wait for
   * class initialisation pin their carriers, and with few carriers this deadlocks.
   */
  public static void warmUp() {
    read("<h:Problem xmlns:h='urn:touchpaper:harc:1' status='200'/>", Problem.class);
  }

  /** Reads a document whose root element is bound to the class. */
  static <T> T read(String text, Class<T> type) {
    RawXmlSlicer.requireAllowed(text);
    try {
      var parser = SecureXml.stream(text);
      try {
        parser.nextTag();
        requireHarcNamespace(parser.getNamespaceURI());
        var value = unmarshal(parser);
        if (!type.isInstance(value)) {
          throw new MalformedMessageException(
              "expected a document of type " + type.getSimpleName());
        }
        requireEnd(parser);
        return type.cast(value);
      } finally {
        parser.close();
      }
    } catch (JAXBException | XMLStreamException e) {
      throw new MalformedMessageException("not a HARC message: " + reason(e), e);
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException("not a HARC message: " + e.getMessage(), e);
    }
  }

  /** An unmarshaller that failed is not returned to the pool. */
  private static Object unmarshal(XMLStreamReader parser) throws JAXBException {
    var idle = IDLE_UNMARSHALLERS.poll();
    var unmarshaller = idle == null ? unmarshaller() : idle;
    var value = JAXBIntrospector.getValue(unmarshaller.unmarshal(parser));
    IDLE_UNMARSHALLERS.add(unmarshaller);
    return value;
  }

  private static Unmarshaller unmarshaller() throws JAXBException {
    var unmarshaller = JAXB_CONTEXT.createUnmarshaller();
    unmarshaller.setSchema(SCHEMA);
    unmarshaller.setEventHandler(_ -> false);
    return unmarshaller;
  }

  private static void requireHarcNamespace(@Nullable String namespace) {
    if (!HarcMessageXml.NAMESPACE.equals(namespace)) {
      throw new MalformedMessageException(
          "a HARC message has the namespace " + HarcMessageXml.NAMESPACE + ", not " + namespace);
    }
  }

  /** Parses the rest of the document: the unmarshaller stops at the end of its element. */
  private static void requireEnd(XMLStreamReader parser) throws XMLStreamException {
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

  private static JAXBContext jaxbContext() {
    try {
      return JAXBContext.newInstance(ObjectFactory.class);
    } catch (JAXBException e) {
      throw new IllegalStateException("the JAXB bindings cannot be loaded", e);
    }
  }

  private static Schema schema() {
    try {
      return SecureXml.schema(
          Objects.requireNonNull(
              ObjectFactory.class.getResource("/schema/harc/harc.xsd"), "harc.xsd is missing"));
    } catch (SAXException e) {
      throw new IllegalStateException("harc.xsd is not a valid schema", e);
    }
  }
}
