package org.touchpaper.harc.rm.run;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.touchpaper.harc.rm.run.Application.PortRange;

/**
 * What stands between an application and its viewers (RFC 8656, relay): it is started on the first
 * node, listens on the run's port, and ends with the application, which listens on a port of its
 * own.
 *
 * @param command its program and arguments
 * @param firstEnginePort where the application listens whose run has the first port; those of the
 *     other ports follow
 */
record ViewerRelaySettings(@DefaultValue List<String> command, int firstEnginePort) {

  /** The run's port, at which viewers connect. */
  static final String PORT = "{port}";

  /** The port on which an application behind a relay listens. */
  static final String ENGINE_PORT = "{enginePort}";

  static Stream<String> placeholders(List<String> texts) {
    return texts.stream()
        .flatMap(
            text -> Application.PLACEHOLDER.matcher(text).results().map(match -> match.group()));
  }

  Stream<String> placeholders() {
    return placeholders(command);
  }

  /** The port of the application whose run has that port of the range. */
  int enginePort(int port, PortRange range) {
    return firstEnginePort + port - range.first();
  }

  private PortRange enginePorts(PortRange ports) {
    return ports.movedTo(firstEnginePort);
  }

  /** Which ports it takes beside those of the range. */
  String describePorts(PortRange ports) {
    return "relay.firstEnginePort takes the ports " + enginePorts(ports);
  }

  /**
   * What is wrong with it; empty if nothing is.
   *
   * @param ofApplication the placeholders in the application's own words
   * @param ports null if the application has none
   */
  Optional<String> mistake(List<String> ofApplication, @Nullable PortRange ports) {
    var own = placeholders().toList();
    if (ports == null || !ports.isValid()) {
      return Optional.of("a relay needs a range of ports to listen on: set port");
    }
    if (!own.contains(PORT) || !own.contains(ENGINE_PORT)) {
      return Optional.of("relay.command must contain {port} and {enginePort}");
    }
    if (ofApplication.contains(PORT) || !ofApplication.contains(ENGINE_PORT)) {
      return Optional.of(
          "with a relay the application listens on {enginePort}: use that in launcher, arguments or"
              + " environment, and {port} in relay.command only");
    }
    return enginePorts(ports).isValid() && !enginePorts(ports).overlaps(ports)
        ? Optional.empty()
        : Optional.of(
            "%s: they must be between 1024 and 65535, and other than %s"
                .formatted(describePorts(ports), ports));
  }

  /**
   * The ports of another application that the engines of this one would take. Applications may
   * share a range of ports for viewers, because no two runs get the same one of it. The port of an
   * engine follows from that of its run, so no other range may contain it.
   */
  Optional<PortRange> conflict(
      PortRange ports, @Nullable ViewerRelaySettings otherRelay, PortRange otherPorts) {
    var others =
        otherRelay == null || otherRelay.distance(otherPorts) == distance(ports)
            ? Optional.<PortRange>empty()
            : Optional.of(otherRelay.enginePorts(otherPorts));
    return Stream.concat(Stream.of(otherPorts), others.stream())
        .filter(enginePorts(ports)::overlaps)
        .findFirst();
  }

  private int distance(PortRange ports) {
    return firstEnginePort - ports.first();
  }
}
