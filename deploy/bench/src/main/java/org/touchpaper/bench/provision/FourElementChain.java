package org.touchpaper.bench.provision;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.tl1.message.InputCommand;

/**
 * A chain of four emulated CoreDirectors with two OC-768 links between neighbours, and at each end
 * as many Gigabit Ethernet ports as the circuits need.
 */
final class FourElementChain implements AutoCloseable {

  private static final List<String> TIDS = List.of("ONE", "TWO", "THREE", "FOUR");

  /** Number of circuits of one STS-1 on a Gigabit Ethernet port. */
  static final int PER_ETHERNET = 20;

  private final List<EmulatedElement> elements = new ArrayList<>();

  static FourElementChain start(Path folder) throws IOException {
    var chain = new FourElementChain();
    for (var tid : TIDS) {
      chain.elements.add(
          EmulatedElement.start(ElementConfig.demo(tid, ElementModel.CORE_DIRECTOR), folder));
    }
    return chain;
  }

  int count() {
    return elements.size();
  }

  Stream<String> options() {
    return elements.stream()
        .map(element -> "--touchpaper.elements." + element.tid() + ".port=" + element.port());
  }

  /** Writes the topology with Ethernet ports for that many circuits. */
  static Path topology(Path folder, int circuits) throws IOException {
    var text = new StringBuilder("topology:\n  network: wan.bench:2026\n  nodes:\n");
    for (var tid : TIDS) {
      text.append(
          "    - { tid: %s, dialect: coredirector, site: %s, longitude: 0, latitude: 51 }%n"
              .formatted(tid, tid));
    }
    text.append("  links:\n");
    for (var i = 0; i + 1 < TIDS.size(); i++) {
      for (var n = 1; n <= 2; n++) {
        text.append(
            ("    - { id: L%d-%d, a: { node: %s, port: 1-A-32-%d }, z: { node: %s, port: 1-A-31-%d },"
                    + " capacityMbps: 40000, slots: 768, latencyMs: 1 }%n")
                .formatted(i, n, TIDS.get(i), n, TIDS.get(i + 1), n));
      }
    }
    text.append("  attachments:\n");
    for (var n = 0; n < Math.ceilDiv(circuits, PER_ETHERNET); n++) {
      text.append(ethernet("A" + n, TIDS.getFirst(), n)).append(ethernet("Z" + n, "FOUR", n));
    }
    return Files.writeString(folder.resolve("four.yaml"), text);
  }

  private static String ethernet(String name, String node, int n) {
    return ("    - { name: %s, node: %s, port: 1-A-%d-1-%d, capacityMbps: 1000, vlans: 100-199,"
            + " peer: \"urn:ogf:network:%s.bench:2026:border\" }%n")
        .formatted(name, node, 10 + n / 10, 1 + n % 10, name.toLowerCase(Locale.ROOT));
  }

  /**
   * Enters foreign groups on each element beforehand: VCGs, each with a GTP.
   *
   * @param groups how many of each
   */
  void enterExistingGroups(int groups) {
    elements.parallelStream().forEach(element -> enterExistingGroups(element, groups));
  }

  private static void enterExistingGroups(EmulatedElement element, int groups) {
    var endpoint = new ElementEndpoint(element.tid(), "127.0.0.1", element.port());
    try (var session =
        Tl1Session.open(
            endpoint,
            Credentials.tl1("touchpaper", "lightpath"),
            SessionTiming.defaults(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      for (var n = 0; n < groups; n++) {
        var group = "EXISTING-" + n;
        enter(
            session,
            InputCommand.of("ENT-VCG")
                .withAid(group)
                .withBlock("PST=IS", "TUNNELPEERTYPE=NONE", "GROUPMEM=1"));
        enter(
            session,
            InputCommand.of("ENT-GTP").withAid(group).withBlock("", "CTP=" + group + "-CTP-1"));
      }
    }
  }

  private static void enter(Tl1Session session, InputCommand command) {
    if (!(session.send(command) instanceof Tl1Outcome.Completed)) {
      throw new IllegalStateException("command failed: " + command);
    }
  }

  long countHeldItems() {
    return elements.stream().mapToLong(element -> element.listEntities().size()).sum();
  }

  @Override
  public void close() {
    elements.forEach(EmulatedElement::close);
  }
}
