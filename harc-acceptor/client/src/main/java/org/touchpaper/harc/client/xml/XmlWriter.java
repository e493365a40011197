package org.touchpaper.harc.client.xml;

import org.jspecify.annotations.Nullable;

/** Writes XML; the prefix {@code h} is HARC's namespace. */
final class XmlWriter {
  private final StringBuilder out = new StringBuilder(512);

  /** A document with a root element of HARC's namespace. */
  static XmlWriter root(String name) {
    var xml = new XmlWriter();
    xml.out.append('<').append(name).append(" xmlns:h=\"").append(HarcXml.NAMESPACE).append('"');
    return xml;
  }

  /** A fragment to be inserted into a document. */
  static XmlWriter fragment() {
    return new XmlWriter();
  }

  /** Starts an element; attributes follow, then {@link #endStartTag} or {@link #closeEmpty}. */
  XmlWriter startElement(String name) {
    out.append('<').append(name);
    return this;
  }

  XmlWriter attribute(String name, @Nullable Object value) {
    if (value != null) {
      out.append(' ').append(name).append("=\"");
      escape(value.toString());
      out.append('"');
    }
    return this;
  }

  XmlWriter endStartTag() {
    out.append('>');
    return this;
  }

  XmlWriter closeEmpty() {
    out.append("/>");
    return this;
  }

  XmlWriter endElement(String name) {
    out.append("</").append(name).append('>');
    return this;
  }

  XmlWriter element(String name, Object content) {
    return startElement(name).endStartTag().text(content.toString()).endElement(name);
  }

  XmlWriter text(String content) {
    escape(content);
    return this;
  }

  /** Appends XML without escaping. */
  XmlWriter raw(String xml) {
    out.append(xml);
    return this;
  }

  private void escape(String content) {
    content
        .codePoints()
        .forEach(c -> {
          switch (c) {
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '&' -> out.append("&amp;");
            case '"' -> out.append("&quot;");
            case '\t', '\n', '\r' -> out.append("&#").append(c).append(';');
            default -> out.appendCodePoint(isAllowed(c) ? c : 0xFFFD);
          }
        });
  }

  /** XML 1.0 section 2.2. */
  private static boolean isAllowed(int c) {
    return (c >= 0x20 && c <= 0xD7FF)
        || (c >= 0xE000 && c <= 0xFFFD)
        || (c >= 0x10000 && c <= 0x10FFFF);
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
