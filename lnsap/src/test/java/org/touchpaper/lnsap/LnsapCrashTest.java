package org.touchpaper.lnsap;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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

/** An L-NSAP dies, with its own tables, driver and edge; see the contract. */
class LnsapCrashTest extends SegmentCrashContract {

  @TempDir static Path folder;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private static EmulatedElement edge;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private static MortalSegment lnsap;

  @BeforeAll
  static void start() throws IOException {
    edge = EmulatedElement.start(ElementConfig.demo("EDGE-UCL", Dialect.IOS_7600), folder);
    var wire = new ElementWire("EDGE-UCL", Language.CLI, edge.port());
    lnsap =
        new MortalSegment(
            LnsapConfiguration.class,
            List.of(
                "--spring.config.name=lnsap",
                "--touchpaper.campus=ucl",
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
  protected MortalSegment it() {
    return lnsap;
  }

  @Override
  protected Criteria greedy(Schedule schedule) {
    return LnsapUnderTest.criteria("vis", 1000, schedule);
  }

  @Override
  protected String elements() {
    return edge.holds().toString();
  }
}
