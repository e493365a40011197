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

/** Reads what elements send: no document type, no entity, nothing fetched, and within bounds. */
final class Xml {

  /** Deeper than OpenConfig's models go, and no more than a recursion bears. */
  private static final String DEEPEST = "100";

  /** How many tags a document may have; a thousand subinterfaces have some twenty thousand. */
  private static final int TAGS = 1_000_000;

  private static final DocumentBuilderFactory FACTORY = factory();

  private Xml() {}

  private static DocumentBuilderFactory factory() {
    var factory = DocumentBuilderFactory.newDefaultNSInstance();
    try {
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("every JDK can do that", e);
    }
    factory.setAttribute("jdk.xml.maxElementDepth", DEEPEST);
    return factory;
  }

  /**
   * The root of a document.
   *
   * @throws IOException if it is none, or one that nobody needs
   */
  static Element parse(String text) throws IOException {
    if (text.chars().filter(c -> c == '<').count() > TAGS) {
      throw new IOException("XML of more than " + TAGS + " tags");
    }
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

  /** All elements right below, whatever their names. */
  static List<Element> children(Element of) {
    var children = new ArrayList<Element>();
    for (var child = of.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }

  private static List<Element> children(Element of, String name) {
    return children(of).stream().filter(each -> name.equals(each.getLocalName())).toList();
  }

  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
