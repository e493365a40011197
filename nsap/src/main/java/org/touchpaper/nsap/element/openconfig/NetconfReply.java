package org.touchpaper.nsap.element.openconfig;

import java.util.stream.Collectors;
import org.w3c.dom.Element;

/** What became of a request (RFC 6241, section 4). */
sealed interface NetconfReply {

  /** What an operator can still read. */
  int LONGEST = 4_000;

  /** Done; what was asked for is below this element. */
  record Ok(Element reply) implements NetconfReply {}

  /**
   * Refused.
   *
   * @param tag the standard's name for the first error, such as {@code data-exists} (appendix A)
   * @param message all that the element said about all errors, word for word
   */
  record Refused(String tag, String message) implements NetconfReply {

    /** Refused for what another session does, which is over some time. */
    boolean isForAnother() {
      return tag.equals("lock-denied") || tag.equals("in-use");
    }
  }

  /** Never sent. */
  record NotSent(String reason) implements NetconfReply {}

  /** Nobody can know whether it was, or will be, carried out. */
  record Unknown(String reason) implements NetconfReply {}

  /** What an element answered; a warning does not make it a refusal. */
  static NetconfReply read(Element root) {
    var errors =
        Xml.all(root, "rpc-error").stream()
            .filter(error -> !Xml.text(error, "error-severity").orElse("").equals("warning"))
            .toList();
    if (errors.isEmpty()) {
      return new Ok(root);
    }
    var words = errors.stream().map(NetconfReply::words).collect(Collectors.joining("; "));
    return new Refused(
        Xml.text(errors.getFirst(), "error-tag").orElse(""),
        words.length() > LONGEST ? words.substring(0, LONGEST) + " …" : words);
  }

  private static String words(Element error) {
    var info =
        Xml.all(error, "error-info").stream()
            .flatMap(each -> Xml.children(each).stream())
            .map(each -> ", " + each.getLocalName() + " " + each.getTextContent().strip())
            .collect(Collectors.joining());
    return Xml.text(error, "error-message").orElse("no message")
        + Xml.text(error, "error-path").map(path -> " at " + path).orElse("")
        + Xml.text(error, "error-app-tag").map(tag -> ", " + tag).orElse("")
        + info;
  }
}
