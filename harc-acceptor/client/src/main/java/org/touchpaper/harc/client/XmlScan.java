package org.touchpaper.harc.client;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the raw text inside elements, so that what is opaque travels byte for byte, and refuses
 * what no HARC message contains: document types and deep nesting. It trusts a real parser to have
 * found the text well formed.
 */
final class XmlScan {
  private static final int MAX_DEPTH = 64;

  private final String text;
  private int at;
  private int depth;

  private XmlScan(String text) {
    this.text = text;
  }

  /** Fails on a document type or on elements nested too deep. */
  static void check(String text) {
    new XmlScan(text).inside("\0");
  }

  /** The text inside each element of that (prefixed) name, in order of appearance. */
  static List<String> inside(String text, String element) {
    return new XmlScan(text).inside(element);
  }

  private List<String> inside(String element) {
    var found = new ArrayList<String>();
    var start = -1;
    var startDepth = -1;
    while ((at = text.indexOf('<', at)) >= 0) {
      var tag = at;
      if (!skipMarkup()) {
        var name = nameAt(tag);
        if (name.startsWith("/")) {
          depth--;
          if (depth == startDepth) {
            found.add(text.substring(start, tag));
            startDepth = -1;
          }
        } else if (text.charAt(at - 2) == '/') {
          if (name.equals(element) && startDepth < 0) {
            found.add("");
          }
        } else {
          if (name.equals(element) && startDepth < 0) {
            start = at;
            startDepth = depth;
          }
          deeper();
        }
      }
    }
    return found;
  }

  private void deeper() {
    depth++;
    if (depth > MAX_DEPTH) {
      throw new MalformedMessage("elements are nested deeper than " + MAX_DEPTH);
    }
  }

  /** Moves past what begins here; true if it was no tag. */
  private boolean skipMarkup() {
    if (text.startsWith("<!--", at)) {
      return skipTo("-->");
    }
    if (text.startsWith("<![CDATA[", at)) {
      return skipTo("]]>");
    }
    if (text.startsWith("<?", at)) {
      return skipTo("?>");
    }
    if (text.startsWith("<!", at)) {
      throw new MalformedMessage("a document type is not allowed");
    }
    skipTag();
    return false;
  }

  private boolean skipTo(String end) {
    var found = text.indexOf(end, at);
    at = found < 0 ? text.length() : found + end.length();
    return true;
  }

  /** To behind the closing bracket; brackets may stand in attribute values. */
  private void skipTag() {
    var quote = '\0';
    for (at++; at < text.length(); at++) {
      var c = text.charAt(at);
      if (quote != '\0') {
        quote = c == quote ? '\0' : quote;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        at++;
        return;
      }
    }
    throw new MalformedMessage("a tag is not closed");
  }

  private String nameAt(int tag) {
    var end = tag + 1;
    while (end < text.length() && " \t\r\n>".indexOf(text.charAt(end)) < 0) {
      if (text.charAt(end) == '/' && end > tag + 1) {
        break;
      }
      end++;
    }
    return text.substring(tag + 1, end);
  }
}
