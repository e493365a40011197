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
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.nsap.element.ElementPluginFixture;
import org.touchpaper.nsap.element.LeapingClock;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.PollPolicy;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.segment.kit.ElementUnderTest.Trouble;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.InputCommand;

/**
 * The driver contract for a circuit of 300 Mbit/s that enters a CoreDirector as a VLAN and leaves
 * it in seven STS-1.
 */
class CoreDirectorPluginContractTest extends DriverContract {

  private static final String LAST = "ENT-CRS-STSPC";

  @SuppressWarnings("NullAway.Init") // set before each test
  private ElementPluginFixture metro;

  static Stream<InjectedFault> ambiguousResponsesWithEffect() {
    return Stream.of(
        new InjectedFault.Acknowledged(Acknowledgement.Code.NA, true),
        new InjectedFault.Acknowledged(Acknowledgement.Code.NG, true),
        new InjectedFault.Delayed(Duration.ZERO),
        new InjectedFault.PartialResponse(),
        new InjectedFault.DropAfter());
  }

  static Stream<InjectedFault> ambiguousResponsesWithoutVisibleEffect() {
    return Stream.of(
        new InjectedFault.Acknowledged(Acknowledgement.Code.NA, false),
        new InjectedFault.Delayed(Duration.ofHours(1)),
        new InjectedFault.DropBefore());
  }

  private long sent() {
    return metro.edits().stream().filter(edit -> edit.startsWith(LAST)).count();
  }

  /** The configuration read afterwards decides, not the response, and nothing is sent twice. */
  @ParameterizedTest
  @MethodSource("ambiguousResponsesWithEffect")
  void readsAfterAnAmbiguousResponse(InjectedFault fault) {
    metro.injectOnce(LAST, fault);
    assertThat(circuits().apply(metro.wanted(), List.of()))
        .isInstanceOf(CircuitExecutor.Applied.class);
    assertThat(sent()).isEqualTo(1);
  }

  /** A command without visible effect may still take effect: it is neither repeated nor undone. */
  @ParameterizedTest
  @MethodSource("ambiguousResponsesWithoutVisibleEffect")
  void waitsForAnUncertainEffect(InjectedFault fault) {
    metro.injectOnce(LAST, fault);
    assertThat(circuits().apply(metro.wanted(), List.of()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> assertThat(result.uncertainEffect().settleTime()).isPositive());
    assertThat(sent()).isEqualTo(1);
    assertThat(metro.edits()).noneMatch(edit -> edit.startsWith("DLT-"));
  }

  /** NG: nothing was done, so the other items are undone. */
  @Test
  void undoesASetUpAfterAConflict() {
    metro.injectOnce(LAST, new InjectedFault.Acknowledged(Acknowledgement.Code.NG, false));
    assertThat(circuits().apply(metro.wanted(), List.of()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> assertThat(result.problem()).contains("NG"));
    assertThat(metro.configuration()).isEqualTo(List.of());
  }

  /** It reports the group as out of service, but denies its deletion as in service. */
  @Test
  void waitsForAServiceStateThatLags() {
    assertThat(circuits().apply(metro.wanted(), List.of()))
        .isInstanceOf(CircuitExecutor.Applied.class);
    metro.injectOnce("ED-VCG", new InjectedFault.FalseCompletion());
    assertThat(circuits().apply(List.of(), metro.wanted()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> {
              assertThat(result.problem()).contains("SNVS");
              assertThat(result.uncertainEffect().settleTime()).isPositive();
              assertThat(result.uncertainEffect().mayDelete()).isTrue();
            });
  }

  /** A deleted cross-connect holds its groups for a while, by the element's clock. */
  @Test
  void waitsUntilAGroupIsReleased() {
    assertThat(circuits().apply(metro.wanted(), List.of()))
        .isInstanceOf(CircuitExecutor.Applied.class);
    metro.injectOnce("DLT-CRS-STSPC", new InjectedFault.SlowRelease(Duration.ofSeconds(20)));
    assertThat(circuits().apply(List.of(), metro.wanted()))
        .isInstanceOf(CircuitExecutor.Applied.class);
    assertThat(metro.configuration()).isEqualTo(List.of());
    assertThat(metro.edits().stream().filter(edit -> edit.startsWith("DLT-CRS"))).hasSize(1);
    assertThat(metro.edits().stream().filter(edit -> edit.startsWith("DLT-GTP")).count())
        .isGreaterThan(2);
  }

  /** The element does not list VLAN holders, so it is not queried again for the next circuit. */
  @Test
  void comesUpIfAListIsNotAvailable() {
    metro.failNext("RTRV-EFLOW:METRO-UCL:ALL", Trouble.UNANSWERED);
    assertThat(circuits().apply(metro.wanted(), List.of()))
        .isInstanceOf(CircuitExecutor.Applied.class);
    assertThat(circuits().apply(List.of(), metro.wanted()))
        .isInstanceOf(CircuitExecutor.Applied.class);
    metro.injectOnce("RTRV-EFLOW:METRO-UCL:ALL", new InjectedFault.Deny("SROF", "asked again"));
    assertThat(circuits().apply(metro.wanted(), List.of()))
        .isInstanceOf(CircuitExecutor.Applied.class);
    assertThat(metro.areFaultsSpent()).isFalse();
  }

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    var type = new CoreDirectorPlugin(new PollPolicy(60, Duration.ZERO));
    metro =
        new ElementPluginFixture(
            type,
            new ElementPluginFixture.Emulated(
                "METRO-UCL", ElementModel.CORE_DIRECTOR, folder, new LeapingClock()),
            type.items(
                ElementPluginFixture.elementHop(
                    "METRO-UCL",
                    SignalType.VIRTUAL,
                    300,
                    ElementPluginFixture.port("1-A-9-1-1"),
                    ElementPluginFixture.line("1-A-1-1", 1, 2, 3, 4, 5, 6, 9))),
            "theirs",
            List.of(
                InputCommand.of("ENT-GTP")
                    .withAid("theirs")
                    .withBlock("LBL=theirs", "CTP=1-A-1-1-CTP-9")));
    return metro;
  }
}
