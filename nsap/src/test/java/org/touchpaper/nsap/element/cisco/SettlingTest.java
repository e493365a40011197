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
import org.touchpaper.tl1.session.TranscriptLine;

/** The last circuit of an ONS 15454's port ends, and the port goes out of service late. */
class SettlingTest {

  private static final String FACILITY = "FAC-6-1";
  private static final Duration LATE = Duration.ofSeconds(30);
  private static final Duration IN_DOUBT = Duration.ofSeconds(60);
  private static final Item ONE = port("TP-000000000001");
  private static final Item TWO = port("TP-000000000002");
  private static final Outcome LEFT_ALONE = leftAloneUntil("12:01:00");

  @TempDir Path folder;
  private Duration onItsWay = Duration.ZERO;
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

  private static Outcome leftAloneUntil(String time) {
    return new Outcome.Denied(
        "SETTLING",
        "FAC-6-1 is left alone until 2026-12-01T"
            + time
            + "Z, for it was told to go out of service for TP-000000000001 and may do so yet");
  }

  @BeforeEach
  void start() throws IOException {
    kansas = EmulatedElement.start(ElementConfig.demo("KANSAS", Dialect.ONS_15454), folder, clock);
    session =
        Tl1Session.open(
            new Endpoint("KANSAS", "127.0.0.1", kansas.port()),
            MakeUnderTest.LOGIN,
            Timing.usual(Clock.systemUTC()),
            this::takeTime);
    driver = life(clock);
    assertThat(driver.create(ONE)).isEqualTo(new Outcome.Done());
  }

  /** Time passes before an ED leaves, as where the element was too busy for it at first. */
  private void takeTime(TranscriptLine line) {
    if (line.direction() == TranscriptLine.Direction.SENT && line.text().startsWith("ED-")) {
      clock.advance(onItsWay);
    }
  }

  /** A life of ours, by a clock of its own. */
  private Ons15454Driver life(Clock ours) {
    return new Ons15454Driver("KANSAS", false, session, marks, new Settling(marks, ours, IN_DOUBT));
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

  /** An element that is too busy gives the command back and takes it a minute later. */
  @Test
  void goesOutUnderNobodyThoughTheCommandLeftLate() {
    onItsWay = IN_DOUBT.multipliedBy(2);
    endsOneWith(new Fault.Delayed(LATE));
    assertThat(driver.create(TWO)).isEqualTo(leftAloneUntil("12:03:00"));
    assertThat(isInService()).isTrue();

    onItsWay = Duration.ZERO;
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
    driver = life(clock);
    assertThat(driver.create(TWO)).isEqualTo(LEFT_ALONE);
  }

  /** An earlier life ended, nobody knows when, between the mark and the answer. */
  @Test
  void isLeftAloneAsLongAsEverWhereItWasBeingToldWhenALifeEnded() {
    var _ = new Settling(marks, clock, IN_DOUBT).begin(FACILITY, ONE.owner());
    clock.advance(IN_DOUBT.multipliedBy(3));
    driver = life(clock);
    assertThat(driver.create(TWO)).isEqualTo(leftAloneUntil("12:04:00"));
    clock.advance(IN_DOUBT.minusSeconds(1));
    assertThat(driver.create(TWO)).isEqualTo(leftAloneUntil("12:04:00"));
    clock.advance(Duration.ofSeconds(1));
    assertThat(driver.create(TWO)).isEqualTo(new Outcome.Done());
  }

  /** Ours, not the element's, and by a day. */
  @Test
  void isNotLeftAloneForAsLongAsTheClockIsSetBack() {
    endsOneWith(new Fault.Acknowledged(Acknowledgement.Code.NA, false));
    var setBack = SettableClock.at("2026-11-30T12:00:00Z");
    driver = life(setBack);
    var leftAlone = driver.create(TWO);
    assertThat(leftAlone.toString()).contains("until 2026-11-30T12:01:00Z");
    setBack.advance(IN_DOUBT.minusSeconds(1));
    assertThat(driver.create(TWO)).isEqualTo(leftAlone);
    setBack.advance(Duration.ofSeconds(1));
    assertThat(driver.create(TWO)).isEqualTo(new Outcome.Done());
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

  /** A refusal says nothing of the command before, which may yet be carried out. */
  @Test
  void staysLeftAloneWhereTheElementRefusedTheNextCommand() {
    endsOneWith(new Fault.Delayed(LATE));
    kansas.faults().next("ED-OC192", new Fault.Deny("SROF", "no"));
    assertThat(driver.delete(ONE)).isInstanceOf(Outcome.Denied.class);
    assertThat(driver.create(TWO)).isEqualTo(LEFT_ALONE);
  }
}
