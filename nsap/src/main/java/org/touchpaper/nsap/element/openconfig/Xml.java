package org.touchpaper.nsap.element.openconfig;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Reads what elements send: no document type, no entity, nothing fetched. */
final class Xml {

  private static final DocumentBuilderFactory FACTORY = factory();

  private Xml() {}

  private static DocumentBuilderFactory factory() {
    var factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    try {
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("every JDK can do that", e);
    }
    return factory;
  }

  /**
   * The root of a document.
   *
   * @throws IOException if it is none
   */
  static Element parse(String text) throws IOException {
    try {
      var builder = builder();
      builder.setErrorHandler(new DefaultHandler()); // what is wrong is thrown, not printed
      return builder.parse(new InputSource(new StringReader(text.strip()))).getDocumentElement();
    } catch (SAXException e) {
      throw new IOException("not XML: " + e.getMessage(), e);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("every JDK can do that", e);
    }
  }

  /** A factory is not for several threads, what it makes is for one. */
  private static DocumentBuilder builder() throws ParserConfigurationException {
    synchronized (FACTORY) {
      return FACTORY.newDocumentBuilder();
    }
  }

  /** The elements that one reaches from here over children of these names. */
  static List<Element> all(Element from, String... path) {
    var reached = List.of(from);
    for (var name : path) {
      reached = reached.stream().flatMap(each -> children(each, name).stream()).toList();
    }
    return reached;
  }

  /** The text at the end of that path, if something is there. */
  static Optional<String> text(Element from, String... path) {
    return all(from, path).stream().findFirst().map(found -> found.getTextContent().strip());
  }

  private static List<Element> children(Element of, String name) {
    var children = new ArrayList<Element>();
    for (var child = of.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element && name.equals(element.getLocalName())) {
        children.add(element);
      }
    }
    return children;
  }

  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
