package org.touchpaper.lnsap;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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

/** The crash contract for an L-NSAP with its tables, its driver and an edge. */
class LnsapCrashTest extends SegmentCrashContract {

  @TempDir static Path folder;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private static EmulatedElement edge;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private static KillableSegment lnsap;

  @BeforeAll
  static void start() throws IOException {
    edge = EmulatedElement.start(ElementConfig.demo("EDGE-UCL", ElementModel.IOS_7600), folder);
    var wire = new CrashingProxy("EDGE-UCL", Language.CLI, edge.port());
    lnsap =
        new KillableSegment(
            LnsapConfiguration.class,
            List.of(
                "--spring.config.name=lnsap",
                "--spring.config.additional-location=classpath:samples/uklight/lnsap-ucl.yml",
                "--touchpaper.profile=demo",
                "--touchpaper.elements.EDGE-UCL.port=" + wire.port()),
            List.of(wire));
  }

  @AfterAll
  static void stop() {
    lnsap.close();
    edge.close();
  }

  @Override
  protected KillableSegment underTest() {
    return lnsap;
  }

  @Override
  protected Criteria fullCapacityCriteria(Schedule schedule) {
    return LnsapFixture.criteria("vis", 1000, schedule);
  }

  @Override
  protected String elements() {
    return edge.listEntities().toString();
  }
}
