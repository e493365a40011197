package org.touchpaper.harc.client.xml;

import java.util.ArrayList;
import java.util.List;

/**
 * Extracts the raw text inside elements, so that opaque content is passed on byte for byte, and
 * rejects document types and deep nesting. A real parser checks that the text is well formed.
 */
final class RawXmlSlicer {
  private static final int MAX_DEPTH = 64;

  private final String text;
  private int position;
  private int depth;

  private RawXmlSlicer(String text) {
    this.text = text;
  }

  /** Fails on a document type and on elements nested too deeply. */
  static void requireAllowed(String text) {
    new RawXmlSlicer(text).contentsOf("\0");
  }

  /** The text inside each element of the prefixed name, in document order. */
  static List<String> contentsOf(String text, String element) {
    return new RawXmlSlicer(text).contentsOf(element);
  }

  private List<String> contentsOf(String element) {
    var contents = new ArrayList<String>();
    var contentStart = -1;
    var contentDepth = -1;
    while ((position = text.indexOf('<', position)) >= 0) {
      var tagStart = position;
      if (!skipMarkup()) {
        var name = nameAt(tagStart);
        if (name.startsWith("/")) {
          depth--;
          if (depth == contentDepth) {
            contents.add(text.substring(contentStart, tagStart));
            contentDepth = -1;
          }
        } else if (text.charAt(position - 2) == '/') {
          if (name.equals(element) && contentDepth < 0) {
            contents.add("");
          }
        } else {
          if (name.equals(element) && contentDepth < 0) {
            contentStart = position;
            contentDepth = depth;
          }
          enterElement();
        }
      }
    }
    return contents;
  }

  private void enterElement() {
    depth++;
    if (depth > MAX_DEPTH) {
      throw new MalformedMessageException("elements are nested deeper than " + MAX_DEPTH);
    }
  }

  /** Skips the markup at the position; false if it is a tag. */
  private boolean skipMarkup() {
    if (text.startsWith("<!--", position)) {
      return skipTo("-->");
    }
    if (text.startsWith("<![CDATA[", position)) {
      return skipTo("]]>");
    }
    if (text.startsWith("<?", position)) {
      return skipTo("?>");
    }
    if (text.startsWith("<!", position)) {
      throw new MalformedMessageException("a document type is not allowed");
    }
    skipTag();
    return false;
  }

  private boolean skipTo(String end) {
    var found = text.indexOf(end, position);
    position = found < 0 ? text.length() : found + end.length();
    return true;
  }

  /** Skips to the end of a tag; attribute values may contain brackets. */
  private void skipTag() {
    var quote = '\0';
    for (position++; position < text.length(); position++) {
      var c = text.charAt(position);
      if (quote != '\0') {
        quote = c == quote ? '\0' : quote;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        position++;
        return;
      }
    }
    throw new MalformedMessageException("a tag is not closed");
  }

  private String nameAt(int tagStart) {
    var end = tagStart + 1;
    while (end < text.length() && " \t\r\n>".indexOf(text.charAt(end)) < 0) {
      if (text.charAt(end) == '/' && end > tagStart + 1) {
        break;
      }
      end++;
    }
    return text.substring(tagStart + 1, end);
  }
}
