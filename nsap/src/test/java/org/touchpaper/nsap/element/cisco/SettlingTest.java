package org.touchpaper.nsap.element.cisco;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.nsap.element.MakeUnderTest;
import org.touchpaper.nsap.element.Marks;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;

/** The last circuit of an ONS 15454's port ends, and the port goes out of service late. */
class SettlingTest {

  private static final String FACILITY = "FAC-6-1";
  private static final Duration LATE = Duration.ofSeconds(30);
  private static final Duration IN_DOUBT = Duration.ofSeconds(60);
  private static final Item ONE = port("TP-000000000001");
  private static final Item TWO = port("TP-000000000002");
  private static final Outcome LEFT_ALONE =
      new Outcome.Denied(
          "SETTLING",
          "FAC-6-1 is left alone until 2026-12-01T12:01:00Z, for it was told to go out of service"
              + " for TP-000000000001 and may do so yet");

  @TempDir Path folder;
  private final SettableClock clock = SettableClock.at("2026-12-01T12:00:00Z");
  private final Marks marks = MakeUnderTest.MARKS.emptyFor("KANSAS");
  private EmulatedElement kansas;
  private Tl1Session session;
  private Ons15454Driver driver;

  @SuppressWarnings("NullAway.Init") // set before each test
  SettlingTest() {}

  private static Item port(String circuit) {
    return new Item("KANSAS", "PORT", FACILITY + " " + circuit, circuit, Map.of("STATE", "IS"));
  }

  @BeforeEach
  void start() throws IOException {
    kansas = EmulatedElement.start(ElementConfig.demo("KANSAS", Dialect.ONS_15454), folder, clock);
    session =
        Tl1Session.open(
            new Endpoint("KANSAS", "127.0.0.1", kansas.port()),
            MakeUnderTest.LOGIN,
            Timing.usual(Clock.systemUTC()),
            TranscriptSink.NONE);
    beginAnotherLife();
    assertThat(driver.create(ONE)).isEqualTo(new Outcome.Done());
  }

  private void beginAnotherLife() {
    driver =
        new Ons15454Driver("KANSAS", false, session, marks, new Settling(marks, clock, IN_DOUBT));
  }

  @AfterEach
  void stop() {
    session.close();
    kansas.close();
  }

  private void endsOneWith(Fault fault) {
    kansas.faults().next("ED-OC192", fault);
    assertThat(driver.delete(ONE)).isInstanceOf(Outcome.Unknown.class);
  }

  private boolean isInService() {
    return kansas.holds().stream()
        .anyMatch(held -> held.name().equals(FACILITY) && held.get("PST").equals("IS"));
  }

  @Test
  void goesOutUnderNobody() {
    endsOneWith(new Fault.Delayed(LATE));
    assertThat(driver.create(TWO)).isEqualTo(LEFT_ALONE);
    assertThat(driver.create(TWO)).isEqualTo(LEFT_ALONE);

    clock.advance(LATE);
    assertThat(driver.create(TWO)).isEqualTo(new Outcome.Done());
    clock.advance(IN_DOUBT);
    assertThat(isInService()).isTrue();
  }

  @Test
  void isTheNextCircuitsOnceItCanGoNoMore() {
    endsOneWith(new Fault.Acknowledged(Acknowledgement.Code.NA, false));
    clock.advance(IN_DOUBT.minusSeconds(1));
    assertThat(driver.create(TWO)).isEqualTo(LEFT_ALONE);
    clock.advance(Duration.ofSeconds(1));
    assertThat(driver.create(TWO)).isEqualTo(new Outcome.Done());
    assertThat(isInService()).isTrue();
  }

  /** The command was given by an earlier life of ours. */
  @Test
  void isKnownToTheNextLife() {
    endsOneWith(new Fault.Delayed(LATE));
    beginAnotherLife();
    assertThat(driver.create(TWO)).isEqualTo(LEFT_ALONE);
  }

  /** It waits by itself until nothing is outstanding. */
  @Test
  void keepsNotItsOwnCircuitOff() {
    endsOneWith(new Fault.Acknowledged(Acknowledgement.Code.NA, false));
    assertThat(driver.create(ONE)).isEqualTo(new Outcome.Done());
  }

  @Test
  void keepsNobodyOffWhereTheElementRefused() {
    kansas.faults().next("ED-OC192", new Fault.Deny("SROF", "no"));
    assertThat(driver.delete(ONE)).isInstanceOf(Outcome.Denied.class);
    assertThat(driver.create(TWO)).isEqualTo(new Outcome.Done());
  }
}
