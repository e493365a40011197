package org.touchpaper.platform.soap;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.JAXBIntrospector;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.util.JAXBSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamReader;
import javax.xml.validation.Schema;
import javax.xml.validation.Validator;
import javax.xml.validation.ValidatorHandler;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.schema.SecureXml;
import org.xml.sax.SAXException;

/** A WSDL with one service and one port, its schema and its JAXB bindings. */
public final class SoapContract {

  /** Services in one JVM share their contracts. */
  private static final ConcurrentMap<ContractFiles, SoapContract> LOADED =
      new ConcurrentHashMap<>();

  private static final int MAX_IDLE_READERS = 16;

  private final WsdlDescriptor wsdl;
  private final URL wsdlUrl;
  private final JAXBContext bindings;
  private final Schema schema;
  private final BlockingQueue<MessageReader> idleReaders =
      new ArrayBlockingQueue<>(MAX_IDLE_READERS);

  private record ContractFiles(String wsdl, String schema, String bindings) {}

  private SoapContract(URL wsdlUrl, WsdlDescriptor wsdl, JAXBContext bindings, Schema schema) {
    this.wsdlUrl = wsdlUrl;
    this.wsdl = wsdl;
    this.bindings = bindings;
    this.schema = schema;
  }

  /**
   * Reads a contract from the class path. The first time takes about a second.
   *
   * @param wsdl such as {@code schema/segment/segment.wsdl}
   * @param schema in the same directory, such as {@code schema/segment/segment.xsd}
   * @param bindings the generated package, such as {@code org.touchpaper.schema.segment}
   */
  public static SoapContract load(String wsdl, String schema, String bindings) {
    return LOADED.computeIfAbsent(new ContractFiles(wsdl, schema, bindings), SoapContract::read);
  }

  private static SoapContract read(ContractFiles files) {
    try {
      var url = new ClassPathResource(files.wsdl()).getURL();
      return new SoapContract(
          url,
          WsdlDescriptor.parse(url),
          JAXBContext.newInstance(files.bindings()),
          SecureXml.schema(new ClassPathResource(files.schema()).getURL()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the contract " + files.wsdl(), e);
    } catch (JAXBException | SAXException e) {
      throw new IllegalStateException("the contract " + files.wsdl() + " is invalid", e);
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
    var idle = idleReaders.poll();
    var messageReader = idle == null ? new MessageReader(bindings, schema) : idle;
    var root = messageReader.read(reader);
    idleReaders.offer(messageReader); // not after an exception
    return root;
  }

  /** An unmarshaller with its validator. Both cost more to create than to use; for one thread. */
  private static final class MessageReader extends Schema {

    private final Schema schema;
    private final ValidatorHandler validator;
    private final Unmarshaller unmarshaller;

    MessageReader(JAXBContext bindings, Schema schema) throws JAXBException {
      this.schema = schema;
      this.validator = schema.newValidatorHandler();
      this.unmarshaller = bindings.createUnmarshaller();
      unmarshaller.setSchema(this);
      unmarshaller.setEventHandler(_ -> false);
    }

    Object read(XMLStreamReader message) throws JAXBException {
      return JAXBIntrospector.getValue(unmarshaller.unmarshal(message));
    }

    @Override
    public Validator newValidator() {
      return schema.newValidator();
    }

    /** The same one for each message: it resets itself at the start of a document. */
    @Override
    public ValidatorHandler newValidatorHandler() {
      return validator;
    }
  }

  /**
   * Validates a message that we send. Only tests do this, by an assertion: the receiver validates
   * each message anyway.
   *
   * @return true
   * @throws IllegalArgumentException if it is not valid
   */
  boolean isValid(Object root) {
    try {
      schema.newValidator().validate(new JAXBSource(bindings, root));
      return true;
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
