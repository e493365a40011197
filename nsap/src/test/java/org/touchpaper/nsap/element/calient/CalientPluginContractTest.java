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
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.nsap.element.ElementHop;
import org.touchpaper.nsap.element.ElementPluginFixture;
import org.touchpaper.nsap.element.LeapingClock;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ItemSurveyResult;
import org.touchpaper.segment.element.PollPolicy;
import org.touchpaper.segment.element.UncertainEffect;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.tl1.message.InputCommand;

/** The driver contract for a bidirectional connection on a DiamondWave. */
class CalientPluginContractTest extends DriverContract {

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    var make = new CalientPlugin(new PollPolicy(2, Duration.ZERO));
    return new ElementPluginFixture(
        make,
        new ElementPluginFixture.Emulated(
            "RALEIGH", ElementModel.CALIENT, folder, new LeapingClock()),
        make.items(
            ElementPluginFixture.elementHop(
                "RALEIGH",
                SignalType.FIBRE,
                10_000,
                ElementPluginFixture.port("1.1.1"),
                ElementPluginFixture.port("10.2a.4"))),
        "LIBRARY",
        List.of(
            InputCommand.of("ENT-CRS")
                .withAid("1.1.7,1.1.1")
                .withBlock("THEIRS", "1WAY", "LIBRARY")));
  }

  /** The element completes ENT and ACT for a port that was removed, and reports OC=FAIL. */
  @Test
  void aConnectionWithoutLightFails() {
    ((ElementPluginFixture) underTest()).send(InputCommand.of("RMV-PORT").withAid("1.1.1"));
    assertThat(circuits().apply(underTest().wanted(), List.of()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            failed -> assertThat(failed.problem()).contains("NO LIGHT").contains("LIGHT=FAIL"));
    ((ElementPluginFixture) underTest()).send(InputCommand.of("RST-PORT").withAid("1.1.1"));
    assertThat(circuits().apply(underTest().wanted(), List.of()))
        .isInstanceOf(CircuitExecutor.Applied.class);
  }

  private static final List<ConfigItem> NEXT = connection("TP-00000000BBBB", "1.1.1", "10.2a.5");

  private static List<ConfigItem> connection(String name, String in, String out) {
    var hop =
        new Route.Hop("RALEIGH", ElementPluginFixture.port(in), ElementPluginFixture.port(out));
    return new CalientPlugin().items(new ElementHop(hop, SignalType.FIBRE, name, 10_000));
  }

  private void byHand(String ports, String group, String type, String name) {
    var otherConnection = (ElementPluginFixture) underTest();
    otherConnection.send(InputCommand.of("ENT-CRS").withAid(ports).withBlock(group, type, name));
    var id = ports.replace(",", type.equals("2WAY") ? "-" : ">");
    otherConnection.send(InputCommand.of("ACT-CRS").withAid(ports).withBlock(id, group));
  }

  /** A bidirectional connection has no first end; operators' tools may reorder the ends. */
  @Test
  void aConnectionIsTheSameInEitherOrder() {
    byHand("10.2a.4,1.1.1", "TOUCHPAPER", "2WAY", ElementPluginFixture.NAME);
    var written = underTest().edits();
    assertThat(circuits().apply(underTest().wanted(), List.of()))
        .isInstanceOf(CircuitExecutor.Applied.class);
    assertThat(underTest().edits()).isEqualTo(written);
    assertThat(circuits().apply(List.of(), underTest().wanted()))
        .isInstanceOf(CircuitExecutor.Applied.class);
    assertThat(underTest().configuration()).isEqualTo(List.of());
  }

  /** A one-way connection on a port of ours is another party's, also from the far end. */
  @Test
  void aForeignConnectionOnEitherPortIsReportedWithItsOwner() {
    byHand("10.2a.4,5.1.1", "THEIRS", "1WAY", "NIGHTLY");
    assertThat(circuits().apply(underTest().wanted(), List.of()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result ->
                assertThat(result.problem()).contains("CRS 1.1.1-10.2a.4", "held by NIGHTLY"));
  }

  /** A new version may keep one port; foreign connections take precedence in reports. */
  @Test
  void aCircuitMovesToAnotherPort() {
    assertThat(circuits().apply(underTest().wanted(), List.of()))
        .isInstanceOf(CircuitExecutor.Applied.class);
    byHand("10.2a.5,5.1.1", "THEIRS", "1WAY", "NIGHTLY");
    assertThat(circuits().apply(NEXT, underTest().wanted()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> assertThat(result.problem()).contains("NIGHTLY"));
    assertThat(circuits().survey(underTest().wanted(), Map.of()))
        .hasOnlyElementsOfType(ItemSurveyResult.Intact.class);
    ((ElementPluginFixture) underTest())
        .send(
            InputCommand.of("CANC-CRS")
                .withAid("10.2a.5,5.1.1")
                .withBlock("", "THEIRS", "NIGHTLY"));
    ((ElementPluginFixture) underTest())
        .send(
            InputCommand.of("DLT-CRS").withAid("10.2a.5,5.1.1").withBlock("", "THEIRS", "NIGHTLY"));
    assertThat(circuits().apply(NEXT, underTest().wanted()))
        .isInstanceOf(CircuitExecutor.Applied.class);
    assertThat(circuits().apply(List.of(), NEXT)).isInstanceOf(CircuitExecutor.Applied.class);
    assertThat(underTest().configuration()).isEqualTo(List.of());
  }

  /** A connection that was entered and, after a crash, never activated is ours. */
  @Test
  void listsItemsWithOurNames() {
    assertThat(underTest().driver().listOwned()).isEmpty();
    ((ElementPluginFixture) underTest())
        .send(
            InputCommand.of("ENT-CRS")
                .withAid("1.1.1,7.1.1")
                .withBlock("TOUCHPAPER", "1WAY", "TP-0123456789AB"));
    byHand("5.1.1,10.2a.4", "THEIRS", "1WAY", "NIGHTLY");
    assertThat(underTest().driver().listOwned())
        .singleElement()
        .returns("1.1.1>7.1.1", ConfigItem::key)
        .returns("TP-0123456789AB", ConfigItem::owner);
  }

  /** COMPLD only means accepted, for ACT and for CANC. */
  @Test
  void completedWithoutEffectIsDetected() {
    var otherConnection = (ElementPluginFixture) underTest();
    otherConnection.injectOnce("ACT-CRS", new InjectedFault.FalseCompletion());
    assertThat(circuits().apply(underTest().wanted(), List.of()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> {
              assertThat(result.problem()).contains("NO LIGHT", "STATE=UMA/RDY");
              assertThat(result.uncertainEffect().settleTime())
                  .isPositive(); // the activation may still take effect
            });
    assertThat(circuits().apply(underTest().wanted(), List.of()))
        .isInstanceOf(CircuitExecutor.Applied.class);
    otherConnection.injectOnce("CANC-CRS", new InjectedFault.FalseCompletion());
    assertThat(circuits().apply(List.of(), underTest().wanted()))
        .isInstanceOf(CircuitExecutor.NotApplied.class);
    assertThat(circuits().apply(List.of(), underTest().wanted()))
        .isInstanceOf(CircuitExecutor.Applied.class);
    assertThat(underTest().configuration()).isEqualTo(List.of());
  }

  /** It is read as entered, so there is nothing to wait for. */
  @Test
  void aDeniedActivationIsUndoneAtOnce() {
    ((ElementPluginFixture) underTest())
        .injectOnce("ACT-CRS", new InjectedFault.Deny("SROF", "Requested Operation Failed"));
    assertThat(circuits().apply(underTest().wanted(), List.of()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> {
              assertThat(result.problem()).contains("SROF Requested Operation Failed");
              assertThat(result.uncertainEffect()).isEqualTo(UncertainEffect.NONE);
            });
    assertThat(underTest().configuration()).isEqualTo(List.of());
  }

  /** The activation completed, so a lost session afterwards is not "not sent". */
  @Test
  void anActivationThatCannotBeReadIsUnknown() {
    var wanted = underTest().wanted().getFirst();
    assertThat(underTest().driver().create(wanted)).isInstanceOf(EditOutcome.Done.class);
    ((ElementPluginFixture) underTest()).injectOnce("RTRV-CRS", new InjectedFault.DropBefore());
    assertThat(underTest().driver().activate(wanted))
        .isInstanceOfSatisfying(
            EditOutcome.Unknown.class,
            unknown -> assertThat(unknown.reason()).contains("activated"));
    assertThat(((ElementPluginFixture) underTest()).areFaultsSpent()).isTrue();
  }

  /** A neighbour removed at the same time takes the light with it, and cancels nothing. */
  @Test
  void lossOfLightIsNotACancellation() {
    var otherConnection = (ElementPluginFixture) underTest();
    assertThat(circuits().apply(underTest().wanted(), List.of()))
        .isInstanceOf(CircuitExecutor.Applied.class);
    var isDark = new CountDownLatch(1);
    otherConnection.injectOnce("CANC-CRS", new InjectedFault.FalseCompletion());
    otherConnection.injectOnce("DLT-CRS", new InjectedFault.SlowResponse(isDark));
    Thread.startVirtualThread(() -> {
      await().pollInterval(Duration.ofMillis(1)).until(otherConnection::areFaultsSpent);
      otherConnection.send(InputCommand.of("RMV-PORT").withAid("1.1.1"));
      isDark.countDown();
    });
    assertThat(circuits().apply(List.of(), underTest().wanted()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> {
              assertThat(result.problem()).contains("Connection is Active");
              assertThat(result.uncertainEffect().mayDelete())
                  .isTrue(); // the cancellation may still take effect
            });
    assertThat(underTest().driver().alarms()).as("dark").hasSize(1);
  }

  /** It may still be entered, though it could not be activated. */
  @Test
  void completedButMissingIsUncertainThoughTheRestIsDenied() {
    ((ElementPluginFixture) underTest()).injectOnce("ENT-CRS", new InjectedFault.FalseCompletion());
    assertThat(circuits().apply(underTest().wanted(), List.of()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> {
              assertThat(result.problem()).contains("denied");
              assertThat(result.uncertainEffect().settleTime()).isPositive();
            });
  }

  /** Loss of light impairs a circuit; a cancelled connection counts as removed. */
  @Test
  void lossOfLightRemovesNothing() {
    var otherConnection = (ElementPluginFixture) underTest();
    assertThat(circuits().apply(underTest().wanted(), List.of()))
        .isInstanceOf(CircuitExecutor.Applied.class);
    otherConnection.send(InputCommand.of("RMV-PORT").withAid("1.1.1"));
    assertThat(circuits().survey(underTest().wanted(), Map.of()))
        .hasOnlyElementsOfType(ItemSurveyResult.Intact.class);
    assertThat(underTest().driver().alarms())
        .singleElement()
        .satisfies(alarm -> {
          assertThat(alarm.description())
              .isEqualTo("no light through 1.1.1-10.2a.4 of RALEIGH: FAIL");
          assertThat(underTest().wanted()).allMatch(alarm::concerns);
        });
    otherConnection.send(InputCommand.of("RST-PORT").withAid("1.1.1"));
    assertThat(circuits().survey(underTest().wanted(), Map.of()))
        .hasOnlyElementsOfType(ItemSurveyResult.Intact.class);
    assertThat(underTest().driver().alarms()).isEmpty();

    otherConnection.send(
        InputCommand.of("CANC-CRS")
            .withAid("1.1.1,10.2a.4")
            .withBlock("", "TOUCHPAPER", ElementPluginFixture.NAME));
    assertThat(circuits().survey(underTest().wanted(), Map.of()))
        .hasOnlyElementsOfType(ItemSurveyResult.Removed.class);
  }
}
