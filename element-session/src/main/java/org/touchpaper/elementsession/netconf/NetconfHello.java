package org.touchpaper.elementsession.netconf;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.touchpaper.schema.SecureXml;
import org.w3c.dom.Element;

/**
 * A NETCONF server's hello (RFC 6241, section 8.1).
 *
 * @param sessionId the server's id of this session, as in a denial of another session's lock
 * @param capabilities URIs without parameters
 */
public record NetconfHello(String sessionId, Set<String> capabilities) {

  public static final String BASE = "urn:ietf:params:xml:ns:netconf:base:1.0";
  static final String CLIENT_HELLO =
      """
      <hello xmlns="%s"><capabilities>\
      <capability>urn:ietf:params:netconf:base:1.0</capability>\
      <capability>urn:ietf:params:netconf:base:1.1</capability>\
      </capabilities></hello>\
      """
          .formatted(BASE);

  private static final String CAPABILITY = "urn:ietf:params:netconf:capability:";

  public NetconfHello {
    capabilities = Set.copyOf(capabilities);
  }

  static NetconfHello parse(Element root) throws IOException {
    if (!"hello".equals(root.getLocalName())) {
      throw new IOException("the first message is <" + root.getLocalName() + ">, not <hello>");
    }
    return new NetconfHello(
        SecureXml.textAt(root, "session-id").orElse(""),
        SecureXml.elementsAt(root, "capabilities", "capability").stream()
            .map(element -> element.getTextContent().strip().split("\\?", 2)[0])
            .collect(Collectors.toSet()));
  }

  /** True if the server supports chunks (base:1.1), as we do. */
  boolean isChunked() {
    return capabilities.contains("urn:ietf:params:netconf:base:1.1");
  }

  /**
   * True if there is a candidate configuration, shared by all sessions, that takes effect on
   * commit.
   */
  public boolean hasCandidate() {
    return capabilities.contains(CAPABILITY + "candidate:1.0");
  }

  public boolean hasWritableRunning() {
    return capabilities.contains(CAPABILITY + "writable-running:1.0");
  }

  public boolean canRollBackOnError() {
    return capabilities.contains(CAPABILITY + "rollback-on-error:1.0");
  }

  /** The datastores to lock against other sessions' edits, in this order (section 7.5). */
  public List<String> datastoresToLock() {
    if (!hasCandidate()) {
      return List.of("running");
    }
    return hasWritableRunning() ? List.of("running", "candidate") : List.of("candidate");
  }
}
