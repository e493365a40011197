package org.touchpaper.lnsap.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.Survey;
import org.touchpaper.tl1.element.Fault;

/** Circuits configured on a 7600, read back, and cleared; what is others' stays theirs. */
class Ios7600DriverTest extends OnAnEdge {

  @Test
  void setsUpATaggedHostReadsBackAndClears() {
    comesUp(items(true));

    assertThat(of("VLAN", "100", "NAME")).isEqualTo(NAME);
    assertThat(of("POLICY-MAP", NAME, "class class-default"))
        .isEqualTo(
            "police 300000000 3750000 3750000"
                + " conform-action transmit exceed-action drop violate-action drop");
    assertThat(of("INTERFACE", "Vlan100", "service-policy input")).isEqualTo(NAME);
    assertThat(of("INTERFACE", BORDER, "switchport trunk allowed vlan")).isEqualTo("100");
    assertThat(of("INTERFACE", "GigabitEthernet3/1", "switchport mode")).isEqualTo("trunk");
    assertThat(circuits.look(items(true), Map.of()))
        .allMatch(survey -> survey.toString().startsWith("Intact"));

    isCleared(items(true));
    isCleared(items(true));
    assertThat(of("VLAN", "100", "NAME")).isEqualTo("nothing");
    assertThat(of("POLICY-MAP", NAME, "class class-default")).isEqualTo("nothing");
    assertThat(of("INTERFACE", "Vlan100", "service-policy input")).isEqualTo("nothing");
    assertThat(edge.holds()).isEmpty();
  }

  @Test
  void setsUpAnUntaggedHostAndClears() {
    comesUp(items(false));
    assertThat(of("INTERFACE", "GigabitEthernet3/1", "switchport access vlan")).isEqualTo("100");
    assertThat(circuits.bring(items(false), items(false))).isInstanceOf(Circuits.Reached.class);

    isCleared(items(false));
    assertThat(edge.holds()).isEmpty();
  }

  @Test
  void leavesAForeignVlanAlone() {
    session.configure(List.of("vlan 100", "name library"));

    assertThat(circuits.bring(items(true), List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class,
            it -> assertThat(it.problem()).contains("VLAN 100").contains("held by library"));
    isCleared(items(true));
    assertThat(of("VLAN", "100", "NAME")).isEqualTo("library");
  }

  @ParameterizedTest
  @ValueSource(strings = {"state suspend", "shutdown"})
  void takesAVlanThatItsSiteSuspendedAsTheSites(String line) {
    session.configure(List.of("vlan 100", "name library", line));
    isHeld(items(true), "VLAN 100", "held by library");
  }

  @ParameterizedTest
  @ValueSource(strings = {"no shutdown", "description library", "mtu 9216"})
  void takesAnInterfaceOfAVlanThatIsGoneAsSomebodys(String line) {
    session.configure(List.of("interface Vlan100", line));
    isHeld(items(true), "SVI 100", "somebody's interface Vlan100");
  }

  @Test
  void takesAnInterfaceOnWhichNothingIsAsItsVlans() {
    session.configure(List.of("vlan 100", "name library", "interface Vlan100"));
    var before = edge.holds();
    isHeld(items(true), "VLAN 100", "held by library");
    isCleared(items(true));
    assertThat(edge.holds()).isEqualTo(before);
  }

  /** Ours was made so when the lines were cut off there; then somebody removed the VLAN. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void clearsAwayAnInterfaceOnWhichNothingIsInAVlanThatIsGone(boolean isWanted) {
    session.configure(List.of("interface Vlan100"));
    if (isWanted) {
      comesUp(items(true));
    }
    isCleared(items(true));
    assertThat(edge.holds()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"state suspend", "shutdown"})
  void noticesThatItsVlanWasSuspended(String line) {
    comesUp(items(true));
    session.configure(List.of("vlan 100", line));
    assertThat(circuits.look(items(true), Map.of())).hasOnlyElementsOfType(Survey.Taken.class);
    isCleared(items(true));
    assertThat(edge.holds()).isEmpty();
  }

  /** Minutes may lie between the reading and the typing, when many circuits end at once. */
  @Test
  void leavesAloneWhatIsSomebodyElsesByNow() {
    comesUp(items(true));
    var read = driver.read(items(true).stream().map(Item::place).toList()).items();
    session.configure(
        List.of(
            "policy-map campus",
            "interface Vlan100",
            "service-policy input campus",
            "vlan 100",
            "name library"));
    var before = edge.holds();
    assertThat(read.stream().filter(item -> !item.owner().equals(item.key())).map(driver::delete))
        .containsExactly(
            new Outcome.Denied("CLI", "VLAN 100 is library's by now"),
            new Outcome.Denied("CLI", "SVI 100 is campus's by now"),
            new Outcome.Denied("CLI", "TRUNK GigabitEthernet3/1 100 is library's by now"),
            new Outcome.Denied("CLI", "TRUNK " + BORDER + " 100 is library's by now"));
    assertThat(edge.holds()).isEqualTo(before);
  }

  /** What was free when it was planned may be taken when its turn comes. */
  @Test
  void takesNothingOverThatSomebodyHasMadeSince() {
    session.configure(List.of("vlan 100", "name library", "interface Vlan100", "no shutdown"));
    var before = edge.holds();
    assertThat(items(true).stream().skip(1).limit(2).map(driver::create))
        .containsExactly(
            new Outcome.Denied("CLI", "VLAN 100 is library's by now"),
            new Outcome.Denied("CLI", "SVI 100 is library's by now"));
    assertThat(edge.holds()).isEqualTo(before);
  }

  @Test
  void findsWhateverBearsANameOfOurs() {
    session.configure(List.of("vlan 7", "name library", "policy-map campus"));
    assertThat(driver.listOurs()).isEmpty();
    comesUp(items(true));
    assertThat(driver.listOurs())
        .extracting(Item::toString)
        .containsExactly(
            "VLAN 100 on EDGE-UCL (" + NAME + ")",
            "POLICY-MAP " + NAME + " on EDGE-UCL (" + NAME + ")");
  }

  @Test
  void carriesAnErrorToTheOperatorWordForWordAndUndoesTheRest() {
    edge.faults().next("service-policy output", new Fault.Deny("", "Out of TCAM"));

    assertThat(circuits.bring(items(true), List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class, it -> assertThat(it.problem()).contains("% Out of TCAM"));
    assertThat(of("VLAN", "100", "NAME")).isEqualTo("nothing");
    assertThat(of("POLICY-MAP", NAME, "class class-default")).isEqualTo("nothing");
  }

  @Test
  void findsOutByReadingWhatALostConnectionHid() {
    edge.faults().next("no shutdown", new Fault.DropAfter());

    comesUp(items(true));
  }

  @Test
  void saysSoWhenTheEdgeCannotBeReached() {
    edge.crash();

    assertThatThrownBy(() -> driver.read(List.of(items(true).getFirst().place())))
        .isInstanceOf(ElementUnreachable.class)
        .hasMessageContaining("EDGE-UCL");
  }
}
