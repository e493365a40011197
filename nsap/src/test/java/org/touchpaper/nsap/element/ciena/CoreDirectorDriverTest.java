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
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.nsap.element.ElementHop;
import org.touchpaper.nsap.element.ElementPluginFixture;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.segment.element.ItemSurveyResult;
import org.touchpaper.tl1.message.InputCommand;

/** Circuits on emulated CoreDirectors over TCP: set up, read and removed. */
class CoreDirectorDriverTest extends CoreDirectorPairTest {

  @Test
  void setsUpReadsBackAndClears() {
    assertThat(circuits.apply(items(), List.of())).isInstanceOf(CircuitExecutor.Applied.class);

    assertThat(names(metro))
        .containsExactlyInAnyOrder(
            "VCG N-A-E", "EFLOW N-A-E-IN", "EFLOW N-A-E-OUT", "GTP N-A", "GTP N-Z", "CRS N");
    assertThat(names(london)).containsExactlyInAnyOrder("GTP N-A", "GTP N-Z", "CRS N");
    assertThat(find(metro, "GTP", NAME + "-Z").get("CTP"))
        .isEqualTo("1-A-1-1-CTP-1&&6&1-A-1-1-CTP-9");
    assertThat(find(metro, "EFLOW", NAME + "-A-E-IN").get("OUTERVLANIDRANGE")).isEqualTo("100");
    assertThat(find(metro, "VCG", NAME + "-A-E").get("SUPPTTP")).isEqualTo("1-A-9-1");
    assertThat(circuits.survey(items(), Map.of()))
        .allMatch(survey -> survey.toString().startsWith("Intact"));

    assertThat(circuits.apply(List.of(), items())).isInstanceOf(CircuitExecutor.Applied.class);
    assertThat(metro.listEntities()).isEmpty();
    assertThat(london.listEntities()).isEmpty();
  }

  private static ManagedEntity find(EmulatedElement element, String kind, String name) {
    return element.listEntities().stream()
        .filter(entity -> entity.kind().equals(kind) && entity.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** A group has at most 48 members. */
  @Test
  void splitsAWideCircuitIntoSeveralGroups() {
    var slots = IntStream.rangeClosed(1, 100).boxed().toArray(Integer[]::new);
    var in = ElementPluginFixture.port("1-A-9-1-1");
    var out = ElementPluginFixture.line("1-A-1-1", slots);
    var hop = new Route.Hop("METRO-UCL", in, out);
    var wide =
        new CoreDirectorPlugin().items(new ElementHop(hop, SignalType.VIRTUAL, NAME, 100 * 48));

    assertThat(circuits.apply(wide, List.of())).isInstanceOf(CircuitExecutor.Applied.class);
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
    assertThat(circuits.apply(List.of(), wide)).isInstanceOf(CircuitExecutor.Applied.class);
    assertThat(metro.listEntities()).isEmpty();
  }

  @Test
  void writesNothingIfTheConfigurationMatches() {
    circuits.apply(items(), List.of());
    var before = entered(metro) + entered(london);

    assertThat(circuits.apply(items(), items())).isInstanceOf(CircuitExecutor.Applied.class);
    assertThat(entered(metro) + entered(london)).isEqualTo(before);
    circuits.apply(List.of(), items());
    assertThat(circuits.apply(List.of(), items())).isInstanceOf(CircuitExecutor.Applied.class);
  }

  @Test
  void reportsADenialVerbatimAndUndoesTheRest() {
    london
        .faults()
        .injectOnce(
            "ENT-CRS-STSPC", new InjectedFault.Deny("RCBY", "Resource, Circuit Busy: in use"));

    assertThat(problem()).contains("RCBY Resource, Circuit Busy: in use");
    assertThat(london.listEntities()).isEmpty();
    assertThat(metro.listEntities()).isEmpty();
  }

  /** COMPLD only means accepted: items out of service carry nothing. */
  @ParameterizedTest
  @CsvSource({"CRS, '', OOS-AU", "CRS, '', OOS-MA", "GTP, -Z, OOS-AUMA"})
  void aCircuitWithAnItemOutOfServiceIsNotActive(String kind, String end, String state) {
    assertThat(problem()).isEqualTo("none");
    var commands = entered(metro);
    metro.setPrimaryState(kind, NAME + end, state);

    assertThat(circuits.apply(items(), items()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotWorkingYet.class,
            result ->
                assertThat(result.problem())
                    .contains(kind + " " + NAME + end, "is not working: PST=" + state));
    assertThat(entered(metro)).isEqualTo(commands);
    assertThat(circuits.survey(items(), Map.of()))
        .allMatch(ItemSurveyResult.Intact.class::isInstance);
    metro.setPrimaryState(kind, NAME + end, "IS-NR");
    assertThat(problem()).isEqualTo("none");
  }

  /** A group just entered is not connected yet. */
  @Test
  void acceptsAGroupAutonomouslyOutOfService() {
    assertThat(problem()).isEqualTo("none");
    metro.setPrimaryState("GTP", NAME + "-Z", "OOS-AU");
    assertThat(problem()).isEqualTo("none");
  }

  /** An undone set-up leaves no group that would occupy its slots. */
  @Test
  void undoesGroupsStillHeldByADeletedCrossConnect() {
    london.faults().injectOnce("ENT-CRS-STSPC", new InjectedFault.Deny("SROF", "no"));
    metro
        .faults()
        .injectOnce("DLT-CRS-STSPC", new InjectedFault.SlowRelease(Duration.ofSeconds(20)));

    assertThat(problem()).contains("SROF no");
    assertThat(metro.listEntities()).isEmpty();
    assertThat(london.listEntities()).isEmpty();
  }

  /** Nothing was deleted recently, so the denial has another reason. */
  @Test
  void doesNotRetryADenialForAnotherReason() {
    assertThat(problem()).isEqualTo("none");
    var group =
        items().stream().filter(item -> item.key().equals(NAME + "-Z")).findFirst().orElseThrow();

    assertThat(metroDriver.delete(group)).isInstanceOf(EditOutcome.Denied.class);
    assertThat(metroDriver.delete(group)).isInstanceOf(EditOutcome.Denied.class);
    assertThat(metro.transcript()).filteredOn(line -> line.text().startsWith("DLT-GTP")).hasSize(2);
  }

  @Test
  void leavesForeignItemsWithOurNameAlone() {
    session(london)
        .send(
            InputCommand.of("ENT-GTP")
                .withAid(NAME + "-A")
                .withBlock("LBL=x", "CTP=1-A-4-1-CTP-1"));

    assertThat(circuits.apply(items(), List.of()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> assertThat(result.problem()).contains("is held by x"));
    assertThat(circuits.apply(List.of(), items())).isInstanceOf(CircuitExecutor.Applied.class);
    assertThat(names(london)).containsExactly("GTP N-A");
  }

  @Test
  void findsTheEffectOfALostResponseByReading() {
    london.faults().injectOnce("ENT-CRS-STSPC", new InjectedFault.DropAfter());

    assertThat(circuits.apply(items(), List.of())).isInstanceOf(CircuitExecutor.Applied.class);
    assertThat(names(london)).contains("CRS N");
  }

  @Test
  void reportsAnUnreachableElement() {
    london.crash();

    assertThat(circuits.apply(items(), List.of()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> assertThat(result.problem()).contains("LONDON"));
    assertThat(metro.listEntities()).isEmpty();
    metro.crash();
    var item = items().getFirst();
    assertThatThrownBy(() -> metroDriver.read(List.of(item.place())))
        .isInstanceOf(ElementReadException.class);
  }

  @Test
  void deniesADuplicate() {
    var item = items().getFirst();
    assertThat(metroDriver.create(item)).isInstanceOf(EditOutcome.Done.class);
    assertThat(metroDriver.create(item)).isInstanceOf(EditOutcome.Denied.class);
    assertThat(metroDriver.takeOutOfService(item)).hasValue(new EditOutcome.Done());
    assertThat(metroDriver.delete(item)).isInstanceOf(EditOutcome.Done.class);
    assertThat(metroDriver.takeOutOfService(item)).get().isInstanceOf(EditOutcome.Denied.class);
    assertThat(metroDriver.delete(item)).isInstanceOf(EditOutcome.Denied.class);
  }

  /** A removed card reports nothing about its ports; a path is one channel of a range. */
  @ParameterizedTest
  @CsvSource({
    "1-A-9, VCG N-A-E EFLOW N-A-E-IN EFLOW N-A-E-OUT",
    "1-A-1, GTP N-Z",
    "1-A-2, ''",
    "1-A-1-1, GTP N-Z",
    "1-A-1-1-5, GTP N-Z",
    "1-A-1-1-8, ''",
  })
  void anAlarmAffectsAllItemsOnTheCardPortOrPath(String aid, String felt) {
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
