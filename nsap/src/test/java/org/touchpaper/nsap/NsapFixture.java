package org.touchpaper.nsap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.nsap.topology.Node;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.platform.security.PeersFileReloader;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.kit.SegmentServiceUnderTest;

/** The NSAP with UKLight's elements emulated over TCP. */
final class NsapFixture extends SegmentServiceUnderTest {

  static final String SECRET = "the kit's secret";

  private final Path folder;
  private final Path peersFile;
  private final Map<String, EmulatedElement> elements;

  NsapFixture(Path folder) {
    super(NsapApplication.class, "nsap");
    this.folder = folder;
    this.peersFile = folder.resolve("peers.yaml");
    writePeers("peers: {}\n");
    this.elements =
        TopologyFile.read(new ClassPathResource("samples/uklight/wide-area.yaml")).nodes().stream()
            .map(Node::tid)
            .collect(Collectors.toMap(tid -> tid, this::element));
    start();
  }

  /** Replaces its peers file, which it reads. */
  void changePeers(String text) {
    writePeers(text);
    bean(PeersFileReloader.class).refresh(); // finds it changed
    bean(PeersFileReloader.class).refresh(); // finds it unchanged
  }

  private void writePeers(String text) {
    try {
      Files.writeString(peersFile, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private EmulatedElement element(String tid) {
    try {
      return EmulatedElement.start(
          ElementConfig.demo(tid, ElementModel.CORE_DIRECTOR), folder.resolve("elements"), clock);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected Stream<String> options() {
    var ports =
        elements.values().stream()
            .map(element -> "--touchpaper.elements." + element.tid() + ".port=" + element.port());
    return Stream.concat(
        ports,
        Stream.of(
            "--spring.config.name=nsap",
            "--spring.config.additional-location=classpath:samples/uklight/nsap.yml",
            "--touchpaper.data=" + folder,
            "--touchpaper.peers-file=" + peersFile,
            "--touchpaper.peers.onlooker.secret=" + SECRET,
            "--touchpaper.peers.onlooker.roles=holder,requester",
            "--touchpaper.peers.desk.secret=" + SECRET + " 2",
            "--touchpaper.peers.desk.roles=operator"));
  }

  @Override
  protected boolean isEmpty() {
    return elements.values().stream().allMatch(element -> element.listEntities().isEmpty());
  }

  EmulatedElement at(String tid) {
    return Objects.requireNonNull(elements.get(tid));
  }

  List<String> names(String tid, String kind) {
    return at(tid).listEntities().stream()
        .filter(entity -> entity.kind().equals(kind))
        .map(entity -> entity.name())
        .toList();
  }

  @Override
  public Criteria fullCapacityCriteria(Schedule schedule) {
    return criteria("UCL", 1000, schedule);
  }

  @Override
  public Criteria unsatisfiableCriteria(Schedule schedule) {
    return criteria("OXF", 1, schedule);
  }

  static Criteria criteria(String source, int mbps, Schedule schedule) {
    return new Criteria(
        Stp.parse("urn:ogf:network:wan.ukl:2026:" + source + "?vlan=100-199"),
        Stp.parse("urn:ogf:network:wan.ukl:2026:MAN?vlan=100-199"),
        mbps,
        schedule);
  }

  @Override
  public void stop() {
    super.stop();
    elements.values().forEach(EmulatedElement::close);
  }
}
