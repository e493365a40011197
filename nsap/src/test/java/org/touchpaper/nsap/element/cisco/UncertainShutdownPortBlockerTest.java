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
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptLine;
import org.touchpaper.nsap.element.ElementPluginFixture;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.inventory.DriverItemNoteRepository;
import org.touchpaper.tl1.message.Acknowledgement;

/** A port of an ONS 15454 goes out of service late, after its last circuit. */
class UncertainShutdownPortBlockerTest {

  private static final String FACILITY = "FAC-6-1";
  private static final Duration LATE = Duration.ofSeconds(30);
  private static final Duration IN_DOUBT = Duration.ofSeconds(60);
  private static final ConfigItem ONE = port("TP-000000000001");
  private static final ConfigItem TWO = port("TP-000000000002");
  private static final EditOutcome LEFT_ALONE = unusableUntil("12:01:00");

  @TempDir Path folder;
  private Duration onItsWay = Duration.ZERO;
  private final SettableClock clock = SettableClock.at("2026-12-01T12:00:00Z");
  private final DriverItemNoteRepository notes = ElementPluginFixture.NOTES.emptyFor("KANSAS");
  private EmulatedElement kansas;
  private Tl1Session session;
  private Ons15454Driver driver;

  @SuppressWarnings("NullAway.Init") // set before each test
  UncertainShutdownPortBlockerTest() {}

  private static ConfigItem port(String circuit) {
    return new ConfigItem(
        "KANSAS", "PORT", FACILITY + " " + circuit, circuit, Map.of("STATE", "IS"));
  }

  private static EditOutcome unusableUntil(String time) {
    return new EditOutcome.Denied(
        "SETTLING",
        "FAC-6-1 cannot be used until 2026-12-01T"
            + time
            + "Z: a command to take it out of service for TP-000000000001 may still take effect");
  }

  @BeforeEach
  void start() throws IOException {
    kansas =
        EmulatedElement.start(ElementConfig.demo("KANSAS", ElementModel.ONS_15454), folder, clock);
    session =
        Tl1Session.open(
            new ElementEndpoint("KANSAS", "127.0.0.1", kansas.port()),
            ElementPluginFixture.LOGIN,
            SessionTiming.defaults(Clock.systemUTC()),
            this::takeTime);
    driver = newDriver(clock);
    assertThat(driver.create(ONE)).isEqualTo(new EditOutcome.Done());
  }

  /** Delays an ED before it is sent, as if the element were busy at first. */
  private void takeTime(TranscriptLine line) {
    if (line.direction() == TranscriptLine.Direction.SENT && line.text().startsWith("ED-")) {
      clock.advance(onItsWay);
    }
  }

  /** A driver of another process of ours, with its own clock. */
  private Ons15454Driver newDriver(Clock ours) {
    return new Ons15454Driver(
        "KANSAS", false, session, notes, new UncertainShutdownPortBlocker(notes, ours, IN_DOUBT));
  }

  @AfterEach
  void stop() {
    session.close();
    kansas.close();
  }

  private void endsOneWith(InjectedFault fault) {
    kansas.faults().injectOnce("ED-OC192", fault);
    assertThat(driver.delete(ONE)).isInstanceOf(EditOutcome.Unknown.class);
  }

  private boolean isInService() {
    return kansas.listEntities().stream()
        .anyMatch(held -> held.name().equals(FACILITY) && held.get("PST").equals("IS"));
  }

  @Test
  void affectsNoOtherCircuit() {
    endsOneWith(new InjectedFault.Delayed(LATE));
    assertThat(driver.create(TWO)).isEqualTo(LEFT_ALONE);
    assertThat(driver.create(TWO)).isEqualTo(LEFT_ALONE);

    clock.advance(LATE);
    assertThat(driver.create(TWO)).isEqualTo(new EditOutcome.Done());
    clock.advance(IN_DOUBT);
    assertThat(isInService()).isTrue();
  }

  /** A busy element rejects the command and accepts it a minute later. */
  @Test
  void affectsNoOtherCircuitThoughTheCommandWasSentLate() {
    onItsWay = IN_DOUBT.multipliedBy(2);
    endsOneWith(new InjectedFault.Delayed(LATE));
    assertThat(driver.create(TWO)).isEqualTo(unusableUntil("12:03:00"));
    assertThat(isInService()).isTrue();

    onItsWay = Duration.ZERO;
    clock.advance(LATE);
    assertThat(driver.create(TWO)).isEqualTo(new EditOutcome.Done());
    clock.advance(IN_DOUBT);
    assertThat(isInService()).isTrue();
  }

  @Test
  void isFreeForTheNextCircuitAfterTheTimeout() {
    endsOneWith(new InjectedFault.Acknowledged(Acknowledgement.Code.NA, false));
    clock.advance(IN_DOUBT.minusSeconds(1));
    assertThat(driver.create(TWO)).isEqualTo(LEFT_ALONE);
    clock.advance(Duration.ofSeconds(1));
    assertThat(driver.create(TWO)).isEqualTo(new EditOutcome.Done());
    assertThat(isInService()).isTrue();
  }

  /** The command was sent by an earlier process. */
  @Test
  void isKnownAfterARestart() {
    endsOneWith(new InjectedFault.Delayed(LATE));
    driver = newDriver(clock);
    assertThat(driver.create(TWO)).isEqualTo(LEFT_ALONE);
  }

  /** An earlier process ended between the note and the response, at an unknown time. */
  @Test
  void isReservedForTheFullTimeoutIfTheProcessEndedMeanwhile() {
    var _ = new UncertainShutdownPortBlocker(notes, clock, IN_DOUBT).begin(FACILITY, ONE.owner());
    clock.advance(IN_DOUBT.multipliedBy(3));
    driver = newDriver(clock);
    assertThat(driver.create(TWO)).isEqualTo(unusableUntil("12:04:00"));
    clock.advance(IN_DOUBT.minusSeconds(1));
    assertThat(driver.create(TWO)).isEqualTo(unusableUntil("12:04:00"));
    clock.advance(Duration.ofSeconds(1));
    assertThat(driver.create(TWO)).isEqualTo(new EditOutcome.Done());
  }

  /** Our clock, not the element's, by a day. */
  @Test
  void isNotReservedForAsLongAsTheClockIsSetBack() {
    endsOneWith(new InjectedFault.Acknowledged(Acknowledgement.Code.NA, false));
    var setBack = SettableClock.at("2026-11-30T12:00:00Z");
    driver = newDriver(setBack);
    var leftAlone = driver.create(TWO);
    assertThat(leftAlone.toString()).contains("until 2026-11-30T12:01:00Z");
    setBack.advance(IN_DOUBT.minusSeconds(1));
    assertThat(driver.create(TWO)).isEqualTo(leftAlone);
    setBack.advance(Duration.ofSeconds(1));
    assertThat(driver.create(TWO)).isEqualTo(new EditOutcome.Done());
  }

  /** The circuit itself waits until no command is outstanding. */
  @Test
  void doesNotBlockItsOwnCircuit() {
    endsOneWith(new InjectedFault.Acknowledged(Acknowledgement.Code.NA, false));
    assertThat(driver.create(ONE)).isEqualTo(new EditOutcome.Done());
  }

  @Test
  void doesNotBlockOthersAfterADenial() {
    kansas.faults().injectOnce("ED-OC192", new InjectedFault.Deny("SROF", "no"));
    assertThat(driver.delete(ONE)).isInstanceOf(EditOutcome.Denied.class);
    assertThat(driver.create(TWO)).isEqualTo(new EditOutcome.Done());
  }

  /** A denial states nothing about the earlier command, which may still take effect. */
  @Test
  void staysReservedAfterADenialOfTheNextCommand() {
    endsOneWith(new InjectedFault.Delayed(LATE));
    kansas.faults().injectOnce("ED-OC192", new InjectedFault.Deny("SROF", "no"));
    assertThat(driver.delete(ONE)).isInstanceOf(EditOutcome.Denied.class);
    assertThat(driver.create(TWO)).isEqualTo(LEFT_ALONE);
  }
}
