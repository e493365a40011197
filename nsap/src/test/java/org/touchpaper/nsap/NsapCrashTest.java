package org.touchpaper.nsap;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.kit.CrashingProxy;
import org.touchpaper.segment.kit.CrashingProxy.Language;
import org.touchpaper.segment.kit.KillableSegment;
import org.touchpaper.segment.kit.SegmentCrashContract;

/** The crash contract for the NSAP with its tables, its drivers and two CoreDirectors. */
class NsapCrashTest extends SegmentCrashContract {

  @TempDir static Path folder;
  private static final List<EmulatedElement> ELEMENTS = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // set before the first test
  private static KillableSegment nsap;

  @BeforeAll
  static void start() throws IOException {
    var wires = new ArrayList<CrashingProxy>();
    var options =
        new ArrayList<>(
            List.of(
                "--spring.config.name=nsap",
                "--touchpaper.name=nsap",
                "--touchpaper.profile=demo",
                "--touchpaper.topology=classpath:nsap/two-elements.yaml"));
    for (var tid : List.of("METRO-UCL", "METRO-MAN")) {
      var element =
          EmulatedElement.start(ElementConfig.demo(tid, ElementModel.CORE_DIRECTOR), folder);
      var wire = new CrashingProxy(tid, Language.TL1, element.port());
      ELEMENTS.add(element);
      wires.add(wire);
      options.add("--touchpaper.elements." + tid + ".port=" + wire.port());
    }
    nsap = new KillableSegment(NsapConfiguration.class, options, wires);
  }

  @AfterAll
  static void stop() {
    nsap.close();
    ELEMENTS.forEach(EmulatedElement::close);
  }

  @Override
  protected KillableSegment underTest() {
    return nsap;
  }

  @Override
  protected Criteria fullCapacityCriteria(Schedule schedule) {
    return NsapFixture.criteria("UCL", 1000, schedule);
  }

  @Override
  protected String elements() {
    return ELEMENTS.stream()
        .flatMap(element -> element.listEntities().stream().map(held -> element.tid() + " " + held))
        .collect(Collectors.joining("\n"));
  }
}
