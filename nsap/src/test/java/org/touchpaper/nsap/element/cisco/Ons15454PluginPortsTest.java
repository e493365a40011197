package org.touchpaper.nsap.element.cisco;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.touchpaper.nsap.element.ElementPluginFixture.line;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.nsap.element.ElementHop;
import org.touchpaper.nsap.element.ElementPluginFixture;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementEvent;
import org.touchpaper.segment.element.ItemSurveyResult;
import org.touchpaper.segment.element.UncertainEffect;
import org.touchpaper.segment.inventory.DriverItemNoteRepository;
import org.touchpaper.tl1.message.InputCommand;

/** Circuits put ports of an ONS 15454 in service and leave them as found. */
class Ons15454PluginPortsTest {

  private static final Ons15454Plugin MAKE = Ons15454Plugin.sonet();

  @TempDir Path folder;
  private ElementPluginFixture ons;
  private CircuitExecutor circuits;

  /** Two circuits through the same two ports. */
  private final List<ConfigItem> first = circuit(ElementPluginFixture.NAME, 2);

  private final List<ConfigItem> second = circuit("TP-00000000BBBB", 5);

  @SuppressWarnings("NullAway.Init") // set before each test
  Ons15454PluginPortsTest() {}

  private static List<ConfigItem> circuit(String name, int slot) {
    var hop = new Route.Hop("KANSAS", line("STS-6", slot), line("STS-16-2", slot));
    return MAKE.items(new ElementHop(hop, SignalType.VIRTUAL, name, 48));
  }

  @BeforeEach
  void start() throws IOException {
    ons =
        new ElementPluginFixture(
            MAKE,
            new ElementPluginFixture.Emulated(
                "KANSAS", ElementModel.ONS_15454, folder, Clock.systemUTC()),
            first,
            "",
            List.of());
    circuits = new CircuitExecutor(DriverRegistry.of(List.of(ons.driver())), Duration.ofSeconds(1));
  }

  @AfterEach
  void stop() {
    ons.close();
  }

  private void up(List<ConfigItem> items) {
    assertThat(circuits.apply(items, List.of())).isInstanceOf(CircuitExecutor.Applied.class);
  }

  private void down(List<ConfigItem> items) {
    assertThat(circuits.apply(List.of(), items)).isInstanceOf(CircuitExecutor.Applied.class);
  }

  private void isRefused(List<ConfigItem> items, String... texts) {
    assertThat(circuits.apply(items, List.of()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> assertThat(result.problem()).contains(texts));
  }

  private List<ItemSurveyResult> survey(List<ConfigItem> items) {
    return circuits.survey(items, Map.of());
  }

  private static InputCommand edit(String facility, String name, String... state) {
    var type = facility.startsWith("FAC-16") ? "OC12" : "OC192";
    return InputCommand.of("ED-" + type)
        .withAid(facility)
        .withBlock("")
        .withBlock(name)
        .withBlock(state);
  }

  private static InputCommand enter(String aid, String type, String circuit) {
    return InputCommand.of("ENT-CRS-STS1").withAid(aid).withBlock(type).withBlock(circuit);
  }

  private boolean holds(String entity) {
    return ons.configuration().toString().contains(entity);
  }

  /** The element reports changes only on request. */
  @Test
  void aChangeReportTriggersAReading() {
    var hints = new CopyOnWriteArrayList<ElementEvent>();
    ons.driver().watch(hints::add);
    await().until(() -> hints.contains(new ElementEvent.Connected("KANSAS")));
    ons.send(edit("FAC-6-1", "", "IS"));
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> hints.contains(new ElementEvent.Reported("KANSAS", "REPT DBCHG")));
  }

  @Test
  void aPortThatTheSitePutInServiceIsNotEdited() {
    ons.send(edit("FAC-6-1", "NAME=\"UPLINK\"", "IS"));
    ons.send(edit("FAC-16-2", "", "IS"));
    var before = ons.configuration();
    up(first);
    down(first);
    assertThat(ons.configuration()).isEqualTo(before);
    assertThat(ons.edits()).filteredOn(edit -> edit.startsWith("ED-")).hasSize(2);
  }

  @Test
  void aPortFoundOutOfServiceIsRestoredWithItsName() {
    ons.send(edit("FAC-6-1", "NAME=\"UPLINK\"", ""));
    ons.send(edit("FAC-16-2", "", "IS", "AINS"));
    var before = ons.configuration();
    up(first);
    assertThat(holds("name=FAC-6-1, attributes={NAME=UPLINK, PST=IS}")).isTrue();
    assertThat(holds("name=FAC-16-2, attributes={NAME=TOUCHPAPER, PST=IS}")).isTrue();
    down(first);
    assertThat(ons.configuration()).isEqualTo(before);
  }

  /**
   * Notes about ports out of service become stale, and this port was out of service for that long.
   */
  @Test
  void aPortPutInServiceAfterALongBusyTimeIsRestored() {
    ons.send(edit("FAC-6-1", "NAME=\"UPLINK\"", ""));
    var before = ons.configuration();
    var isFree = new CountDownLatch(1);
    ons.injectOnce("ED-OC192", new InjectedFault.SlowResponse(isFree));
    var up =
        CompletableFuture.supplyAsync(
            () -> circuits.apply(first, List.of()), Thread::startVirtualThread);
    await().pollInterval(Duration.ofMillis(1)).until(ons::areFaultsSpent);
    ElementPluginFixture.NOTES.advanceAge(
        DriverItemNoteRepository.MAX_EDIT_DURATION.plusSeconds(1));
    ElementPluginFixture.NOTES.of("KANSAS").removeIfStale(SharedPortActivator.FOUND, "FAC-6-1");
    isFree.countDown();
    assertThat(up.join()).isInstanceOf(CircuitExecutor.Applied.class);
    down(first);
    assertThat(ons.configuration()).isEqualTo(before);
  }

  @Test
  void theLastOfSeveralCircuitsRestoresAPort() {
    up(first);
    up(second);
    down(first);
    assertThat(survey(second)).hasOnlyElementsOfType(ItemSurveyResult.Intact.class);
    down(second);
    assertThat(ons.configuration()).isEqualTo(List.of());
  }

  /** It holds the port, and is about to be entered, when the earlier circuit releases it. */
  @Test
  void aCircuitThatBeginsWhileAnotherEndsFindsItsPortsInService() {
    up(first);
    second.stream().limit(2).forEach(ons.driver()::create);
    down(first);
    assertThat(holds("FAC-6-1") && holds("FAC-16-2")).isTrue();
    up(second);
    down(second);
    assertThat(ons.configuration()).isEqualTo(List.of());
  }

  /** The response to the shutdown is lost, so the note stays for a while. */
  @Test
  void aNoteLeftBehindKeepsNoPortInService() {
    up(first);
    ons.injectOnce("ED-OC192", new InjectedFault.DropAfter());
    if (circuits.apply(List.of(), first) instanceof CircuitExecutor.NotApplied) {
      down(first);
    }
    assertThat(ons.configuration()).isEqualTo(List.of());
    up(second);
    down(second);
    assertThat(ons.configuration()).isEqualTo(List.of());
  }

  @Test
  void aPortInForeignUseStaysInServiceUntilItIsFree() {
    up(first);
    ons.send(enter("STS-6-50,STS-16-2-12", "2WAY", "CKTID=\"LIBRARY\""));
    down(first);
    assertThat(holds("FAC-6-1") && holds("FAC-16-2") && holds("LIBRARY")).isTrue();
    ons.send(InputCommand.of("DLT-CRS-STS1").withAid("STS-6-50,STS-16-2-12"));
    up(second);
    down(second);
    assertThat(ons.configuration()).isEqualTo(List.of());
  }

  /** For example a foreign VT1, which we do not query: the element knows. */
  @Test
  void aPortReportedInUseStaysInServiceWithoutDelay() {
    up(first);
    ons.injectOnce(
        "ED-OC192",
        new InjectedFault.Deny("SROF", "Status, Requested Op Failed: port having connection"));
    down(first);
    assertThat(holds("FAC-6-1")).isTrue();
    assertThat(holds("FAC-16-2")).isFalse();
    up(second);
    down(second);
    assertThat(ons.configuration()).isEqualTo(List.of());
  }

  /** A late ED would take the port from the next circuit. */
  @Test
  void aRestoredPortThatStillReadsInServiceIsReserved() {
    up(first);
    ons.injectOnce("ED-OC192", new InjectedFault.FalseCompletion());
    assertThat(circuits.apply(List.of(), first))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> {
              assertThat(result.problem()).contains("completed, but FAC-6-1 is still in service");
              assertThat(result.uncertainEffect())
                  .isEqualTo(new UncertainEffect(Duration.ofSeconds(1), true));
            });
    down(first);
    assertThat(ons.configuration()).isEqualTo(List.of());
  }

  /** We were denied to put it in service; if the site does, the port is the site's. */
  @Test
  void aPortThatTheSitePutInServiceAfterOurDenialIsTheSites() {
    ons.injectOnce(
        "ED-OC192", new InjectedFault.Deny("SROF", "Status, Requested Operation Failed"));
    isRefused(first, "SROF");
    ons.send(edit("FAC-6-1", "", "IS"));
    up(first);
    down(first);
    assertThat(ons.configuration().toString()).contains("FAC-6-1").doesNotContain("FAC-16-2");
  }

  /** The noted original state is obsolete once no circuit of ours holds the port. */
  @Test
  void aPortThatTheSitePutInServiceSinceStaysInService() {
    ElementPluginFixture.NOTES
        .of("KANSAS")
        .put(SharedPortActivator.FOUND, "FAC-6-1", "OOS-MA,DSBLD");
    ons.send(edit("FAC-6-1", "NAME=\"UPLINK\"", "IS"));
    up(first);
    down(first);
    assertThat(holds("name=FAC-6-1, attributes={NAME=UPLINK, PST=IS}")).isTrue();
  }

  /** A cut fibre puts its port out of service autonomously. */
  @Test
  void lossOfSignalRemovesNothing() {
    up(first);
    ons.loseSignal("FAC-6-1");
    assertThat(survey(first)).hasOnlyElementsOfType(ItemSurveyResult.Intact.class);
    assertThat(ons.driver().alarms())
        .anySatisfy(alarm -> {
          assertThat(alarm.description()).isEqualTo("LOS on FAC-6-1 of KANSAS");
          assertThat(alarm.concerns(first.getFirst())).isTrue();
          assertThat(alarm.concerns(first.get(1))).isFalse();
        });
    up(second);
    down(first);
    down(second);
    assertThat(ons.configuration()).isEqualTo(List.of());
  }

  @Test
  void aPortTakenOutOfServiceCountsAsRemoved() {
    up(first);
    ons.send(edit("FAC-6-1", "", "OOS", "MT"));
    assertThat(survey(first)).hasOnlyElementsOfType(ItemSurveyResult.Removed.class);
  }

  /** A crew may have the fibre open: a new circuit must not switch on its laser. */
  @Test
  void aPortTakenOutOfServiceUnderACircuitStaysOutForOthers() {
    ons.send(edit("FAC-6-1", "NAME=\"UPLINK\"", "IS", "AINS"));
    var before = ons.configuration();
    up(first);
    ElementPluginFixture.NOTES.advanceAge(
        DriverItemNoteRepository.MAX_EDIT_DURATION.plusSeconds(1));
    ons.send(edit("FAC-6-1", "", "OOS", "MT"));
    survey(first);
    isRefused(
        second,
        "FAC-6-1 (OOS-MA,MT) was taken out of service at the element while it carries "
            + ElementPluginFixture.NAME);
    assertThat(holds("name=FAC-6-1, attributes={NAME=UPLINK, PST=OOS,MT}")).isTrue();
    ons.send(edit("FAC-6-1", "", "IS"));
    up(second);
    down(first);
    down(second);
    assertThat(ons.configuration()).isEqualTo(before);
  }

  /** It still releases the port, or the port would be held for ever. */
  @Test
  void aCircuitThatEndsWhileItsPortIsOutOfServiceReleasesIt() {
    var before = ons.configuration();
    up(first);
    up(second);
    ons.send(edit("FAC-6-1", "", "OOS", "MT"));
    down(first);
    ons.send(edit("FAC-6-1", "", "IS"));
    down(second);
    assertThat(ons.configuration()).isEqualTo(before);
  }

  @Test
  void aPortInMaintenanceIsNotPutInService() {
    ons.send(edit("FAC-6-1", "", "OOS", "MT"));
    var before = ons.configuration();
    isRefused(first, "FAC-6-1 (OOS-MA,MT) is in maintenance");
    assertThat(ons.configuration()).isEqualTo(before);
  }

  /** A one-way cross-connect conflicts, too; it is foreign with or without a name. */
  @Test
  void aForeignCrossConnectOnAnEndIsReportedWithItsOwner() {
    for (var port : List.of("FAC-6-1", "FAC-13-1", "FAC-16-2")) {
      ons.send(edit(port, "", "IS"));
    }
    ons.send(enter("STS-13-1,STS-6-2", "1WAY", "CKTID=\"LIBRARY\""));
    ons.send(enter("STS-13-7,STS-16-2-5", "1WAY", ""));
    var before = ons.configuration();
    isRefused(first, "CRS-STS1 STS-6-2,STS-16-2-2 on KANSAS is held by LIBRARY");
    isRefused(second, "held by unknown owner of STS-13-7,STS-16-2-5 (no CKTID)");
    assertThat(ons.configuration()).isEqualTo(before);
  }

  /** Minutes may pass between the reading and the deletion. */
  @Test
  void aCrossConnectWithANewOwnerIsNotDeleted() {
    up(first);
    var crossConnect = first.getLast();
    var read = ons.driver().read(List.of(crossConnect.place())).items().getFirst();
    ons.send(InputCommand.of("DLT-CRS-STS1").withAid(crossConnect.key()));
    ons.send(enter(crossConnect.key(), "2WAY", "CKTID=\"LIBRARY\""));
    assertThat(ons.driver().delete(read))
        .isEqualTo(
            new EditOutcome.Denied(
                "IIAC",
                crossConnect.key() + " of " + ElementPluginFixture.NAME + " does not exist"));
    assertThat(holds("LIBRARY")).isTrue();
  }

  /** A new version may keep one end. */
  @Test
  void aCircuitMovesToAnotherSlotOfTheSamePorts() {
    up(first);
    var hop = new Route.Hop("KANSAS", line("STS-6", 2), line("STS-16-2", 7));
    var moved = MAKE.items(new ElementHop(hop, SignalType.VIRTUAL, "TP-00000000CCCC", 48));
    assertThat(circuits.apply(moved, first)).isInstanceOf(CircuitExecutor.Applied.class);
    down(moved);
    assertThat(ons.configuration()).isEqualTo(List.of());
  }

  @Test
  void listsItemsWithOurNames() {
    assertThat(ons.driver().listOwned()).isEmpty();
    up(first);
    ons.send(enter("STS-6-50,STS-16-2-12", "2WAY", "CKTID=\"LIBRARY\""));
    assertThat(ons.driver().listOwned())
        .singleElement()
        .returns("STS-6-2,STS-16-2-2", ConfigItem::key)
        .returns(ElementPluginFixture.NAME, ConfigItem::owner);
  }
}
