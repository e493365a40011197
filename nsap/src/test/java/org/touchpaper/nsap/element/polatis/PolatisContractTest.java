package org.touchpaper.nsap.element.polatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.Access;
import org.touchpaper.nsap.element.MakeUnderTest;
import org.touchpaper.nsap.element.Marks;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Survey;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Outcome;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;

/** A patch of two fibres, which bears no name on the switch. */
class PolatisContractTest extends DriverContract {

  private static final String NEXT = "TP-00000000BBBB";

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    return new MakeUnderTest(
        new Polatis(),
        Dialect.POLATIS,
        folder,
        MakeUnderTest.crossing(
            "POL1", Signal.FIBRE, 10_000, MakeUnderTest.port("17"), MakeUnderTest.port("3")),
        "somebody's patch 3,40",
        List.of(byHand("ENT", "3,40")));
  }

  private static InputCommand byHand(String verb, String aid) {
    return InputCommand.of(verb + "-PATCH").to("\"POL1\"").at(aid).block("");
  }

  private void send(InputCommand command) {
    ((MakeUnderTest) it()).send(command);
  }

  private static List<Item> of(String owner, String patch) {
    return List.of(new Item("POL1", Polatis.PATCH, patch, owner, Map.of(Polatis.PORTS, patch)));
  }

  private void up(List<Item> items) {
    assertThat(circuits().bring(items, List.of())).isInstanceOf(Circuits.Reached.class);
  }

  private void down(List<Item> items) {
    assertThat(circuits().bring(List.of(), items)).isInstanceOf(Circuits.Reached.class);
  }

  private void isRefused(List<Item> items, String... words) {
    assertThat(circuits().bring(items, List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class, no -> assertThat(no.problem()).contains(words));
  }

  @Test
  void leavesAloneTheVeryPatchThatItWasGoingToMake() {
    send(byHand("ENT", "3,17"));
    isRefused(it().wanted(), "PATCH 3,17 on POL1 is held by somebody's patch 3,17");
    down(it().wanted());
    assertThat(it().edits()).containsExactly("ENT-PATCH:\"POL1\":3,17:");
  }

  /** However late the first is taken down, and however often, the second keeps its light. */
  @Test
  void aCircuitOnTheSamePortsWaitsForTheOneBeforeAndIsLeftAloneByIt() {
    var first = it().wanted();
    var second = of(NEXT, "3,17");
    up(first);
    isRefused(second, "PATCH 3,17 on POL1 is held by " + MakeUnderTest.NAME);
    var patch = it().driver().read(List.of(first.getFirst().place())).items();
    down(first);
    up(second);
    down(first);
    patch.forEach(it().driver()::delete); // as planned before the second came
    assertThat(circuits().look(second, Map.of())).hasOnlyElementsOfType(Survey.Intact.class);
    down(second);
    assertThat(it().edits()).filteredOn(edit -> edit.startsWith("DLT")).hasSize(2);
  }

  /** A new version of a circuit may need one of its ports for another patch. */
  @Test
  void aCircuitMovesToAnotherPortAndStaysOutOfTheWayOfOthers() {
    up(it().wanted());
    var moved = of(NEXT, "3,40");
    assertThat(circuits().bring(moved, it().wanted())).isInstanceOf(Circuits.Reached.class);
    send(byHand("ENT", "5,17"));
    assertThat(circuits().bring(it().wanted(), moved))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class, no -> assertThat(no.problem()).contains("patch 5,17"));
    assertThat(circuits().look(moved, Map.of())).hasOnlyElementsOfType(Survey.Intact.class);
    down(moved);
  }

  /** The service died after it had told the switch, and before it heard the answer. */
  @Test
  void aPatchThatWasMadeWhileNobodyListenedIsOurs() {
    MakeUnderTest.MARKS.of("POL1").put(Polatis.PATCH, "3,17", MakeUnderTest.NAME);
    send(byHand("ENT", "3,17"));
    up(it().wanted());
    down(it().wanted());
    assertThat(it().holdings()).isEqualTo(List.of());
    assertThat(MakeUnderTest.MARKS.of("POL1").list(Polatis.PATCH)).isEmpty();
  }

  /** Marks of what reads as gone are forgotten after a while, and it was not made for as long. */
  @Test
  void aPatchThatTheSwitchWasLongTooBusyToMakeIsOurs() {
    var isFree = new CountDownLatch(1);
    var others = (MakeUnderTest) it();
    others.next("ENT-PATCH", new Fault.Slow(isFree));
    var up =
        CompletableFuture.supplyAsync(
            () -> circuits().bring(it().wanted(), List.of()), Thread::startVirtualThread);
    await().pollInterval(Duration.ofMillis(1)).until(others::faultsAreSpent);
    MakeUnderTest.MARKS.grow(Marks.LONGEST_EDIT.plusSeconds(1));
    MakeUnderTest.MARKS.of("POL1").forgetGone(Polatis.PATCH, "3,17");
    isFree.countDown();
    assertThat(up.join()).isInstanceOf(Circuits.Reached.class);
    down(it().wanted());
    assertThat(it().holdings()).isEqualTo(List.of());
  }

  /** What was asked for and denied was not made by us, whoever makes it then. */
  @Test
  void aDeniedPatchThatIsMadeByHandIsNotOurs() {
    it().next("ENT-PATCH", ElementUnderTest.Trouble.DENIED);
    isRefused(it().wanted(), "SROF");
    send(byHand("ENT", "3,17"));
    isRefused(it().wanted(), "somebody's patch 3,17");
    down(it().wanted());
    assertThat(it().edits()).noneMatch(edit -> edit.startsWith("DLT"));
  }

  /** Long after our patch was taken away by hand, the same patch is somebody's own. */
  @Test
  void aPatchThatWasTakenAndIsMadeAgainMuchLaterIsNotOurs() {
    up(it().wanted());
    send(byHand("DLT", "3"));
    assertThat(circuits().look(it().wanted(), Map.of())).hasOnlyElementsOfType(Survey.Taken.class);
    assertThat(MakeUnderTest.MARKS.of("POL1").list(Polatis.PATCH)).isNotEmpty();
    MakeUnderTest.MARKS.grow(Marks.LONGEST_EDIT.plusSeconds(1));
    down(it().wanted());
    assertThat(MakeUnderTest.MARKS.of("POL1").list(Polatis.PATCH)).isEmpty();
    send(byHand("ENT", "3,17"));
    down(it().wanted());
    isRefused(it().wanted(), "somebody's patch 3,17");
  }

  /** A switch that says it deleted and did not still has a patch of ours. */
  @Test
  void aPatchIsOursUntilItReadsAsGone() {
    up(it().wanted());
    ((MakeUnderTest) it()).next("DLT-PATCH", new Fault.EmptyPromise());
    assertThat(circuits().bring(List.of(), it().wanted())).isInstanceOf(Circuits.NotReached.class);
    down(it().wanted());
    assertThat(it().holdings()).isEqualTo(List.of());
  }

  @Test
  void readsAPairOfPortsAndTakesNothingElseForOne() {
    assertThat(List.of("3,17", "17,3", "\"3,17\"", "\\\"3,17\\\""))
        .allSatisfy(row -> assertThat(Polatis.patchIn(row)).contains("3,17"));
    assertThat(List.of("", "17", "3,17,40", "3,LOOP"))
        .allSatisfy(row -> assertThat(Polatis.patchIn(row)).isEmpty());
  }

  @Test
  void aPortWithoutLightIsAnAlarmOfThePatchesOnIt() {
    ((MakeUnderTest) it()).loseSignal("17");
    assertThat(it().driver().alarms())
        .singleElement()
        .satisfies(alarm -> {
          assertThat(alarm.words()).isEqualTo("LOS on 17 of POL1");
          assertThat(it().wanted()).allMatch(alarm::concerns);
          assertThat(of(NEXT, "7,40")).noneMatch(alarm::concerns);
        });
  }

  /** Neither an operator nor who asks for them what stands knows of this make's TIDs. */
  @Test
  void nobodyElseNeedsToQuoteItsTid(@TempDir Path other) throws Exception {
    try (var element = EmulatedElement.start(ElementConfig.demo("POL2", Dialect.POLATIS), other);
        var line =
            new Polatis()
                .open(
                    new Access(
                        new Endpoint("POL2", "127.0.0.1", element.port()),
                        MakeUnderTest.LOGIN,
                        Timing.usual(Clock.systemUTC()),
                        TranscriptSink.NONE))
                .session()) {
      element.loseSignal("17");
      assertThat(((Tl1Session) line).send(InputCommand.of("RTRV-ALM-ALL")))
          .isInstanceOfSatisfying(
              Tl1Outcome.Completed.class, it -> assertThat(it.rows()).hasSize(1));
      assertThat(((Tl1Session) line).send(InputCommand.of("RTRV-ALM-ALL").to("POL2")))
          .isInstanceOfSatisfying(
              Tl1Outcome.Denied.class, it -> assertThat(it.code()).isEqualTo("IITA"));
    }
  }

  @Test
  void aSwitchThatTakesNoSuchCommandTellsOfNoAlarms() {
    ((MakeUnderTest) it()).next("RTRV-ALM-ALL", new Fault.Deny("ICNV", "Input, Command Not Valid"));
    assertThat(it().driver().alarms()).isEmpty();
  }

  @Test
  void listsThePatchesThatHaveAMarkOfOurs() {
    up(it().wanted());
    send(byHand("ENT", "5,40"));
    assertThat(it().driver().listOurs())
        .singleElement()
        .returns("3,17", Item::key)
        .returns(MakeUnderTest.NAME, Item::owner);
    down(it().wanted());
    assertThat(it().driver().listOurs()).isEmpty();
  }
}
