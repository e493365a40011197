package org.touchpaper.bench.provision;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Outcome;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;

/**
 * Four CoreDirectors in a row, two OC-768 between each two, and at each end as many Gigabit
 * Ethernets as the circuits need.
 */
final class FourElements implements AutoCloseable {

  private static final List<String> TIDS = List.of("ONE", "TWO", "THREE", "FOUR");

  /** Circuits of one STS-1 on a Gigabit Ethernet. */
  static final int PER_ETHERNET = 20;

  private final List<EmulatedElement> elements = new ArrayList<>();

  static FourElements start(Path folder) throws IOException {
    var all = new FourElements();
    for (var tid : TIDS) {
      all.elements.add(
          EmulatedElement.start(ElementConfig.demo(tid, Dialect.CORE_DIRECTOR), folder));
    }
    return all;
  }

  int count() {
    return elements.size();
  }

  Stream<String> options() {
    return elements.stream().map(it -> "--touchpaper.elements." + it.tid() + ".port=" + it.port());
  }

  /** The topology, with Ethernets for so many circuits. */
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
   * Enters what stands on each of them before: others' groups, each with a channel group on it.
   *
   * @param groups how many of each
   */
  void enterStanding(int groups) {
    elements.parallelStream().forEach(element -> enterStanding(element, groups));
  }

  private static void enterStanding(EmulatedElement element, int groups) {
    var endpoint = new Endpoint(element.tid(), "127.0.0.1", element.port());
    try (var session =
        Tl1Session.open(
            endpoint,
            Credentials.tl1("touchpaper", "lightpath"),
            Timing.usual(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      for (var n = 0; n < groups; n++) {
        var group = "STANDING-" + n;
        enter(
            session,
            InputCommand.of("ENT-VCG")
                .at(group)
                .block("PST=IS", "TUNNELPEERTYPE=NONE", "GROUPMEM=1"));
        enter(session, InputCommand.of("ENT-GTP").at(group).block("", "CTP=" + group + "-CTP-1"));
      }
    }
  }

  private static void enter(Tl1Session session, InputCommand command) {
    if (!(session.send(command) instanceof Tl1Outcome.Completed)) {
      throw new IllegalStateException("not entered: " + command);
    }
  }

  /** What all of them hold. */
  long holds() {
    return elements.stream().mapToLong(each -> each.holds().size()).sum();
  }

  @Override
  public void close() {
    elements.forEach(EmulatedElement::close);
  }
}
