package org.touchpaper.nsap.element.ciena;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.LeapingClock;
import org.touchpaper.nsap.element.MakeUnderTest;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Patience;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.segment.kit.ElementUnderTest.Trouble;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.InputCommand;

/** A circuit of 300 Mbit/s that enters a CoreDirector as a VLAN and leaves it in seven STS-1. */
class CoreDirectorContractTest extends DriverContract {

  private static final String LAST = "ENT-CRS-STSPC";

  @SuppressWarnings("NullAway.Init") // set before each test
  private MakeUnderTest metro;

  static Stream<Fault> saysYesAndDoesIt() {
    return Stream.of(
        new Fault.Acknowledged(Acknowledgement.Code.NA, true),
        new Fault.Acknowledged(Acknowledgement.Code.NG, true),
        new Fault.Delayed(Duration.ZERO),
        new Fault.Partly(),
        new Fault.DropAfter());
  }

  static Stream<Fault> leavesOpenWhetherItDoesIt() {
    return Stream.of(
        new Fault.Acknowledged(Acknowledgement.Code.NA, false),
        new Fault.Delayed(Duration.ofHours(1)),
        new Fault.DropBefore());
  }

  private long sent() {
    return metro.edits().stream().filter(edit -> edit.startsWith(LAST)).count();
  }

  /** Whatever it says or leaves unsaid, what it holds decides, and nothing is sent twice. */
  @ParameterizedTest
  @MethodSource("saysYesAndDoesIt")
  void readsWhatAnAnswerLeavesOpen(Fault fault) {
    metro.next(LAST, fault);
    assertThat(circuits().bring(metro.wanted(), List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(sent()).isEqualTo(1);
  }

  /** What reads as not done may yet be: it is left alone, neither sent again nor undone. */
  @ParameterizedTest
  @MethodSource("leavesOpenWhetherItDoesIt")
  void waitsForWhatMayYetBeDone(Fault fault) {
    metro.next(LAST, fault);
    assertThat(circuits().bring(metro.wanted(), List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class, it -> assertThat(it.doubt().settle()).isPositive());
    assertThat(sent()).isEqualTo(1);
    assertThat(metro.edits()).noneMatch(edit -> edit.startsWith("DLT-"));
  }

  /** NG: it is as it was, so all else is taken back. */
  @Test
  void takesBackWhatAConflictKeptFromBeingWhole() {
    metro.next(LAST, new Fault.Acknowledged(Acknowledgement.Code.NG, false));
    assertThat(circuits().bring(metro.wanted(), List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class, it -> assertThat(it.problem()).contains("NG"));
    assertThat(metro.holdings()).isEqualTo(List.of());
  }

  /** It says that the group is out of service, and denies to delete it because it is in service. */
  @Test
  void waitsForWhatWasTakenOutInWordsOnly() {
    assertThat(circuits().bring(metro.wanted(), List.of())).isInstanceOf(Circuits.Reached.class);
    metro.next("ED-VCG", new Fault.EmptyPromise());
    assertThat(circuits().bring(List.of(), metro.wanted()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class,
            it -> {
              assertThat(it.problem()).contains("SNVS");
              assertThat(it.doubt().settle()).isPositive();
              assertThat(it.doubt().ofDeletes()).isTrue();
            });
  }

  /** A deleted cross-connect holds its groups a while longer, by the element's clock. */
  @Test
  void waitsUntilItLetsGoOfAGroup() {
    assertThat(circuits().bring(metro.wanted(), List.of())).isInstanceOf(Circuits.Reached.class);
    metro.next("DLT-CRS-STSPC", new Fault.SlowRelease(Duration.ofSeconds(20)));
    assertThat(circuits().bring(List.of(), metro.wanted())).isInstanceOf(Circuits.Reached.class);
    assertThat(metro.holdings()).isEqualTo(List.of());
    assertThat(metro.edits().stream().filter(edit -> edit.startsWith("DLT-CRS"))).hasSize(1);
    assertThat(metro.edits().stream().filter(edit -> edit.startsWith("DLT-GTP")).count())
        .isGreaterThan(2);
  }

  /** Who has which VLAN it does not list, and so it is not asked again for the next circuit. */
  @Test
  void comesUpWhereAListIsNeverTold() {
    metro.next("RTRV-EFLOW:METRO-UCL:ALL", Trouble.UNANSWERED);
    assertThat(circuits().bring(metro.wanted(), List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(circuits().bring(List.of(), metro.wanted())).isInstanceOf(Circuits.Reached.class);
    metro.next("RTRV-EFLOW:METRO-UCL:ALL", new Fault.Deny("SROF", "asked again"));
    assertThat(circuits().bring(metro.wanted(), List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(metro.faultsAreSpent()).isFalse();
  }

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    var make = new CoreDirector(new Patience(60, Duration.ZERO));
    metro =
        new MakeUnderTest(
            make,
            new MakeUnderTest.Emulated(
                "METRO-UCL", Dialect.CORE_DIRECTOR, folder, new LeapingClock()),
            make.items(
                MakeUnderTest.crossing(
                    "METRO-UCL",
                    Signal.VIRTUAL,
                    300,
                    MakeUnderTest.port("1-A-9-1-1"),
                    MakeUnderTest.line("1-A-1-1", 1, 2, 3, 4, 5, 6, 9))),
            "theirs",
            List.of(
                InputCommand.of("ENT-GTP").at("theirs").block("LBL=theirs", "CTP=1-A-1-1-CTP-9")));
    return metro;
  }
}
