package org.touchpaper.nsap;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.kit.ElementWire;
import org.touchpaper.segment.kit.ElementWire.Language;
import org.touchpaper.segment.kit.MortalSegment;
import org.touchpaper.segment.kit.SegmentCrashContract;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;

/** The NSAP dies, with its own tables, drivers and two CoreDirectors; see the contract. */
class NsapCrashTest extends SegmentCrashContract {

  @TempDir static Path folder;
  private static final List<EmulatedElement> ELEMENTS = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // set before the first test
  private static MortalSegment nsap;

  @BeforeAll
  static void start() throws IOException {
    var wires = new ArrayList<ElementWire>();
    var options =
        new ArrayList<>(
            List.of(
                "--spring.config.name=nsap",
                "--touchpaper.profile=demo",
                "--touchpaper.topology=classpath:nsap/two-elements.yaml"));
    for (var tid : List.of("METRO-UCL", "METRO-MAN")) {
      var element = EmulatedElement.start(ElementConfig.demo(tid, Dialect.CORE_DIRECTOR), folder);
      var wire = new ElementWire(tid, Language.TL1, element.port());
      ELEMENTS.add(element);
      wires.add(wire);
      options.add("--touchpaper.elements." + tid + ".port=" + wire.port());
    }
    nsap = new MortalSegment(NsapConfiguration.class, options, wires);
  }

  @AfterAll
  static void stop() {
    nsap.close();
    ELEMENTS.forEach(EmulatedElement::close);
  }

  @Override
  protected MortalSegment it() {
    return nsap;
  }

  @Override
  protected Criteria greedy(Schedule schedule) {
    return NsapUnderTest.criteria("UCL", 1000, schedule);
  }

  @Override
  protected String elements() {
    return ELEMENTS.stream()
        .flatMap(element -> element.holds().stream().map(held -> element.tid() + " " + held))
        .collect(Collectors.joining("\n"));
  }
}
