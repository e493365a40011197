package org.touchpaper.harc.client;

import org.jspecify.annotations.Nullable;

/** Writes XML; the prefix {@code h} stands for HARC's namespace. */
final class XmlText {
  private final StringBuilder out = new StringBuilder(512);

  /** A document element of HARC's namespace. */
  static XmlText root(String name) {
    var xml = new XmlText();
    xml.out.append('<').append(name).append(" xmlns:h=\"").append(HarcXml.NAMESPACE).append('"');
    return xml;
  }

  /** A piece of text to be put inside a document. */
  static XmlText fragment() {
    return new XmlText();
  }

  /** Begins an element; attributes follow, then {@link #in} or {@link #empty}. */
  XmlText tag(String name) {
    out.append('<').append(name);
    return this;
  }

  XmlText attribute(String name, @Nullable Object value) {
    if (value != null) {
      out.append(' ').append(name).append("=\"");
      escape(value.toString());
      out.append('"');
    }
    return this;
  }

  XmlText in() {
    out.append('>');
    return this;
  }

  XmlText empty() {
    out.append("/>");
    return this;
  }

  XmlText end(String name) {
    out.append("</").append(name).append('>');
    return this;
  }

  XmlText element(String name, Object content) {
    return tag(name).in().text(content.toString()).end(name);
  }

  XmlText text(String content) {
    escape(content);
    return this;
  }

  /** Text that is XML already. */
  XmlText raw(String xml) {
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
