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
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Survey;

/** Every port ends as it was found, whatever its site had made of it. */
class SwitchPortTest extends OnAnEdge {

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
    var before = edge.holds();
    comesUp(items(true));
    assertThat(of("INTERFACE", BORDER, "switchport trunk allowed vlan")).isEqualTo("10,100");

    isCleared(items(true));
    assertThat(edge.holds()).isEqualTo(before);
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
    var before = edge.holds();
    assertThat(circuits.bring(items(true), List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class,
            it -> assertThat(it.problem()).contains("GigabitEthernet3/1 is in other use"));
    assertThat(edge.holds()).isEqualTo(before);
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
    var before = edge.holds();
    comesUp(items(tagged));
    assertThat(edge.holds()).isNotEqualTo(before);
    isCleared(items(tagged));
    assertThat(edge.holds()).isEqualTo(before);
  }

  /** Whose dress it is stands at the end of the description, which stays what it was. */
  @Test
  void marksThePortsThatItDresses() {
    session.configure(List.of("interface Gi3/1", "description to the lab"));
    comesUp(items(false));
    assertThat(of("INTERFACE", "GigabitEthernet3/1", "description"))
        .isEqualTo("to the lab [" + NAME + "]");
    assertThat(of("INTERFACE", BORDER, "description")).isEqualTo("[touchpaper]");
  }

  @Test
  void finishesAPortThatIsOnlyHalfDressed() {
    session.configure(
        List.of(
            "vlan 100",
            "name " + NAME,
            "interface GigabitEthernet3/1",
            "description [touchpaper]",
            "switchport",
            "switchport trunk allowed vlan 100"));
    comesUp(items(true));
    assertThat(of("INTERFACE", "GigabitEthernet3/1", "switchport mode")).isEqualTo("trunk");
    isCleared(items(true));
    assertThat(edge.holds()).isEmpty();
  }

  /** Nobody can tell whose the VLAN was; left there, the next circuit in it would be heard. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void clearsWhatIsLeftOfACircuitWhoseVlanIsGone(boolean tagged) {
    comesUp(items(tagged));
    session.configure(List.of("no interface Vlan100", "no vlan 100"));
    assertThat(circuits.look(items(tagged), Map.of())).hasOnlyElementsOfType(Survey.Taken.class);
    isCleared(items(tagged));
    assertThat(edge.holds()).isEmpty();
  }

  /** It would pass before its policer is there. */
  @Test
  void clearsWhatIsLeftBeforeAnotherCircuitPasses() {
    comesUp(items(true));
    session.configure(List.of("no interface Vlan100", "no vlan 100", "no policy-map " + NAME));
    comesUp(items(true));
    var edits = typed("switchport trunk allowed vlan");
    assertThat(edits).hasSize(4);
    isCleared(items(true));
    assertThat(edge.holds()).isEmpty();
  }

  @Test
  void refusesADescriptionThatCannotBeTypedAgain() {
    var port = new SwitchPort("GigabitEthernet3/1", List.of("description whose is this?"));
    assertThatThrownBy(() -> port.carrying("100"))
        .hasMessageContaining("cannot be typed, with our mark: whose is this? [touchpaper]");
  }
}
