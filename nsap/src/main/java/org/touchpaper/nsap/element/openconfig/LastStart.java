package org.touchpaper.nsap.element.openconfig;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.touchpaper.segment.element.ElementUnreachable;
import org.w3c.dom.Element;

/**
 * When an element was last started, as the first of these tells that it keeps: OpenConfig's system
 * (boot-time), the IETF's (RFC 7317, boot-datetime), or what every server that tells of itself says
 * of its management (RFC 6022, netconf-start-time). Whatever a restart of that last one alone lost
 * counts as lost in a restart, too.
 */
final class LastStart {

  /**
   * Most elements reckon their start from how long they have been up, so it wanders a little; none
   * starts twice within so long.
   */
  static final Duration ONE_START = Duration.ofMinutes(1);

  /** Nanoseconds since 1970, in which early revisions counted seconds, are above this. */
  private static final long NOT_SECONDS = 1_000_000_000_000L;

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

  /** Where it may stand; wanders if it is reckoned anew whenever it is asked for. */
  private record Source(String namespace, boolean wanders, String top, String middle, String leaf) {

    String question() {
      return "<get><filter type=\"subtree\"><%1$s xmlns=\"%4$s\"><%2$s><%3$s/></%2$s></%1$s></filter></get>"
          .formatted(top, middle, leaf, namespace);
    }

    Optional<Instant> read(Element reply) {
      return Xml.text(reply, "data", top, middle, leaf).flatMap(LastStart::instant);
    }
  }

  /** Errors by which a server says that it has none of that, for us (RFC 6241, appendix A). */
  private static final Set<String> DOES_NOT_TELL =
      Set.of(
          "operation-not-supported",
          "unknown-element",
          "unknown-namespace",
          "access-denied",
          "invalid-value",
          "bad-element");

  private final String tid;
  private final NetconfSession session;
  private volatile Instant known = Instant.EPOCH;

  LastStart(String tid, NetconfSession session) {
    this.tid = tid;
    this.session = session;
  }

  /**
   * A text that is another after each start; empty if the element does not tell.
   *
   * @throws ElementUnreachable if it gave no answer that can be trusted
   */
  String ask() {
    for (var source : SOURCES) {
      switch (session.ask(source.question())) {
        case NetconfReply.Ok(var root) -> {
          var told = source.read(root);
          if (told.isPresent()) {
            return text(source, told.get());
          }
        }
        case NetconfReply.Refused(var tag, _) when DOES_NOT_TELL.contains(tag) -> {}
        case NetconfReply.Refused(var tag, var message) ->
            throw new ElementUnreachable(tid, "get refused: " + tag + " " + message);
        case NetconfReply.NotSent(var reason) -> throw new ElementUnreachable(tid, reason);
        case NetconfReply.Unknown(var reason) -> throw new ElementUnreachable(tid, reason);
      }
    }
    return "";
  }

  /** Rounded where it wanders, so that a later process of ours mostly reads the same. */
  private String text(Source source, Instant told) {
    if (!source.wanders()) {
      return told.toString();
    }
    if (Duration.between(known, told).abs().compareTo(ONE_START) >= 0) {
      var half = ONE_START.dividedBy(2);
      var up = told.plus(half).getEpochSecond();
      known = Instant.ofEpochSecond(up - up % ONE_START.toSeconds());
    }
    return known.toString();
  }

  private static Optional<Instant> instant(String told) {
    try {
      if (!told.matches("\\d{1,19}")) {
        return Optional.of(OffsetDateTime.parse(told).toInstant());
      }
      var number = Long.parseLong(told);
      return Optional.of(
          number < NOT_SECONDS ? Instant.ofEpochSecond(number) : Instant.ofEpochSecond(0, number));
    } catch (DateTimeException | NumberFormatException e) {
      return Optional.empty(); // nobody's time
    }
  }
}
