package org.touchpaper.nsap.element.openconfig;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.w3c.dom.Element;

/**
 * What a NETCONF server said of itself at the beginning (RFC 6241, section 8.1).
 *
 * @param sessionId by which it calls this session, such as in a denial of somebody else's lock
 * @param capabilities URIs, without what models may say behind a question mark
 */
record Hello(String sessionId, Set<String> capabilities) {

  static final String BASE = "urn:ietf:params:xml:ns:netconf:base:1.0";
  static final String OURS =
      """
      <hello xmlns="%s"><capabilities>\
      <capability>urn:ietf:params:netconf:base:1.0</capability>\
      <capability>urn:ietf:params:netconf:base:1.1</capability>\
      </capabilities></hello>\
      """
          .formatted(BASE);

  private static final String CAPABILITY = "urn:ietf:params:netconf:capability:";

  Hello {
    capabilities = Set.copyOf(capabilities);
  }

  static Hello read(Element root) throws IOException {
    if (!"hello".equals(root.getLocalName())) {
      throw new IOException("it begins with <" + root.getLocalName() + "> instead of <hello>");
    }
    return new Hello(
        Xml.text(root, "session-id").orElse(""),
        Xml.all(root, "capabilities", "capability").stream()
            .map(each -> each.getTextContent().strip().split("\\?", 2)[0])
            .collect(Collectors.toSet()));
  }

  /** Messages are framed in chunks from now on: we speak 1.1, too. */
  boolean isChunked() {
    return capabilities.contains("urn:ietf:params:netconf:base:1.1");
  }

  /** A configuration that all sessions share may be edited, and takes effect when committed. */
  boolean hasCandidate() {
    return capabilities.contains(CAPABILITY + "candidate:1.0");
  }

  /** What is edited takes effect at once. */
  boolean hasWritableRunning() {
    return capabilities.contains(CAPABILITY + "writable-running:1.0");
  }

  /** An edit that fails leaves nothing behind, if asked so. */
  boolean rollsBack() {
    return capabilities.contains(CAPABILITY + "rollback-on-error:1.0");
  }

  /** What is to be locked so that nobody else edits meanwhile, in this order (section 7.5). */
  List<String> locks() {
    if (!hasCandidate()) {
      return List.of("running");
    }
    return hasWritableRunning() ? List.of("running", "candidate") : List.of("candidate");
  }
}
