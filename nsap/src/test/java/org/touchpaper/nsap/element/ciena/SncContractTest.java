package org.touchpaper.nsap.element.ciena;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.ciena.ControlPlane;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.nsap.element.ElementPluginFixture;
import org.touchpaper.segment.element.PollPolicy;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.tl1.message.InputCommand;

/**
 * The driver contract for the CoreDirector at which a circuit of 300 Mbit/s begins, as an SNC to
 * another element's group.
 */
class SncContractTest extends DriverContract {

  private static final String NAME = ElementPluginFixture.NAME;
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
            ElementConfig.demo("LONDON", ElementModel.CORE_DIRECTOR),
            folder,
            Clock.systemUTC(),
            plane);
    enterEnd();
    var type = new CoreDirectorPlugin(new PollPolicy(2, Duration.ZERO));
    var route =
        new Route(
            SignalType.VIRTUAL,
            List.of(
                new Route.Hop(
                    "METRO-UCL", ElementPluginFixture.port("1-A-9-1-1"), line("1-A-1-1", 3)),
                new Route.Hop(
                    "LONDON", line("1-A-3-1", 1), ElementPluginFixture.port("1-A-9-1-1"))));
    var items = type.signalledItems(route, NAME, 300);
    return new ElementPluginFixture(
        type,
        new ElementPluginFixture.Emulated(
            "METRO-UCL", ElementModel.CORE_DIRECTOR, folder, Clock.systemUTC(), plane),
        items.stream().filter(item -> item.element().equals("METRO-UCL")).toList(),
        "theirs",
        List.of(
            InputCommand.of("ENT-GTP")
                .withAid(NAME + "-A")
                .withBlock("LBL=theirs", "CTP=1-A-5-1-CTP-1")));
  }

  private static Route.End line(String port, int osrp) {
    return new Route.End(port, 0, List.of(1, 2, 3, 4, 5, 6, 7), osrp);
  }

  private void enterEnd() {
    var endpoint = new ElementEndpoint("LONDON", "127.0.0.1", end.port());
    var timing = SessionTiming.defaults(Clock.systemUTC());
    try (var session =
        Tl1Session.open(endpoint, ElementPluginFixture.LOGIN, timing, TranscriptSink.NONE)) {
      var group =
          InputCommand.of("ENT-VCG")
              .withAid(NAME + "-Z-E")
              .withBlock("PST=IS", "TUNNELPEERTYPE=NONE", "GROUPMEM=1&&7");
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
