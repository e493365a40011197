package org.touchpaper.lnsap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.platform.security.PeersFileReloader;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.kit.SegmentServiceUnderTest;

/** The L-NSAP of campus UCL with its edge emulated over telnet. */
final class LnsapFixture extends SegmentServiceUnderTest {

  /** Of a peer that books and reads. */
  static final String SECRET = "the onlooker's secret";

  private final Path folder;
  private final String campus;
  private final String trafficInterval;
  private final EmulatedElement edge;

  LnsapFixture(Path folder) {
    this(folder, "classpath:samples/uklight/campus-ucl.yaml");
  }

  /** Tests read the counters when they need them. */
  LnsapFixture(Path folder, String campus) {
    this(folder, campus, "0s");
  }

  LnsapFixture(Path folder, String campus, String trafficInterval) {
    super(LnsapApplication.class, "lnsap-ucl");
    this.folder = folder;
    this.campus = campus;
    this.trafficInterval = trafficInterval;
    try {
      Files.writeString(peersFile(), "peers: {}\n");
      this.edge =
          EmulatedElement.start(
              ElementConfig.demo("EDGE-UCL", ElementModel.IOS_7600),
              folder.resolve("elements"),
              clock);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start();
  }

  private Path peersFile() {
    return folder.resolve("peers.yaml");
  }

  /** Replaces its peers file, which it reads. */
  void changePeers(String text) throws IOException {
    Files.writeString(peersFile(), text);
    bean(PeersFileReloader.class).refresh(); // finds it changed
    bean(PeersFileReloader.class).refresh(); // finds it unchanged
  }

  @Override
  protected Stream<String> options() {
    return Stream.of(
        "--spring.config.name=lnsap",
        "--touchpaper.campus=" + campus,
        "--touchpaper.name=lnsap-ucl",
        "--touchpaper.data=" + folder,
        "--touchpaper.peers-file=" + peersFile(),
        "--touchpaper.elements.EDGE-UCL.port=" + edge.port(),
        "--touchpaper.segment.traffic-interval=" + trafficInterval,
        "--touchpaper.peers.onlooker.secret=" + SECRET,
        "--touchpaper.peers.onlooker.roles=holder,requester",
        "--touchpaper.peers.desk.secret=" + SECRET + " 2",
        "--touchpaper.peers.desk.roles=officer");
  }

  @Override
  protected boolean isEmpty() {
    return edge.listEntities().isEmpty();
  }

  EmulatedElement edge() {
    return edge;
  }

  /** The number of circuits that hold addresses now or later. */
  long countAddresses() {
    return Objects.requireNonNull(
        bean(JdbcTemplate.class)
            .queryForObject(
                "select count(*) from ledger_exclusive where place like 'address/%' and ends_at > ?",
                Long.class, Timestamp.from(now())));
  }

  /** The names of the edge's entities of a kind. */
  List<String> names(String kind) {
    return edge.listEntities().stream()
        .filter(entity -> entity.kind().equals(kind))
        .map(entity -> entity.name())
        .toList();
  }

  @Override
  public Criteria fullCapacityCriteria(Schedule schedule) {
    return criteria("vis", 1000, schedule);
  }

  @Override
  public Criteria unsatisfiableCriteria(Schedule schedule) {
    return criteria("nobody", 1, schedule);
  }

  static Criteria criteria(String host, int mbps, Schedule schedule) {
    return new Criteria(
        Stp.parse("urn:ogf:network:ucl.ukl:2026:" + host),
        Stp.parse("urn:ogf:network:ucl.ukl:2026:border?vlan=100-199"),
        mbps,
        schedule);
  }

  @Override
  public void stop() {
    super.stop();
    edge.close();
  }
}
