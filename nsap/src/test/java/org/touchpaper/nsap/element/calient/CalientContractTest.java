package org.touchpaper.nsap.element.calient;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.MakeUnderTest;
import org.touchpaper.nsap.element.Patience;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Survey;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.message.InputCommand;

/** A fibre through a DiamondWave, both ways. */
class CalientContractTest extends DriverContract {

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    var make = new Calient(new Patience(2, Duration.ZERO));
    return new MakeUnderTest(
        make,
        new MakeUnderTest.Emulated("RALEIGH", Dialect.CALIENT, folder, new LeapingClock()),
        make.items(
            MakeUnderTest.crossing(
                "RALEIGH",
                Signal.FIBRE,
                10_000,
                MakeUnderTest.port("1.1.1"),
                MakeUnderTest.port("10.2a.4"))),
        "LIBRARY",
        List.of(InputCommand.of("ENT-CRS").at("1.1.7,1.1.1").block("THEIRS", "1WAY", "LIBRARY")));
  }

  /** The kit's sessions wait for nothing, so the half second after a login goes by at once. */
  private static final class LeapingClock extends Clock {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

    @Override
    public Instant instant() {
      return now.updateAndGet(last -> last.plusMillis(500));
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  /** The element completes ENT and ACT over a port that was removed, and says OC=FAIL. */
  @Test
  void noLightIsNoConnection() {
    ((MakeUnderTest) it()).send(InputCommand.of("RMV-PORT").at("1.1.1"));
    assertThat(circuits().bring(it().wanted(), List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class,
            failed -> assertThat(failed.problem()).contains("NO LIGHT").contains("LIGHT=FAIL"));
    ((MakeUnderTest) it()).send(InputCommand.of("RST-PORT").at("1.1.1"));
    assertThat(circuits().bring(it().wanted(), List.of())).isInstanceOf(Circuits.Reached.class);
  }

  /** Light that goes out under a circuit is trouble; a connection that is cancelled was taken. */
  @Test
  void lightThatGoesOutTakesNothingAway() {
    var others = (MakeUnderTest) it();
    assertThat(circuits().bring(it().wanted(), List.of())).isInstanceOf(Circuits.Reached.class);
    others.send(InputCommand.of("RMV-PORT").at("1.1.1"));
    assertThat(circuits().look(it().wanted(), Map.of())).hasOnlyElementsOfType(Survey.Intact.class);
    assertThat(it().driver().alarms())
        .singleElement()
        .satisfies(alarm -> {
          assertThat(alarm.words()).isEqualTo("no light through 1.1.1-10.2a.4 of RALEIGH: FAIL");
          assertThat(it().wanted()).allMatch(alarm::concerns);
        });
    others.send(InputCommand.of("RST-PORT").at("1.1.1"));
    assertThat(circuits().look(it().wanted(), Map.of())).hasOnlyElementsOfType(Survey.Intact.class);
    assertThat(it().driver().alarms()).isEmpty();

    others.send(
        InputCommand.of("CANC-CRS")
            .at("1.1.1,10.2a.4")
            .block("", "TOUCHPAPER", MakeUnderTest.NAME));
    assertThat(circuits().look(it().wanted(), Map.of())).hasOnlyElementsOfType(Survey.Taken.class);
  }
}
