package org.touchpaper.nsap.element.cisco;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.touchpaper.nsap.element.MakeUnderTest.line;

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
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.Crossing;
import org.touchpaper.nsap.element.MakeUnderTest;
import org.touchpaper.nsap.element.Marks;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Doubt;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.element.Hint;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.Survey;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.message.InputCommand;

/** What circuits do to the ports of an ONS 15454, and that they leave them as they were found. */
class Ons15454PortsTest {

  private static final Ons15454 MAKE = Ons15454.sonet();

  @TempDir Path folder;
  private MakeUnderTest it;
  private Circuits circuits;

  /** Two circuits through the same two ports. */
  private final List<Item> first = circuit(MakeUnderTest.NAME, 2);

  private final List<Item> second = circuit("TP-00000000BBBB", 5);

  @SuppressWarnings("NullAway.Init") // set before each test
  Ons15454PortsTest() {}

  private static List<Item> circuit(String name, int slot) {
    var hop = new Route.Hop("KANSAS", line("STS-6", slot), line("STS-16-2", slot));
    return MAKE.items(new Crossing(hop, Signal.VIRTUAL, name, 48));
  }

  @BeforeEach
  void start() throws IOException {
    it =
        new MakeUnderTest(
            MAKE,
            new MakeUnderTest.Emulated("KANSAS", Dialect.ONS_15454, folder, Clock.systemUTC()),
            first,
            "",
            List.of());
    circuits = new Circuits(Elements.of(List.of(it.driver())), Duration.ofSeconds(1));
  }

  @AfterEach
  void stop() {
    it.close();
  }

  private void up(List<Item> items) {
    assertThat(circuits.bring(items, List.of())).isInstanceOf(Circuits.Reached.class);
  }

  private void down(List<Item> items) {
    assertThat(circuits.bring(List.of(), items)).isInstanceOf(Circuits.Reached.class);
  }

  private void isRefused(List<Item> items, String... words) {
    assertThat(circuits.bring(items, List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class, no -> assertThat(no.problem()).contains(words));
  }

  private List<Survey> look(List<Item> items) {
    return circuits.look(items, Map.of());
  }

  private static InputCommand edit(String facility, String name, String... state) {
    var type = facility.startsWith("FAC-16") ? "OC12" : "OC192";
    return InputCommand.of("ED-" + type).at(facility).block("").block(name).block(state);
  }

  private static InputCommand enter(String aid, String type, String circuit) {
    return InputCommand.of("ENT-CRS-STS1").at(aid).block(type).block(circuit);
  }

  private boolean holds(String entity) {
    return it.holdings().toString().contains(entity);
  }

  /** It keeps changes to itself unless it is asked for them. */
  @Test
  void whatOthersChangeIsAReasonToReadIt() {
    var hints = new CopyOnWriteArrayList<Hint>();
    it.driver().watch(hints::add);
    await().until(() -> hints.contains(new Hint.Connected("KANSAS")));
    it.send(edit("FAC-6-1", "", "IS"));
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> hints.contains(new Hint.Told("KANSAS", "REPT DBCHG")));
  }

  @Test
  void whatItsSiteHasInServiceAndNamedIsNotEdited() {
    it.send(edit("FAC-6-1", "NAME=\"UPLINK\"", "IS"));
    it.send(edit("FAC-16-2", "", "IS"));
    var before = it.holdings();
    up(first);
    down(first);
    assertThat(it.holdings()).isEqualTo(before);
    assertThat(it.edits()).filteredOn(edit -> edit.startsWith("ED-")).hasSize(2);
  }

  @Test
  void whatIsFoundOutOfServiceIsPutBackAsItWasWithItsName() {
    it.send(edit("FAC-6-1", "NAME=\"UPLINK\"", ""));
    it.send(edit("FAC-16-2", "", "IS", "AINS"));
    var before = it.holdings();
    up(first);
    assertThat(holds("name=FAC-6-1, attributes={NAME=UPLINK, PST=IS}")).isTrue();
    assertThat(holds("name=FAC-16-2, attributes={NAME=TOUCHPAPER, PST=IS}")).isTrue();
    down(first);
    assertThat(it.holdings()).isEqualTo(before);
  }

  /** Marks of what is out of service are forgotten after a while, and it was so for as long. */
  @Test
  void aPortThatTheElementWasLongTooBusyToPutInServiceIsPutBack() {
    it.send(edit("FAC-6-1", "NAME=\"UPLINK\"", ""));
    var before = it.holdings();
    var isFree = new CountDownLatch(1);
    it.next("ED-OC192", new Fault.Slow(isFree));
    var up =
        CompletableFuture.supplyAsync(
            () -> circuits.bring(first, List.of()), Thread::startVirtualThread);
    await().pollInterval(Duration.ofMillis(1)).until(it::faultsAreSpent);
    MakeUnderTest.MARKS.grow(Marks.LONGEST_EDIT.plusSeconds(1));
    MakeUnderTest.MARKS.of("KANSAS").forgetGone(Ports.FOUND, "FAC-6-1");
    isFree.countDown();
    assertThat(up.join()).isInstanceOf(Circuits.Reached.class);
    down(first);
    assertThat(it.holdings()).isEqualTo(before);
  }

  @Test
  void theLastOfSeveralCircuitsPutsAPortBack() {
    up(first);
    up(second);
    down(first);
    assertThat(look(second)).hasOnlyElementsOfType(Survey.Intact.class);
    down(second);
    assertThat(it.holdings()).isEqualTo(List.of());
  }

  /** It has the port, and is about to be entered, when the one before it lets go. */
  @Test
  void aCircuitThatBeginsWhileAnotherEndsFindsItsPortsInService() {
    up(first);
    second.stream().limit(2).forEach(it.driver()::create);
    down(first);
    assertThat(holds("FAC-6-1") && holds("FAC-16-2")).isTrue();
    up(second);
    down(second);
    assertThat(it.holdings()).isEqualTo(List.of());
  }

  /** The answer is lost with which the port goes back, so that its mark stays a while. */
  @Test
  void aMarkThatWasLeftBehindKeepsNoPortInService() {
    up(first);
    it.next("ED-OC192", new Fault.DropAfter());
    if (circuits.bring(List.of(), first) instanceof Circuits.NotReached) {
      down(first);
    }
    assertThat(it.holdings()).isEqualTo(List.of());
    up(second);
    down(second);
    assertThat(it.holdings()).isEqualTo(List.of());
  }

  @Test
  void aPortThatSomebodyElseUsesMeanwhileStaysInServiceUntilItIsFree() {
    up(first);
    it.send(enter("STS-6-50,STS-16-2-12", "2WAY", "CKTID=\"LIBRARY\""));
    down(first);
    assertThat(holds("FAC-6-1") && holds("FAC-16-2") && holds("LIBRARY")).isTrue();
    it.send(InputCommand.of("DLT-CRS-STS1").at("STS-6-50,STS-16-2-12"));
    up(second);
    down(second);
    assertThat(it.holdings()).isEqualTo(List.of());
  }

  /** A VT1 of somebody's, say, which we do not ask about: the element knows. */
  @Test
  void aPortThatTheElementSaysIsInUseStaysInServiceAndKeepsNobodyWaiting() {
    up(first);
    it.next(
        "ED-OC192", new Fault.Deny("SROF", "Status, Requested Op Failed: port having connection"));
    down(first);
    assertThat(holds("FAC-6-1")).isTrue();
    assertThat(holds("FAC-16-2")).isFalse();
    up(second);
    down(second);
    assertThat(it.holdings()).isEqualTo(List.of());
  }

  /** An ED that comes late would take the port from the circuit that has it by then. */
  @Test
  void aPortThatWasPutBackInWordsOnlyIsLeftToSettle() {
    up(first);
    it.next("ED-OC192", new Fault.EmptyPromise());
    assertThat(circuits.bring(List.of(), first))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class,
            no -> {
              assertThat(no.problem()).contains("completed, but FAC-6-1 is in service");
              assertThat(no.doubt()).isEqualTo(new Doubt(Duration.ofSeconds(1), true));
            });
    down(first);
    assertThat(it.holdings()).isEqualTo(List.of());
  }

  /** The element would not let us put it in service: who does so then does it for himself. */
  @Test
  void whatWeWereDeniedAndItsSiteDidIsItsSites() {
    it.next("ED-OC192", new Fault.Deny("SROF", "Status, Requested Operation Failed"));
    isRefused(first, "SROF");
    it.send(edit("FAC-6-1", "", "IS"));
    up(first);
    down(first);
    assertThat(it.holdings().toString()).contains("FAC-6-1").doesNotContain("FAC-16-2");
  }

  /** How it was found once says nothing of a port that nobody of ours has kept in service since. */
  @Test
  void whatItsSitePutInServiceSinceStaysThere() {
    MakeUnderTest.MARKS.of("KANSAS").put(Ports.FOUND, "FAC-6-1", "OOS-MA,DSBLD");
    it.send(edit("FAC-6-1", "NAME=\"UPLINK\"", "IS"));
    up(first);
    down(first);
    assertThat(holds("name=FAC-6-1, attributes={NAME=UPLINK, PST=IS}")).isTrue();
  }

  /** A fibre that is cut puts its port out of service by itself. */
  @Test
  void aSignalThatIsLostTakesNothingAway() {
    up(first);
    it.loseSignal("FAC-6-1");
    assertThat(look(first)).hasOnlyElementsOfType(Survey.Intact.class);
    assertThat(it.driver().alarms())
        .anySatisfy(alarm -> {
          assertThat(alarm.words()).isEqualTo("LOS on FAC-6-1 of KANSAS");
          assertThat(alarm.concerns(first.getFirst())).isTrue();
          assertThat(alarm.concerns(first.get(1))).isFalse();
        });
    up(second);
    down(first);
    down(second);
    assertThat(it.holdings()).isEqualTo(List.of());
  }

  @Test
  void aPortThatSomebodyTakesOutOfServiceIsTaken() {
    up(first);
    it.send(edit("FAC-6-1", "", "OOS", "MT"));
    assertThat(look(first)).hasOnlyElementsOfType(Survey.Taken.class);
  }

  /** A crew has the fibre open: a circuit that falls due must not light its laser. */
  @Test
  void aPortThatSomebodyTakesOutOfServiceUnderACircuitStaysOutForOthers() {
    it.send(edit("FAC-6-1", "NAME=\"UPLINK\"", "IS", "AINS"));
    var before = it.holdings();
    up(first);
    MakeUnderTest.MARKS.grow(Marks.LONGEST_EDIT.plusSeconds(1));
    it.send(edit("FAC-6-1", "", "OOS", "MT"));
    look(first);
    isRefused(
        second,
        "FAC-6-1 (OOS-MA,MT) was taken out of service by somebody while it carries "
            + MakeUnderTest.NAME);
    assertThat(holds("name=FAC-6-1, attributes={NAME=UPLINK, PST=OOS,MT}")).isTrue();
    it.send(edit("FAC-6-1", "", "IS"));
    up(second);
    down(first);
    down(second);
    assertThat(it.holdings()).isEqualTo(before);
  }

  /**
   * It lets go of the port all the same, or the port would be kept in service for it ever after.
   */
  @Test
  void aCircuitThatEndsWhileItsPortIsOutOfServiceHoldsItNoMore() {
    var before = it.holdings();
    up(first);
    up(second);
    it.send(edit("FAC-6-1", "", "OOS", "MT"));
    down(first);
    it.send(edit("FAC-6-1", "", "IS"));
    down(second);
    assertThat(it.holdings()).isEqualTo(before);
  }

  @Test
  void aPortInMaintenanceIsNotPutInService() {
    it.send(edit("FAC-6-1", "", "OOS", "MT"));
    var before = it.holdings();
    isRefused(first, "FAC-6-1 (OOS-MA,MT) is in maintenance");
    assertThat(it.holdings()).isEqualTo(before);
  }

  /** One way is enough to be in the way; it is somebody's with or without a name. */
  @Test
  void aForeignCrossConnectOnAnEndIsToldByItsHolder() {
    for (var port : List.of("FAC-6-1", "FAC-13-1", "FAC-16-2")) {
      it.send(edit(port, "", "IS"));
    }
    it.send(enter("STS-13-1,STS-6-2", "1WAY", "CKTID=\"LIBRARY\""));
    it.send(enter("STS-13-7,STS-16-2-5", "1WAY", ""));
    var before = it.holdings();
    isRefused(first, "CRS-STS1 STS-6-2,STS-16-2-2 on KANSAS is held by LIBRARY");
    isRefused(second, "held by somebody who gave no CKTID to STS-13-7,STS-16-2-5");
    assertThat(it.holdings()).isEqualTo(before);
  }

  /** Minutes may lie between the reading and its turn to be deleted. */
  @Test
  void whatIsSomebodyElsesByNowIsNotDeleted() {
    up(first);
    var crossConnect = first.getLast();
    var read = it.driver().read(List.of(crossConnect.place())).items().getFirst();
    it.send(InputCommand.of("DLT-CRS-STS1").at(crossConnect.key()));
    it.send(enter(crossConnect.key(), "2WAY", "CKTID=\"LIBRARY\""));
    assertThat(it.driver().delete(read))
        .isEqualTo(
            new Outcome.Denied(
                "IIAC",
                "there is no " + crossConnect.key() + " of " + MakeUnderTest.NAME + "'s any more"));
    assertThat(holds("LIBRARY")).isTrue();
  }

  /** A new version may keep one end of the old. */
  @Test
  void aCircuitMovesToAnotherSlotOfTheSamePorts() {
    up(first);
    var hop = new Route.Hop("KANSAS", line("STS-6", 2), line("STS-16-2", 7));
    var moved = MAKE.items(new Crossing(hop, Signal.VIRTUAL, "TP-00000000CCCC", 48));
    assertThat(circuits.bring(moved, first)).isInstanceOf(Circuits.Reached.class);
    down(moved);
    assertThat(it.holdings()).isEqualTo(List.of());
  }

  @Test
  void listsWhatBearsANameOfOurs() {
    assertThat(it.driver().listOurs()).isEmpty();
    up(first);
    it.send(enter("STS-6-50,STS-16-2-12", "2WAY", "CKTID=\"LIBRARY\""));
    assertThat(it.driver().listOurs())
        .singleElement()
        .returns("STS-6-2,STS-16-2-2", Item::key)
        .returns(MakeUnderTest.NAME, Item::owner);
  }
}
