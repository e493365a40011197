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
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.ElementReadException;

/** Missing output and errors are not absence, and no command runs twice in a reading. */
class IosQueriesTest extends EdgeDriverTestBase {

  static Stream<Arguments> empty() {
    return Stream.of(
        Arguments.of("VLAN", "100", "show vlan id 100"),
        Arguments.of("SVI", "100", "show ip interface brief"),
        Arguments.of("TRUNK", BORDER + " 100", "show running-config interface " + BORDER),
        Arguments.of("ACCESS", BORDER, "show running-config interface " + BORDER));
  }

  /** A prompt directly after the echo does not mean that there is no item. */
  @ParameterizedTest
  @MethodSource("empty")
  void missingOutputIsAnError(String kind, String key, String line) {
    edge.faults().injectOnce(line, new InjectedFault.Garbage(line + "\r\nEDGE-UCL#"));
    assertThatThrownBy(() -> driver.read(List.of(new ConfigItem.Key(kind, key))))
        .isInstanceOf(ElementReadException.class)
        .hasMessageContaining("cannot be parsed");
    assertThat(driver.read(List.of(new ConfigItem.Key(kind, key))).items()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("empty")
  void anErrorIsReported(String kind, String key, String line) {
    edge.faults()
        .injectOnce(line, new InjectedFault.Deny("", "Invalid input detected at '^' marker."));
    assertThatThrownBy(() -> driver.read(List.of(new ConfigItem.Key(kind, key))))
        .isInstanceOf(ElementReadException.class)
        .hasMessageContaining("Invalid input");
  }

  /** After an error the item is looked up in the list. */
  @Test
  void anErrorIsNotAbsence() {
    assertComesUp(items(true));
    for (var line : List.of("show policy-map " + NAME, "show running-config interface Vlan100")) {
      edge.faults()
          .injectOnce(line, new InjectedFault.Deny("", "Invalid input detected at '^' marker."));
      assertThatThrownBy(() -> driver.read(items(true).stream().map(ConfigItem::place).toList()))
          .isInstanceOf(ElementReadException.class)
          .hasMessageContaining("\"" + line + "\" cannot be parsed: % Invalid input");
    }
  }

  /** The VLAN is in the line that continues the list. */
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
      assertThat(driver.read(List.of(new ConfigItem.Key("TRUNK", BORDER + " 100"))).items())
          .hasSize(1);
      assertThat(driver.read(List.of(new ConfigItem.Key("TRUNK", BORDER + " 101"))).items())
          .isEmpty();
    } else {
      assertObstructed(
          items(true), "held by unknown owner: the trunk lists VLAN 100, which does not exist");
    }
  }

  /** Two circuits share ports, and each item needs the owner of the others. */
  @Test
  void runsEachCommandOnceInAReading() {
    var places =
        Stream.of("100", "101")
            .flatMap(vlan ->
                Stream.of(
                    new ConfigItem.Key("VLAN", vlan),
                    new ConfigItem.Key("SVI", vlan),
                    new ConfigItem.Key("TRUNK", "GigabitEthernet3/1 " + vlan),
                    new ConfigItem.Key("TRUNK", BORDER + " " + vlan),
                    new ConfigItem.Key("XCONNECT", "Vlan" + vlan + " 192.0.2.9 5" + vlan)))
            .toList();
    assertComesUp(items(true));
    var before = typed("show ").size();
    assertThat(driver.read(places).items()).hasSize(4);
    assertThat(typed("show ").stream().skip(before)).hasSize(8).doesNotHaveDuplicates();
  }
}
