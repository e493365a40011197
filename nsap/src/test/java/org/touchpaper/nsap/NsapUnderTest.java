package org.touchpaper.nsap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.nsap.topology.Node;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.kit.WholeSegment;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;

/** The whole service, with UKLight's elements emulated over TCP. */
final class NsapUnderTest extends WholeSegment {

  static final String SECRET = "the kit's secret";

  private final Path folder;
  private final Map<String, EmulatedElement> elements;

  NsapUnderTest(Path folder) {
    super(NsapApplication.class, "nsap");
    this.folder = folder;
    this.elements =
        TopologyFile.read(new ClassPathResource("nsap/uklight.yaml")).nodes().stream()
            .map(Node::tid)
            .collect(Collectors.toMap(tid -> tid, this::element));
    start();
  }

  private EmulatedElement element(String tid) {
    try {
      return EmulatedElement.start(
          ElementConfig.demo(tid, Dialect.CORE_DIRECTOR), folder.resolve("elements"), clock);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected Stream<String> options() {
    var ports =
        elements.values().stream()
            .map(each -> "--touchpaper.elements." + each.tid() + ".port=" + each.port());
    return Stream.concat(
        ports,
        Stream.of(
            "--spring.config.name=nsap",
            "--touchpaper.data=" + folder,
            "--touchpaper.peers.onlooker.secret=" + SECRET,
            "--touchpaper.peers.onlooker.roles=holder"));
  }

  @Override
  protected boolean isBare() {
    return elements.values().stream().allMatch(each -> each.holds().isEmpty());
  }

  EmulatedElement at(String tid) {
    return Objects.requireNonNull(elements.get(tid));
  }

  List<String> names(String tid, String kind) {
    return at(tid).holds().stream()
        .filter(entity -> entity.kind().equals(kind))
        .map(entity -> entity.name())
        .toList();
  }

  @Override
  public Criteria greedy(Schedule schedule) {
    return criteria("UCL", 1000, schedule);
  }

  @Override
  public Criteria hopeless(Schedule schedule) {
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
