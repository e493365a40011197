package org.touchpaper.lnsap.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Item;
import org.touchpaper.tl1.element.Fault;

/** Silence and errors are no absence, and nothing is asked twice. */
class IosReadingTest extends OnAnEdge {

  static Stream<Arguments> empty() {
    return Stream.of(
        Arguments.of("VLAN", "100", "show vlan id 100"),
        Arguments.of("SVI", "100", "show ip interface brief"),
        Arguments.of("TRUNK", BORDER + " 100", "show running-config interface " + BORDER),
        Arguments.of("ACCESS", BORDER, "show running-config interface " + BORDER));
  }

  /** A prompt after the echo, and nothing between, is not how an element says that it has none. */
  @ParameterizedTest
  @MethodSource("empty")
  void takesSilenceForAnError(String kind, String key, String line) {
    edge.faults().next(line, new Fault.Garbage(line + "\r\nEDGE-UCL#"));
    assertThatThrownBy(() -> driver.read(List.of(new Item.Key(kind, key))))
        .isInstanceOf(ElementUnreachable.class)
        .hasMessageContaining("is not understood");
    assertThat(driver.read(List.of(new Item.Key(kind, key))).items()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("empty")
  void takesAnErrorForAnError(String kind, String key, String line) {
    edge.faults().next(line, new Fault.Deny("", "Invalid input detected at '^' marker."));
    assertThatThrownBy(() -> driver.read(List.of(new Item.Key(kind, key))))
        .isInstanceOf(ElementUnreachable.class)
        .hasMessageContaining("Invalid input");
  }

  /** What is there and was answered with an error is looked for in the list of all. */
  @Test
  void doesNotTakeAnErrorForAbsence() {
    comesUp(items(true));
    for (var line : List.of("show policy-map " + NAME, "show running-config interface Vlan100")) {
      edge.faults().next(line, new Fault.Deny("", "Invalid input detected at '^' marker."));
      assertThatThrownBy(() -> driver.read(items(true).stream().map(Item::place).toList()))
          .isInstanceOf(ElementUnreachable.class)
          .hasMessageContaining("\"" + line + "\" is not understood: % Invalid input");
    }
  }

  /** The VLAN stands in the line that goes on with the list. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsAListOfSeveralLines(boolean isDefined) {
    var list =
        IntStream.rangeClosed(1, 60)
            .mapToObj(n -> Integer.toString(2 * n))
            .collect(Collectors.joining(","));
    session.configure(
        List.of(
            "interface " + BORDER,
            "switchport",
            "switchport trunk encapsulation dot1q",
            "switchport trunk allowed vlan " + list,
            "switchport mode trunk",
            "mls qos vlan-based"));
    if (isDefined) {
      session.configure(List.of("vlan 100", "name " + NAME));
      assertThat(driver.read(List.of(new Item.Key("TRUNK", BORDER + " 100"))).items()).hasSize(1);
      assertThat(driver.read(List.of(new Item.Key("TRUNK", BORDER + " 101"))).items()).isEmpty();
    } else {
      isHeld(items(true), "held by nobody: the trunk lists VLAN 100, which is not defined");
    }
  }

  /** Two circuits share ports, and what belongs to whom is a question for each of their items. */
  @Test
  void asksNothingTwiceInOneReading() {
    var places =
        Stream.of("100", "101")
            .flatMap(vlan ->
                Stream.of(
                    new Item.Key("VLAN", vlan),
                    new Item.Key("SVI", vlan),
                    new Item.Key("TRUNK", "GigabitEthernet3/1 " + vlan),
                    new Item.Key("TRUNK", BORDER + " " + vlan),
                    new Item.Key("XCONNECT", "Vlan" + vlan + " 192.0.2.9 5" + vlan)))
            .toList();
    comesUp(items(true));
    var before = typed("show ").size();
    assertThat(driver.read(places).items()).hasSize(4);
    assertThat(typed("show ").stream().skip(before)).hasSize(8).doesNotHaveDuplicates();
  }
}
