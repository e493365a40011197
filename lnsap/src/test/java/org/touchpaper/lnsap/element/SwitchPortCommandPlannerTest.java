package org.touchpaper.lnsap.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.ItemSurveyResult;

/** Every port ends as it was found, however its site configured it. */
class SwitchPortCommandPlannerTest extends EdgeDriverTestBase {

  @Test
  void leavesATrunkOfTheSiteAsItFoundIt() {
    session.configure(
        List.of(
            "vlan 10",
            "name campus",
            "interface " + BORDER,
            "description to the wide area",
            "switchport",
            "switchport trunk encapsulation dot1q",
            "switchport trunk allowed vlan 10",
            "switchport mode trunk",
            "switchport nonegotiate",
            "mls qos vlan-based"));
    var before = edge.listEntities();
    assertComesUp(items(true));
    assertThat(attributeOf("INTERFACE", BORDER, "switchport trunk allowed vlan"))
        .isEqualTo("10,100");

    assertCleared(items(true));
    assertThat(edge.listEntities()).isEqualTo(before);
  }

  static List<List<String>> otherUses() {
    var trunk =
        List.of("switchport", "switchport trunk encapsulation dot1q", "switchport mode trunk");
    return List.of(
        List.of("switchport"),
        List.of("switchport", "switchport mode access"),
        List.of(
            "switchport",
            "switchport mode access",
            "mls qos vlan-based",
            "switchport access vlan 7"),
        trunk,
        Stream.concat(trunk.stream(), Stream.of("mls qos vlan-based")).toList(),
        List.of("mls qos vlan-based"));
  }

  @ParameterizedTest
  @MethodSource("otherUses")
  void leavesAPortInOtherUseAlone(List<String> use) {
    session.configure(
        Stream.concat(Stream.of("interface GigabitEthernet3/1"), use.stream()).toList());
    var before = edge.listEntities();
    assertThat(circuits.apply(items(true), List.of()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> assertThat(result.problem()).contains("GigabitEthernet3/1 is in other use"));
    assertThat(edge.listEntities()).isEqualTo(before);
  }

  static Stream<Arguments> foundPorts() {
    var access = List.of("switchport", "switchport mode access", "mls qos vlan-based");
    var trunk =
        List.of(
            "switchport",
            "switchport trunk encapsulation dot1q",
            "switchport trunk allowed vlan none",
            "switchport mode trunk",
            "mls qos vlan-based");
    return Stream.of(true, false)
        .flatMap(tagged ->
            Stream.of(
                    List.of("mtu 9216"),
                    List.of("description to the lab, 2nd floor", "shutdown"),
                    tagged ? trunk : access,
                    Stream.concat((tagged ? trunk : access).stream(), Stream.of("description ours"))
                        .toList())
                .map(found -> Arguments.of(tagged, found)));
  }

  @ParameterizedTest
  @MethodSource("foundPorts")
  void leavesAPortAsItFoundIt(boolean tagged, List<String> found) {
    session.configure(
        Stream.concat(Stream.of("interface GigabitEthernet3/1"), found.stream()).toList());
    var before = edge.listEntities();
    assertComesUp(items(tagged));
    assertThat(edge.listEntities()).isNotEqualTo(before);
    assertCleared(items(tagged));
    assertThat(edge.listEntities()).isEqualTo(before);
  }

  /** The mark is at the end of the description, which is otherwise kept. */
  @Test
  void marksThePortsThatItConfigures() {
    session.configure(List.of("interface Gi3/1", "description to the lab"));
    assertComesUp(items(false));
    assertThat(attributeOf("INTERFACE", "GigabitEthernet3/1", "description"))
        .isEqualTo("to the lab [" + NAME + "]");
    assertThat(attributeOf("INTERFACE", BORDER, "description")).isEqualTo("[touchpaper]");
  }

  @Test
  void completesAPartlyConfiguredPort() {
    session.configure(
        List.of(
            "vlan 100",
            "name " + NAME,
            "interface GigabitEthernet3/1",
            "description [touchpaper]",
            "switchport",
            "switchport trunk allowed vlan 100"));
    assertComesUp(items(true));
    assertThat(attributeOf("INTERFACE", "GigabitEthernet3/1", "switchport mode"))
        .isEqualTo("trunk");
    assertCleared(items(true));
    assertThat(edge.listEntities()).isEmpty();
  }

  /** The VLAN's owner is unknown; a remaining use would be connected to the next circuit in it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void removesTheRestOfACircuitWhoseVlanIsMissing(boolean tagged) {
    assertComesUp(items(tagged));
    session.configure(List.of("no interface Vlan100", "no vlan 100"));
    assertThat(circuits.survey(items(tagged), Map.of()))
        .hasOnlyElementsOfType(ItemSurveyResult.Removed.class);
    assertCleared(items(tagged));
    assertThat(edge.listEntities()).isEmpty();
  }

  /** Traffic would pass before the policer exists. */
  @Test
  void removesLeftoversBeforeAnotherCircuitUsesThePort() {
    assertComesUp(items(true));
    session.configure(List.of("no interface Vlan100", "no vlan 100", "no policy-map " + NAME));
    assertComesUp(items(true));
    var edits = typed("switchport trunk allowed vlan");
    assertThat(edits).hasSize(4);
    assertCleared(items(true));
    assertThat(edge.listEntities()).isEmpty();
  }

  @Test
  void refusesADescriptionThatCannotBeTyped() {
    var port =
        new SwitchPortCommandPlanner("GigabitEthernet3/1", List.of("description whose is this?"));
    assertThatThrownBy(() -> port.linesToAddVlan("100"))
        .hasMessageContaining("too long or cannot be typed: whose is this? [touchpaper]");
  }
}
