package org.touchpaper.nsap.element.ciena;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.MakeUnderTest;
import org.touchpaper.segment.element.Patience;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.tl1.element.ControlPlane;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Outcome;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;

/** The CoreDirector at which a circuit of 300 Mbit/s begins, as an SNC to another's group. */
class SncContractTest extends DriverContract {

  private static final String NAME = MakeUnderTest.NAME;
  private static final ControlPlane.Link LINK =
      new ControlPlane.Link(
          new ControlPlane.Ltp("METRO-UCL", 3, "1-A-1-1"),
          new ControlPlane.Ltp("LONDON", 1, "1-A-3-1"));

  private EmulatedElement end;

  @SuppressWarnings("NullAway.Init") // set before each test
  SncContractTest() {}

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    var plane = new ControlPlane(List.of(LINK));
    end =
        EmulatedElement.start(
            ElementConfig.demo("LONDON", Dialect.CORE_DIRECTOR), folder, Clock.systemUTC(), plane);
    enterEnd();
    var make = new CoreDirector(new Patience(2, Duration.ZERO));
    var route =
        new Route(
            Signal.VIRTUAL,
            List.of(
                new Route.Hop("METRO-UCL", MakeUnderTest.port("1-A-9-1-1"), line("1-A-1-1", 3)),
                new Route.Hop("LONDON", line("1-A-3-1", 1), MakeUnderTest.port("1-A-9-1-1"))));
    var items = make.signalled(route, NAME, 300);
    return new MakeUnderTest(
        make,
        new MakeUnderTest.Emulated(
            "METRO-UCL", Dialect.CORE_DIRECTOR, folder, Clock.systemUTC(), plane),
        items.stream().filter(item -> item.element().equals("METRO-UCL")).toList(),
        "theirs",
        List.of(
            InputCommand.of("ENT-GTP").at(NAME + "-A").block("LBL=theirs", "CTP=1-A-5-1-CTP-1")));
  }

  private static Route.End line(String port, int osrp) {
    return new Route.End(port, 0, List.of(1, 2, 3, 4, 5, 6, 7), osrp);
  }

  private void enterEnd() {
    var door = new Endpoint("LONDON", "127.0.0.1", end.port());
    var timing = Timing.usual(Clock.systemUTC());
    try (var session = Tl1Session.open(door, MakeUnderTest.LOGIN, timing, TranscriptSink.NONE)) {
      var group =
          InputCommand.of("ENT-VCG")
              .at(NAME + "-Z-E")
              .block("PST=IS", "TUNNELPEERTYPE=NONE", "GROUPMEM=1&&7");
      if (!(session.send(group) instanceof Tl1Outcome.Completed)) {
        throw new UncheckedIOException(new IOException("no group at the far end"));
      }
    }
  }

  @AfterEach
  void closeEnd() {
    end.close();
  }
}
