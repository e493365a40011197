package org.touchpaper.nsap.element.openconfig;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.touchpaper.elementsession.netconf.NetconfOutcome;
import org.touchpaper.elementsession.netconf.NetconfSession;
import org.touchpaper.schema.SecureXml;
import org.touchpaper.segment.element.ElementReadException;
import org.w3c.dom.Element;

/**
 * Reads the last start of an element, from the first of these that it supports: OpenConfig's system
 * (boot-time), the IETF's (RFC 7317, boot-datetime), or the NETCONF server's own start (RFC 6022,
 * netconf-start-time). Configuration lost in a restart of that server only also counts as lost in a
 * restart.
 */
final class BootTimeReader {

  /**
   * Most elements compute their start time from their uptime, so it varies slightly; no element
   * starts twice within this time.
   */
  static final Duration TOLERANCE = Duration.ofMinutes(1);

  /** Values above this are nanoseconds since 1970; early revisions counted seconds. */
  private static final long MIN_NANOSECONDS = 1_000_000_000_000L;

  private static final List<Source> SOURCES =
      List.of(
          new Source("http://openconfig.net/yang/system", true, "system", "state", "boot-time"),
          new Source(
              "urn:ietf:params:xml:ns:yang:ietf-system",
              true,
              "system-state",
              "clock",
              "boot-datetime"),
          new Source(
              "urn:ietf:params:xml:ns:yang:ietf-netconf-monitoring",
              false,
              "netconf-state",
              "statistics",
              "netconf-start-time"));

  /**
   * A location of the start time.
   *
   * @param drifts true if the element may compute it for each query
   */
  private record Source(String namespace, boolean drifts, String top, String middle, String leaf) {

    String query() {
      return "<get><filter type=\"subtree\"><%1$s xmlns=\"%4$s\"><%2$s><%3$s/></%2$s></%1$s></filter></get>"
          .formatted(top, middle, leaf, namespace);
    }

    Optional<Instant> read(Element reply) {
      return SecureXml.textAt(reply, "data", top, middle, leaf)
          .flatMap(BootTimeReader::parseInstant);
    }
  }

  /** Errors that mean that the server does not support the query (RFC 6241, appendix A). */
  private static final Set<String> UNSUPPORTED_ERRORS =
      Set.of(
          "operation-not-supported",
          "unknown-element",
          "unknown-namespace",
          "access-denied",
          "invalid-value",
          "bad-element");

  private final String tid;
  private final NetconfSession session;
  private volatile Instant lastKnown = Instant.EPOCH;

  BootTimeReader(String tid, NetconfSession session) {
    this.tid = tid;
    this.session = session;
  }

  /**
   * A text that changes with each start; empty if the element does not report it.
   *
   * @throws ElementReadException if there is no reliable reply
   */
  String read() {
    for (var source : SOURCES) {
      switch (session.call(source.query())) {
        case NetconfOutcome.Ok(var root) -> {
          var bootTime = source.read(root);
          if (bootTime.isPresent()) {
            return toText(source, bootTime.get());
          }
        }
        case NetconfOutcome.Refused(var tag, _) when UNSUPPORTED_ERRORS.contains(tag) -> {}
        case NetconfOutcome.Refused(var tag, var message) ->
            throw new ElementReadException(tid, "get refused: " + tag + " " + message);
        case NetconfOutcome.NotSent(var reason) -> throw new ElementReadException(tid, reason);
        case NetconfOutcome.Unknown(var reason) -> throw new ElementReadException(tid, reason);
      }
    }
    return "";
  }

  /** Rounds a time that varies, so that later processes of ours mostly read the same text. */
  private String toText(Source source, Instant bootTime) {
    if (!source.drifts()) {
      return bootTime.toString();
    }
    if (Duration.between(lastKnown, bootTime).abs().compareTo(TOLERANCE) >= 0) {
      var half = TOLERANCE.dividedBy(2);
      var shifted = bootTime.plus(half).getEpochSecond();
      lastKnown = Instant.ofEpochSecond(shifted - shifted % TOLERANCE.toSeconds());
    }
    return lastKnown.toString();
  }

  private static Optional<Instant> parseInstant(String text) {
    try {
      if (!text.matches("\\d{1,19}")) {
        return Optional.of(OffsetDateTime.parse(text).toInstant());
      }
      var number = Long.parseLong(text);
      return Optional.of(
          number < MIN_NANOSECONDS
              ? Instant.ofEpochSecond(number)
              : Instant.ofEpochSecond(0, number));
    } catch (DateTimeException | NumberFormatException e) {
      return Optional.empty(); // not a time
    }
  }
}
