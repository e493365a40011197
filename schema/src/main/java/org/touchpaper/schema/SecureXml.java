package org.touchpaper.schema;

import java.io.IOException;
import java.io.StringReader;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** The project's only XML parsers: no document type, no entities, no external access, limits. */
public final class SecureXml {

  /** The maximum depth: more than OpenConfig's models need, and safe for recursion. */
  private static final String MAX_DEPTH = "100";

  /** The most tags of a document; a thousand subinterfaces have some twenty thousand. */
  private static final int MAX_TAGS = 1_000_000;

  private static final DocumentBuilderFactory FACTORY = factory();
  private static final XMLInputFactory STREAM_FACTORY = streamFactory();

  private SecureXml() {}

  private static DocumentBuilderFactory factory() {
    var factory = DocumentBuilderFactory.newDefaultNSInstance();
    try {
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("the JDK's XML parser lacks a required feature", e);
    }
    factory.setAttribute("jdk.xml.maxElementDepth", MAX_DEPTH);
    return factory;
  }

  private static XMLInputFactory streamFactory() {
    var factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }

  /** Parses a document as a stream; undeclared entities are errors. */
  public static XMLStreamReader stream(String text) throws XMLStreamException {
    return STREAM_FACTORY.createXMLStreamReader(new StringReader(text));
  }

  /** Loads a schema from the class path, with the schemas that it imports. */
  public static Schema schema(URL url) throws SAXException {
    var factory = SchemaFactory.newDefaultInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "file,jar:file,jar:nested,nested");
    return factory.newSchema(url);
  }

  /**
   * Parses a document and returns its root.
   *
   * @throws IOException if it is not XML or exceeds a limit
   */
  public static Element parse(String text) throws IOException {
    if (text.chars().filter(c -> c == '<').count() > MAX_TAGS) {
      throw new IOException("the XML has more than " + MAX_TAGS + " tags");
    }
    try {
      var builder = builder();
      builder.setErrorHandler(new DefaultHandler()); // throw errors, do not print them
      return builder.parse(new InputSource(new StringReader(text.strip()))).getDocumentElement();
    } catch (SAXException e) {
      throw new IOException("not XML: " + e.getMessage(), e);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("the JDK's XML parser lacks a required feature", e);
    }
  }

  /** The factory is not thread-safe; a builder is used by one thread. */
  private static DocumentBuilder builder() throws ParserConfigurationException {
    synchronized (FACTORY) {
      return FACTORY.newDocumentBuilder();
    }
  }

  /** The elements at a path of child names. */
  public static List<Element> elementsAt(Element from, String... path) {
    var reached = List.of(from);
    for (var name : path) {
      reached = reached.stream().flatMap(element -> children(element, name).stream()).toList();
    }
    return reached;
  }

  /** The text of the first element at a path. */
  public static Optional<String> textAt(Element from, String... path) {
    return elementsAt(from, path).stream().findFirst().map(found -> found.getTextContent().strip());
  }

  /** All child elements. */
  public static List<Element> children(Element parent) {
    var children = new ArrayList<Element>();
    for (var child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }

  private static List<Element> children(Element parent, String name) {
    return children(parent).stream()
        .filter(element -> name.equals(element.getLocalName()))
        .toList();
  }

  public static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
