package org.touchpaper.nsap.element.polatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.nsap.element.ElementPluginFixture;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.ItemSurveyResult;
import org.touchpaper.segment.inventory.DriverItemNoteRepository;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.tl1.message.InputCommand;

/** The driver contract for a patch, which has no name on the switch. */
class PolatisPluginContractTest extends DriverContract {

  private static final String NEXT = "TP-00000000BBBB";

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    return new ElementPluginFixture(
        new PolatisPlugin(),
        ElementModel.POLATIS,
        folder,
        ElementPluginFixture.elementHop(
            "POL1",
            SignalType.FIBRE,
            10_000,
            ElementPluginFixture.port("17"),
            ElementPluginFixture.port("3")),
        "unknown owner of patch 3,40",
        List.of(byHand("ENT", "3,40")));
  }

  private static InputCommand byHand(String verb, String aid) {
    return InputCommand.of(verb + "-PATCH").withTid("\"POL1\"").withAid(aid).withBlock("");
  }

  private void send(InputCommand command) {
    ((ElementPluginFixture) underTest()).send(command);
  }

  private static List<ConfigItem> of(String owner, String patch) {
    return List.of(
        new ConfigItem(
            "POL1", PolatisPlugin.PATCH, patch, owner, Map.of(PolatisPlugin.PORTS, patch)));
  }

  private void up(List<ConfigItem> items) {
    assertThat(circuits().apply(items, List.of())).isInstanceOf(CircuitExecutor.Applied.class);
  }

  private void down(List<ConfigItem> items) {
    assertThat(circuits().apply(List.of(), items)).isInstanceOf(CircuitExecutor.Applied.class);
  }

  private void isRefused(List<ConfigItem> items, String... texts) {
    assertThat(circuits().apply(items, List.of()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> assertThat(result.problem()).contains(texts));
  }

  @Test
  void leavesAForeignPatchOfTheSamePortsAlone() {
    send(byHand("ENT", "3,17"));
    isRefused(underTest().wanted(), "PATCH 3,17 on POL1 is held by unknown owner of patch 3,17");
    down(underTest().wanted());
    assertThat(underTest().edits()).containsExactly("ENT-PATCH:\"POL1\":3,17:");
  }

  /** However late and often the first circuit is removed, the second keeps its light. */
  @Test
  void aCircuitOnTheSamePortsWaitsForThePreviousAndIsNotDisturbedByIt() {
    var first = underTest().wanted();
    var second = of(NEXT, "3,17");
    up(first);
    isRefused(second, "PATCH 3,17 on POL1 is held by " + ElementPluginFixture.NAME);
    var patch = underTest().driver().read(List.of(first.getFirst().place())).items();
    down(first);
    up(second);
    down(first);
    patch.forEach(underTest().driver()::delete); // as planned before the second circuit
    assertThat(circuits().survey(second, Map.of()))
        .hasOnlyElementsOfType(ItemSurveyResult.Intact.class);
    down(second);
    assertThat(underTest().edits()).filteredOn(edit -> edit.startsWith("DLT")).hasSize(2);
  }

  /** A new version may use one of its ports in another patch. */
  @Test
  void aCircuitMovesToAnotherPortAndDoesNotDisturbOthers() {
    up(underTest().wanted());
    var moved = of(NEXT, "3,40");
    assertThat(circuits().apply(moved, underTest().wanted()))
        .isInstanceOf(CircuitExecutor.Applied.class);
    send(byHand("ENT", "5,17"));
    assertThat(circuits().apply(underTest().wanted(), moved))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> assertThat(result.problem()).contains("patch 5,17"));
    assertThat(circuits().survey(moved, Map.of()))
        .hasOnlyElementsOfType(ItemSurveyResult.Intact.class);
    down(moved);
  }

  /** The service crashed after sending the command and before the response. */
  @Test
  void aPatchCreatedDuringACrashIsOurs() {
    ElementPluginFixture.NOTES
        .of("POL1")
        .put(PolatisPlugin.PATCH, "3,17", ElementPluginFixture.NAME);
    send(byHand("ENT", "3,17"));
    up(underTest().wanted());
    down(underTest().wanted());
    assertThat(underTest().configuration()).isEqualTo(List.of());
    assertThat(ElementPluginFixture.NOTES.of("POL1").list(PolatisPlugin.PATCH)).isEmpty();
  }

  /** Notes about missing patches become stale, and this one was missing for that long. */
  @Test
  void aPatchCreatedAfterALongBusyTimeIsOurs() {
    var isFree = new CountDownLatch(1);
    var otherPatch = (ElementPluginFixture) underTest();
    otherPatch.injectOnce("ENT-PATCH", new InjectedFault.SlowResponse(isFree));
    var up =
        CompletableFuture.supplyAsync(
            () -> circuits().apply(underTest().wanted(), List.of()), Thread::startVirtualThread);
    await().pollInterval(Duration.ofMillis(1)).until(otherPatch::areFaultsSpent);
    ElementPluginFixture.NOTES.advanceAge(
        DriverItemNoteRepository.MAX_EDIT_DURATION.plusSeconds(1));
    ElementPluginFixture.NOTES.of("POL1").removeIfStale(PolatisPlugin.PATCH, "3,17");
    isFree.countDown();
    assertThat(up.join()).isInstanceOf(CircuitExecutor.Applied.class);
    down(underTest().wanted());
    assertThat(underTest().configuration()).isEqualTo(List.of());
  }

  /** A denied patch is not ours if it is created later. */
  @Test
  void aDeniedPatchCreatedByHandIsNotOurs() {
    underTest().failNext("ENT-PATCH", ElementUnderTest.Trouble.DENIED);
    isRefused(underTest().wanted(), "SROF");
    send(byHand("ENT", "3,17"));
    isRefused(underTest().wanted(), "unknown owner of patch 3,17");
    down(underTest().wanted());
    assertThat(underTest().edits()).noneMatch(edit -> edit.startsWith("DLT"));
  }

  /** Long after our patch was removed by hand, the same patch is created by another party. */
  @Test
  void aPatchRemovedAndCreatedMuchLaterIsNotOurs() {
    up(underTest().wanted());
    send(byHand("DLT", "3"));
    assertThat(circuits().survey(underTest().wanted(), Map.of()))
        .hasOnlyElementsOfType(ItemSurveyResult.Removed.class);
    assertThat(ElementPluginFixture.NOTES.of("POL1").list(PolatisPlugin.PATCH)).isNotEmpty();
    ElementPluginFixture.NOTES.advanceAge(
        DriverItemNoteRepository.MAX_EDIT_DURATION.plusSeconds(1));
    down(underTest().wanted());
    assertThat(ElementPluginFixture.NOTES.of("POL1").list(PolatisPlugin.PATCH)).isEmpty();
    send(byHand("ENT", "3,17"));
    down(underTest().wanted());
    isRefused(underTest().wanted(), "unknown owner of patch 3,17");
  }

  /** A switch that completed a deletion without effect still has our patch. */
  @Test
  void aPatchIsOursUntilItIsReadAsMissing() {
    up(underTest().wanted());
    ((ElementPluginFixture) underTest())
        .injectOnce("DLT-PATCH", new InjectedFault.FalseCompletion());
    assertThat(circuits().apply(List.of(), underTest().wanted()))
        .isInstanceOf(CircuitExecutor.NotApplied.class);
    down(underTest().wanted());
    assertThat(underTest().configuration()).isEqualTo(List.of());
  }

  @Test
  void parsesPairsOfPortsOnly() {
    assertThat(List.of("3,17", "17,3", "\"3,17\"", "\\\"3,17\\\""))
        .allSatisfy(row -> assertThat(PolatisPlugin.findPatch(row)).contains("3,17"));
    assertThat(List.of("", "17", "3,17,40", "3,LOOP"))
        .allSatisfy(row -> assertThat(PolatisPlugin.findPatch(row)).isEmpty());
  }

  @Test
  void aPortWithoutLightIsAnAlarmOfItsPatches() {
    ((ElementPluginFixture) underTest()).loseSignal("17");
    assertThat(underTest().driver().alarms())
        .singleElement()
        .satisfies(alarm -> {
          assertThat(alarm.description()).isEqualTo("LOS on 17 of POL1");
          assertThat(underTest().wanted()).allMatch(alarm::concerns);
          assertThat(of(NEXT, "7,40")).noneMatch(alarm::concerns);
        });
  }

  /** Neither operators nor the alarm query need to know this TID notation. */
  @Test
  void onlyTheSessionQuotesTheTid(@TempDir Path other) throws Exception {
    try (var element =
            EmulatedElement.start(ElementConfig.demo("POL2", ElementModel.POLATIS), other);
        var line =
            new PolatisPlugin()
                .open(
                    ElementPluginFixture.settings(
                        new ElementEndpoint("POL2", "127.0.0.1", element.port()),
                        SessionTiming.defaults(Clock.systemUTC()),
                        Set.of()))
                .session()) {
      element.loseSignal("17");
      assertThat(((Tl1Session) line).send(InputCommand.of("RTRV-ALM-ALL")))
          .isInstanceOfSatisfying(
              Tl1Outcome.Completed.class, completed -> assertThat(completed.rows()).hasSize(1));
      assertThat(((Tl1Session) line).send(InputCommand.of("RTRV-ALM-ALL").withTid("POL2")))
          .isInstanceOfSatisfying(
              Tl1Outcome.Denied.class, denied -> assertThat(denied.code()).isEqualTo("IITA"));
    }
  }

  @Test
  void aSwitchWithoutTheCommandHasNoAlarms() {
    ((ElementPluginFixture) underTest())
        .injectOnce("RTRV-ALM-ALL", new InjectedFault.Deny("ICNV", "Input, Command Not Valid"));
    assertThat(underTest().driver().alarms()).isEmpty();
  }

  @Test
  void listsPatchesWithNotes() {
    up(underTest().wanted());
    send(byHand("ENT", "5,40"));
    assertThat(underTest().driver().listOwned())
        .singleElement()
        .returns("3,17", ConfigItem::key)
        .returns(ElementPluginFixture.NAME, ConfigItem::owner);
    down(underTest().wanted());
    assertThat(underTest().driver().listOwned()).isEmpty();
  }
}
