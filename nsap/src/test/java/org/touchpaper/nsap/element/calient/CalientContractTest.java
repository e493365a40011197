package org.touchpaper.nsap.element.calient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.Crossing;
import org.touchpaper.nsap.element.LeapingClock;
import org.touchpaper.nsap.element.MakeUnderTest;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Doubt;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.Patience;
import org.touchpaper.segment.element.Survey;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.Fault;
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

  private static final List<Item> NEXT = connection("TP-00000000BBBB", "1.1.1", "10.2a.5");

  private static List<Item> connection(String name, String in, String out) {
    var hop = new Route.Hop("RALEIGH", MakeUnderTest.port(in), MakeUnderTest.port(out));
    return new Calient().items(new Crossing(hop, Signal.FIBRE, name, 10_000));
  }

  private void byHand(String ports, String group, String type, String name) {
    var others = (MakeUnderTest) it();
    others.send(InputCommand.of("ENT-CRS").at(ports).block(group, type, name));
    var id = ports.replace(",", type.equals("2WAY") ? "-" : ">");
    others.send(InputCommand.of("ACT-CRS").at(ports).block(id, group));
  }

  /** Light that goes both ways has no first end, and an operator's tool may sort them. */
  @Test
  void aConnectionIsTheSameWhicheverEndIsToldFirst() {
    byHand("10.2a.4,1.1.1", "TOUCHPAPER", "2WAY", MakeUnderTest.NAME);
    var written = it().edits();
    assertThat(circuits().bring(it().wanted(), List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(it().edits()).isEqualTo(written);
    assertThat(circuits().bring(List.of(), it().wanted())).isInstanceOf(Circuits.Reached.class);
    assertThat(it().holdings()).isEqualTo(List.of());
  }

  /** Light one way on a port of ours is somebody's, also from the far end. */
  @Test
  void aForeignConnectionOnEitherPortIsToldByItsHolder() {
    byHand("10.2a.4,5.1.1", "THEIRS", "1WAY", "NIGHTLY");
    assertThat(circuits().bring(it().wanted(), List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class,
            no -> assertThat(no.problem()).contains("CRS 1.1.1-10.2a.4", "held by NIGHTLY"));
  }

  /** A new version may keep one port of the old; what has no name of ours is told before both. */
  @Test
  void aCircuitMovesToAnotherPort() {
    assertThat(circuits().bring(it().wanted(), List.of())).isInstanceOf(Circuits.Reached.class);
    byHand("10.2a.5,5.1.1", "THEIRS", "1WAY", "NIGHTLY");
    assertThat(circuits().bring(NEXT, it().wanted()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class, no -> assertThat(no.problem()).contains("NIGHTLY"));
    assertThat(circuits().look(it().wanted(), Map.of())).hasOnlyElementsOfType(Survey.Intact.class);
    ((MakeUnderTest) it())
        .send(InputCommand.of("CANC-CRS").at("10.2a.5,5.1.1").block("", "THEIRS", "NIGHTLY"));
    ((MakeUnderTest) it())
        .send(InputCommand.of("DLT-CRS").at("10.2a.5,5.1.1").block("", "THEIRS", "NIGHTLY"));
    assertThat(circuits().bring(NEXT, it().wanted())).isInstanceOf(Circuits.Reached.class);
    assertThat(circuits().bring(List.of(), NEXT)).isInstanceOf(Circuits.Reached.class);
    assertThat(it().holdings()).isEqualTo(List.of());
  }

  /** What was entered and never activated is ours all the same: a crash came in between. */
  @Test
  void listsWhatBearsANameOfOurs() {
    assertThat(it().driver().listOurs()).isEmpty();
    ((MakeUnderTest) it())
        .send(
            InputCommand.of("ENT-CRS")
                .at("1.1.1,7.1.1")
                .block("TOUCHPAPER", "1WAY", "TP-0123456789AB"));
    byHand("5.1.1,10.2a.4", "THEIRS", "1WAY", "NIGHTLY");
    assertThat(it().driver().listOurs())
        .singleElement()
        .returns("1.1.1>7.1.1", Item::key)
        .returns("TP-0123456789AB", Item::owner);
  }

  /** Completed is an acceptance: of activating as well as of cancelling. */
  @Test
  void whatIsCompletedAndNotDoneIsNotBelieved() {
    var others = (MakeUnderTest) it();
    others.next("ACT-CRS", new Fault.EmptyPromise());
    assertThat(circuits().bring(it().wanted(), List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class,
            no -> {
              assertThat(no.problem()).contains("NO LIGHT", "STATE=UMA/RDY");
              assertThat(no.doubt().settle()).isPositive(); // it may be activated yet
            });
    assertThat(circuits().bring(it().wanted(), List.of())).isInstanceOf(Circuits.Reached.class);
    others.next("CANC-CRS", new Fault.EmptyPromise());
    assertThat(circuits().bring(List.of(), it().wanted())).isInstanceOf(Circuits.NotReached.class);
    assertThat(circuits().bring(List.of(), it().wanted())).isInstanceOf(Circuits.Reached.class);
    assertThat(it().holdings()).isEqualTo(List.of());
  }

  /** It stays as it was entered, which is seen, so there is nothing to wait for. */
  @Test
  void whatIsEnteredAndDeniedToBeActivatedIsUndoneAtOnce() {
    ((MakeUnderTest) it()).next("ACT-CRS", new Fault.Deny("SROF", "Requested Operation Failed"));
    assertThat(circuits().bring(it().wanted(), List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class,
            no -> {
              assertThat(no.problem()).contains("SROF Requested Operation Failed");
              assertThat(no.doubt()).isEqualTo(Doubt.NONE);
            });
    assertThat(it().holdings()).isEqualTo(List.of());
  }

  /** It was activated: that the session is lost while the light is looked for is no "not sent". */
  @Test
  void whatWasActivatedAndCannotBeLookedAtIsUnknown() {
    var wanted = it().wanted().getFirst();
    assertThat(it().driver().create(wanted)).isInstanceOf(Outcome.Done.class);
    ((MakeUnderTest) it()).next("RTRV-CRS", new Fault.DropBefore());
    assertThat(it().driver().activate(wanted))
        .isInstanceOfSatisfying(
            Outcome.Unknown.class, it -> assertThat(it.reason()).contains("activated"));
    assertThat(((MakeUnderTest) it()).faultsAreSpent()).isTrue();
  }

  /**
   * A neighbour that is taken down at the same moment takes the light with it, and cancels nothing.
   */
  @Test
  void lightThatGoesOutMeanwhileIsNoSignOfCancelling() {
    var others = (MakeUnderTest) it();
    assertThat(circuits().bring(it().wanted(), List.of())).isInstanceOf(Circuits.Reached.class);
    var isDark = new CountDownLatch(1);
    others.next("CANC-CRS", new Fault.EmptyPromise());
    others.next("DLT-CRS", new Fault.Slow(isDark));
    Thread.startVirtualThread(() -> {
      await().pollInterval(Duration.ofMillis(1)).until(others::faultsAreSpent);
      others.send(InputCommand.of("RMV-PORT").at("1.1.1"));
      isDark.countDown();
    });
    assertThat(circuits().bring(List.of(), it().wanted()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class,
            no -> {
              assertThat(no.problem()).contains("Connection is Active");
              assertThat(no.doubt().ofDeletes()).isTrue(); // it may be cancelled yet
            });
    assertThat(it().driver().alarms()).as("dark").hasSize(1);
  }

  /** It may be entered yet, though it was not there to be activated. */
  @Test
  void whatIsCompletedAndNotEnteredIsInDoubtThoughTheRestIsDenied() {
    ((MakeUnderTest) it()).next("ENT-CRS", new Fault.EmptyPromise());
    assertThat(circuits().bring(it().wanted(), List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class,
            no -> {
              assertThat(no.problem()).contains("denied");
              assertThat(no.doubt().settle()).isPositive();
            });
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
