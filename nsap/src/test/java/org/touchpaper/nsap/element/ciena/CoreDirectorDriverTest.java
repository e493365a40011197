package org.touchpaper.nsap.element.ciena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.Crossing;
import org.touchpaper.nsap.element.MakeUnderTest;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.Survey;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.element.Entity;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.message.InputCommand;

/** Circuits configured on emulated CoreDirectors over TCP, read back, and cleared. */
class CoreDirectorDriverTest extends TwoCoreDirectors {

  @Test
  void setsUpReadsBackAndClears() {
    assertThat(circuits.bring(items(), List.of())).isInstanceOf(Circuits.Reached.class);

    assertThat(names(metro))
        .containsExactlyInAnyOrder(
            "VCG N-A-E", "EFLOW N-A-E-IN", "EFLOW N-A-E-OUT", "GTP N-A", "GTP N-Z", "CRS N");
    assertThat(names(london)).containsExactlyInAnyOrder("GTP N-A", "GTP N-Z", "CRS N");
    assertThat(find(metro, "GTP", NAME + "-Z").get("CTP"))
        .isEqualTo("1-A-1-1-CTP-1&&6&1-A-1-1-CTP-9");
    assertThat(find(metro, "EFLOW", NAME + "-A-E-IN").get("OUTERVLANIDRANGE")).isEqualTo("100");
    assertThat(find(metro, "VCG", NAME + "-A-E").get("SUPPTTP")).isEqualTo("1-A-9-1");
    assertThat(circuits.look(items(), Map.of()))
        .allMatch(survey -> survey.toString().startsWith("Intact"));

    assertThat(circuits.bring(List.of(), items())).isInstanceOf(Circuits.Reached.class);
    assertThat(metro.holds()).isEmpty();
    assertThat(london.holds()).isEmpty();
  }

  private static Entity find(EmulatedElement element, String kind, String name) {
    return element.holds().stream()
        .filter(each -> each.kind().equals(kind) && each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** A group has 48 members at most. */
  @Test
  void setsAWideCircuitUpInSeveralGroups() {
    var slots = IntStream.rangeClosed(1, 100).boxed().toArray(Integer[]::new);
    var in = MakeUnderTest.port("1-A-9-1-1");
    var out = MakeUnderTest.line("1-A-1-1", slots);
    var hop = new Route.Hop("METRO-UCL", in, out);
    var wide = new CoreDirector().items(new Crossing(hop, Signal.VIRTUAL, NAME, 100 * 48));

    assertThat(circuits.bring(wide, List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(names(metro))
        .filteredOn(name -> name.matches("(GTP|CRS).*"))
        .containsExactlyInAnyOrder(
            "GTP N-A",
            "GTP N-A-2",
            "GTP N-A-3",
            "GTP N-Z",
            "GTP N-Z-2",
            "GTP N-Z-3",
            "CRS N",
            "CRS N-2",
            "CRS N-3");
    assertThat(find(metro, "GTP", NAME + "-Z-2").get("CTP")).isEqualTo("1-A-1-1-CTP-49&&96");
    assertThat(find(metro, "GTP", NAME + "-A-3").get("CTP")).isEqualTo(NAME + "-A-E-CTP-97&&100");
    assertThat(circuits.bring(List.of(), wide)).isInstanceOf(Circuits.Reached.class);
    assertThat(metro.holds()).isEmpty();
  }

  @Test
  void writesNothingWhereAllIsAsWanted() {
    circuits.bring(items(), List.of());
    var before = entered(metro) + entered(london);

    assertThat(circuits.bring(items(), items())).isInstanceOf(Circuits.Reached.class);
    assertThat(entered(metro) + entered(london)).isEqualTo(before);
    circuits.bring(List.of(), items());
    assertThat(circuits.bring(List.of(), items())).isInstanceOf(Circuits.Reached.class);
  }

  @Test
  void carriesADenialToTheOperatorWordForWordAndUndoesTheRest() {
    london
        .faults()
        .next("ENT-CRS-STSPC", new Fault.Deny("RCBY", "Resource, Circuit Busy: somebody came by"));

    assertThat(problem()).contains("RCBY Resource, Circuit Busy: somebody came by");
    assertThat(london.holds()).isEmpty();
    assertThat(metro.holds()).isEmpty();
  }

  /** COMPLD is an acceptance: what is out of service, by itself or by hand, carries nothing. */
  @ParameterizedTest
  @CsvSource({"CRS, '', OOS-AU", "CRS, '', OOS-MA", "GTP, -Z, OOS-AUMA"})
  void callsNothingUpThatIsOutOfService(String kind, String end, String state) {
    assertThat(problem()).isEqualTo("none");
    var commands = entered(metro);
    metro.becomes(kind, NAME + end, state);

    assertThat(circuits.bring(items(), items()))
        .isInstanceOfSatisfying(
            Circuits.NotUpYet.class,
            it ->
                assertThat(it.problem())
                    .contains(kind + " " + NAME + end, "does not work: PST=" + state));
    assertThat(entered(metro)).isEqualTo(commands);
    assertThat(circuits.look(items(), Map.of())).allMatch(Survey.Intact.class::isInstance);
    metro.becomes(kind, NAME + end, "IS-NR");
    assertThat(problem()).isEqualTo("none");
  }

  /** Nothing connects a group that was just entered. */
  @Test
  void takesAGroupThatIsOutOfServiceByItselfForEntered() {
    assertThat(problem()).isEqualTo("none");
    metro.becomes("GTP", NAME + "-Z", "OOS-AU");
    assertThat(problem()).isEqualTo("none");
  }

  /** An undone set-up leaves no group that would hold its time slots until the next attempt. */
  @Test
  void undoesAlsoWhatADeletedCrossConnectHolds() {
    london.faults().next("ENT-CRS-STSPC", new Fault.Deny("SROF", "no"));
    metro.faults().next("DLT-CRS-STSPC", new Fault.SlowRelease(Duration.ofSeconds(20)));

    assertThat(problem()).contains("SROF no");
    assertThat(metro.holds()).isEmpty();
    assertThat(london.holds()).isEmpty();
  }

  /** Nothing was deleted just before that could hold it, and a refusal deletes nothing. */
  @Test
  void asksOnceForWhatIsDeniedForAnotherReason() {
    assertThat(problem()).isEqualTo("none");
    var group =
        items().stream().filter(it -> it.key().equals(NAME + "-Z")).findFirst().orElseThrow();

    assertThat(metroDriver.delete(group)).isInstanceOf(Outcome.Denied.class);
    assertThat(metroDriver.delete(group)).isInstanceOf(Outcome.Denied.class);
    assertThat(metro.transcript()).filteredOn(line -> line.text().startsWith("DLT-GTP")).hasSize(2);
  }

  @Test
  void leavesAloneWhatBearsOurNameButIsNotOurs() {
    session(london)
        .send(InputCommand.of("ENT-GTP").at(NAME + "-A").block("LBL=x", "CTP=1-A-4-1-CTP-1"));

    assertThat(circuits.bring(items(), List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class, it -> assertThat(it.problem()).contains("is held by x"));
    assertThat(circuits.bring(List.of(), items())).isInstanceOf(Circuits.Reached.class);
    assertThat(names(london)).containsExactly("GTP N-A");
  }

  @Test
  void findsOutByReadingWhatALostAnswerHid() {
    london.faults().next("ENT-CRS-STSPC", new Fault.DropAfter());

    assertThat(circuits.bring(items(), List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(names(london)).contains("CRS N");
  }

  @Test
  void saysSoWhenAnElementCannotBeReached() {
    london.crash();

    assertThat(circuits.bring(items(), List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class, it -> assertThat(it.problem()).contains("LONDON"));
    assertThat(metro.holds()).isEmpty();
    metro.crash();
    var item = items().getFirst();
    assertThatThrownBy(() -> metroDriver.read(List.of(item.place())))
        .isInstanceOf(ElementUnreachable.class);
  }

  @Test
  void deniesTheSecondOfTheSame() {
    var item = items().getFirst();
    assertThat(metroDriver.create(item)).isInstanceOf(Outcome.Done.class);
    assertThat(metroDriver.create(item)).isInstanceOf(Outcome.Denied.class);
    assertThat(metroDriver.takeOut(item)).hasValue(new Outcome.Done());
    assertThat(metroDriver.delete(item)).isInstanceOf(Outcome.Done.class);
    assertThat(metroDriver.takeOut(item)).get().isInstanceOf(Outcome.Denied.class);
    assertThat(metroDriver.delete(item)).isInstanceOf(Outcome.Denied.class);
  }

  /** A card that is gone tells nothing of its ports; a path is one channel of a run. */
  @ParameterizedTest
  @CsvSource({
    "1-A-9, VCG N-A-E EFLOW N-A-E-IN EFLOW N-A-E-OUT",
    "1-A-1, GTP N-Z",
    "1-A-2, ''",
    "1-A-1-1, GTP N-Z",
    "1-A-1-1-5, GTP N-Z",
    "1-A-1-1-8, ''",
  })
  void anAlarmIsFeltByAllOnTheCardPortOrPath(String aid, String felt) {
    metro.loseSignal(aid);
    var alarms = metroDriver.alarms();
    assertThat(alarms).isNotEmpty();
    assertThat(
            items().stream()
                .filter(item -> item.element().equals("METRO-UCL"))
                .filter(item -> alarms.stream().anyMatch(alarm -> alarm.concerns(item)))
                .map(item -> item.place().toString().replace(NAME, "N"))
                .collect(Collectors.joining(" ")))
        .isEqualTo(felt);
  }
}
