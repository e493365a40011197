package org.touchpaper.nsap.element.ciena;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.nsap.element.LeapingClock;
import org.touchpaper.nsap.registry.NodeElementPlugins;
import org.touchpaper.nsap.registry.WideAreaItemPlanner;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.element.PollPolicy;
import org.touchpaper.segment.provisioning.CircuitItemPlanner.Circuit;

/** Two emulated CoreDirectors over TCP, and a circuit that crosses both. */
abstract class CoreDirectorPairTest {

  private static final UUID CONNECTION = UUID.fromString("0193b1d0-0000-7000-8000-000000000001");
  static final String NAME = CircuitNameFormat.of(CONNECTION, 1);
  private static final Topology TOPOLOGY =
      TopologyFile.read(new ClassPathResource("samples/uklight/wide-area.yaml"));
  private static final String PLAN =
      """
      {"hops":[
        {"node":"METRO-UCL","in":{"port":"1-A-9-1-1","vlan":100,"slots":[]},
                            "out":{"port":"1-A-1-1","vlan":0,"slots":[1,2,3,4,5,6,9]}},
        {"node":"LONDON","in":{"port":"1-A-3-1","vlan":0,"slots":[1,2,3,4,5,6,9]},
                         "out":{"port":"1-A-1-1","vlan":0,"slots":[11,12,13,14,15,16,17]}}]}\
      """;

  private static final PollPolicy ONCE = new PollPolicy(1, Duration.ZERO);
  private static final PollPolicy LONG = new PollPolicy(60, Duration.ZERO);

  final SettableClock clock = SettableClock.at("2026-12-01T12:00:00Z");
  @TempDir Path folder;
  EmulatedElement metro;
  EmulatedElement london;
  private final List<Tl1Session> sessions = new ArrayList<>();
  CircuitExecutor circuits;
  CoreDirectorDriver metroDriver;

  @BeforeEach
  void start() throws IOException {
    metro = element("METRO-UCL");
    london = element("LONDON");
    metroDriver = driver(metro);
    circuits =
        new CircuitExecutor(
            DriverRegistry.of(List.of(metroDriver, driver(london))), Duration.ofSeconds(1));
  }

  @AfterEach
  void stop() {
    sessions.forEach(Tl1Session::close);
    metro.close();
    london.close();
  }

  private EmulatedElement element(String tid) throws IOException {
    return EmulatedElement.start(
        ElementConfig.demo(tid, ElementModel.CORE_DIRECTOR), folder, new LeapingClock());
  }

  final Tl1Session session(EmulatedElement element) {
    var session =
        Tl1Session.open(
            new ElementEndpoint(element.tid(), "127.0.0.1", element.port()),
            Credentials.tl1("touchpaper", "lightpath"),
            SessionTiming.defaults(Clock.systemUTC()),
            TranscriptSink.NONE);
    sessions.add(session);
    return session;
  }

  private CoreDirectorDriver driver(EmulatedElement element) {
    return new CoreDirectorDriver(element.tid(), session(element), ONCE, LONG, clock);
  }

  static List<ConfigItem> items() {
    var schedule =
        new Schedule(Instant.parse("2026-12-01T12:00:00Z"), Instant.parse("2026-12-01T13:00:00Z"));
    var source = Stp.parse("urn:ogf:network:wan.ukl:2026:UCL?vlan=100");
    var destination = Stp.parse("urn:ogf:network:wan.ukl:2026:MAN?vlan=100");
    return new WideAreaItemPlanner(NodeElementPlugins.of(TOPOLOGY))
        .itemsOf(
            new Circuit(
                new ConnectionId(CONNECTION),
                1,
                new Criteria(source, destination, 300, schedule),
                new CapacityAllocator.Held(source, destination, List.of(), PLAN),
                NAME));
  }

  static List<String> names(EmulatedElement element) {
    return element.listEntities().stream()
        .map(entity -> entity.kind() + " " + entity.name().replace(NAME, "N"))
        .toList();
  }

  static long entered(EmulatedElement element) {
    return element.transcript().stream().filter(line -> line.text().startsWith("ENT-")).count();
  }

  final String problem() {
    return circuits.apply(items(), List.of()) instanceof CircuitExecutor.NotApplied(var problem, _)
        ? problem
        : "none";
  }

  static long countListQueries(EmulatedElement element, String kind) {
    return element.transcript().stream()
        .filter(line -> line.text().matches("RTRV-" + kind + ":[^:]*:ALL:.*"))
        .count();
  }
}
