package org.touchpaper.elementsession.netconf;

import java.util.stream.Collectors;
import org.touchpaper.schema.SecureXml;
import org.w3c.dom.Element;

/** The outcome of a request (RFC 6241, section 4). */
public sealed interface NetconfOutcome {

  /** The longest message shown to an operator. */
  int MAX_MESSAGE_LENGTH = 4_000;

  /** Done; the data are below this element. */
  record Ok(Element reply) implements NetconfOutcome {}

  /**
   * Refused by the server.
   *
   * @param tag the standard's name of the first error, such as {@code data-exists} (appendix A)
   * @param message all errors in the server's wording
   */
  record Refused(String tag, String message) implements NetconfOutcome {

    /** True if another session is the temporary cause. */
    public boolean isBlockedByOtherSession() {
      return tag.equals("lock-denied") || tag.equals("in-use");
    }
  }

  record NotSent(String reason) implements NetconfOutcome {}

  /** It is unknown whether it was, or will be, carried out. */
  record Unknown(String reason) implements NetconfOutcome {}

  /** Parses a reply; warnings are not refusals. */
  static NetconfOutcome parse(Element root) {
    var errors =
        SecureXml.elementsAt(root, "rpc-error").stream()
            .filter(
                error -> !SecureXml.textAt(error, "error-severity").orElse("").equals("warning"))
            .toList();
    if (errors.isEmpty()) {
      return new Ok(root);
    }
    var message = errors.stream().map(NetconfOutcome::describe).collect(Collectors.joining("; "));
    return new Refused(
        SecureXml.textAt(errors.getFirst(), "error-tag").orElse(""),
        message.length() > MAX_MESSAGE_LENGTH
            ? message.substring(0, MAX_MESSAGE_LENGTH) + " …"
            : message);
  }

  private static String describe(Element error) {
    var info =
        SecureXml.elementsAt(error, "error-info").stream()
            .flatMap(element -> SecureXml.children(element).stream())
            .map(element -> ", " + element.getLocalName() + " " + element.getTextContent().strip())
            .collect(Collectors.joining());
    return SecureXml.textAt(error, "error-message").orElse("no message")
        + SecureXml.textAt(error, "error-path").map(path -> " at " + path).orElse("")
        + SecureXml.textAt(error, "error-app-tag").map(tag -> ", " + tag).orElse("")
        + info;
  }
}
