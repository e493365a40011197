package org.touchpaper.lnsap.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.segment.element.ItemSurveyResult;

/** Circuits on a 7600: set up, read and removed; foreign configuration is left alone. */
class Ios7600DriverTest extends EdgeDriverTestBase {

  @Test
  void setsUpATaggedHostReadsBackAndClears() {
    assertComesUp(items(true));

    assertThat(attributeOf("VLAN", "100", "NAME")).isEqualTo(NAME);
    assertThat(attributeOf("POLICY-MAP", NAME, "class class-default"))
        .isEqualTo(
            "police 300000000 3750000 3750000"
                + " conform-action transmit exceed-action drop violate-action drop");
    assertThat(attributeOf("INTERFACE", "Vlan100", "service-policy input")).isEqualTo(NAME);
    assertThat(attributeOf("INTERFACE", BORDER, "switchport trunk allowed vlan")).isEqualTo("100");
    assertThat(attributeOf("INTERFACE", "GigabitEthernet3/1", "switchport mode"))
        .isEqualTo("trunk");
    assertThat(circuits.survey(items(true), Map.of()))
        .allMatch(survey -> survey.toString().startsWith("Intact"));

    assertCleared(items(true));
    assertCleared(items(true));
    assertThat(attributeOf("VLAN", "100", "NAME")).isEqualTo("nothing");
    assertThat(attributeOf("POLICY-MAP", NAME, "class class-default")).isEqualTo("nothing");
    assertThat(attributeOf("INTERFACE", "Vlan100", "service-policy input")).isEqualTo("nothing");
    assertThat(edge.listEntities()).isEmpty();
  }

  @Test
  void setsUpAnUntaggedHostAndClears() {
    assertComesUp(items(false));
    assertThat(attributeOf("INTERFACE", "GigabitEthernet3/1", "switchport access vlan"))
        .isEqualTo("100");
    assertThat(circuits.apply(items(false), items(false)))
        .isInstanceOf(CircuitExecutor.Applied.class);

    assertCleared(items(false));
    assertThat(edge.listEntities()).isEmpty();
  }

  @Test
  void leavesAForeignVlanAlone() {
    session.configure(List.of("vlan 100", "name library"));

    assertThat(circuits.apply(items(true), List.of()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result ->
                assertThat(result.problem()).contains("VLAN 100").contains("held by library"));
    assertCleared(items(true));
    assertThat(attributeOf("VLAN", "100", "NAME")).isEqualTo("library");
  }

  @ParameterizedTest
  @ValueSource(strings = {"state suspend", "shutdown"})
  void aVlanSuspendedByTheSiteIsTheSites(String line) {
    session.configure(List.of("vlan 100", "name library", line));
    assertObstructed(items(true), "VLAN 100", "held by library");
  }

  @ParameterizedTest
  @ValueSource(strings = {"no shutdown", "description library", "mtu 9216"})
  void anInterfaceOfAMissingVlanHasAnUnknownOwner(String line) {
    session.configure(List.of("interface Vlan100", line));
    assertObstructed(items(true), "SVI 100", "unknown owner of interface Vlan100");
  }

  @Test
  void anUnconfiguredInterfaceBelongsToItsVlansOwner() {
    session.configure(List.of("vlan 100", "name library", "interface Vlan100"));
    var before = edge.listEntities();
    assertObstructed(items(true), "VLAN 100", "held by library");
    assertCleared(items(true));
    assertThat(edge.listEntities()).isEqualTo(before);
  }

  /** An interrupted set-up leaves this state; then the VLAN was removed by hand. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void removesAnUnconfiguredInterfaceOfAMissingVlan(boolean isWanted) {
    session.configure(List.of("interface Vlan100"));
    if (isWanted) {
      assertComesUp(items(true));
    }
    assertCleared(items(true));
    assertThat(edge.listEntities()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"state suspend", "shutdown"})
  void detectsThatItsVlanWasSuspended(String line) {
    assertComesUp(items(true));
    session.configure(List.of("vlan 100", line));
    assertThat(circuits.survey(items(true), Map.of()))
        .hasOnlyElementsOfType(ItemSurveyResult.Removed.class);
    assertCleared(items(true));
    assertThat(edge.listEntities()).isEmpty();
  }

  /** Minutes may pass between reading and typing when many circuits end at once. */
  @Test
  void leavesItemsWithANewOwnerAlone() {
    assertComesUp(items(true));
    var read = driver.read(items(true).stream().map(ConfigItem::place).toList()).items();
    session.configure(
        List.of(
            "policy-map campus",
            "interface Vlan100",
            "service-policy input campus",
            "vlan 100",
            "name library"));
    var before = edge.listEntities();
    assertThat(read.stream().filter(item -> !item.owner().equals(item.key())).map(driver::delete))
        .containsExactly(
            new EditOutcome.Denied("CLI", "VLAN 100 belongs to library"),
            new EditOutcome.Denied("CLI", "SVI 100 belongs to campus"),
            new EditOutcome.Denied("CLI", "TRUNK GigabitEthernet3/1 100 belongs to library"),
            new EditOutcome.Denied("CLI", "TRUNK " + BORDER + " 100 belongs to library"));
    assertThat(edge.listEntities()).isEqualTo(before);
  }

  /** A place that was free when planned may be taken when the edit runs. */
  @Test
  void doesNotTakeOverItemsCreatedSince() {
    session.configure(List.of("vlan 100", "name library", "interface Vlan100", "no shutdown"));
    var before = edge.listEntities();
    assertThat(items(true).stream().skip(1).limit(2).map(driver::create))
        .containsExactly(
            new EditOutcome.Denied("CLI", "VLAN 100 belongs to library"),
            new EditOutcome.Denied("CLI", "SVI 100 belongs to library"));
    assertThat(edge.listEntities()).isEqualTo(before);
  }

  @Test
  void listsItemsWithOurNames() {
    session.configure(List.of("vlan 7", "name library", "policy-map campus"));
    assertThat(driver.listOwned()).isEmpty();
    assertComesUp(items(true));
    assertThat(driver.listOwned())
        .extracting(ConfigItem::toString)
        .containsExactly(
            "VLAN 100 on EDGE-UCL (" + NAME + ")",
            "POLICY-MAP " + NAME + " on EDGE-UCL (" + NAME + ")");
  }

  @Test
  void reportsAnErrorVerbatimAndUndoesTheRest() {
    edge.faults().injectOnce("service-policy output", new InjectedFault.Deny("", "Out of TCAM"));

    assertThat(circuits.apply(items(true), List.of()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> assertThat(result.problem()).contains("% Out of TCAM"));
    assertThat(attributeOf("VLAN", "100", "NAME")).isEqualTo("nothing");
    assertThat(attributeOf("POLICY-MAP", NAME, "class class-default")).isEqualTo("nothing");
  }

  @Test
  void findsTheEffectOfALostConnectionByReading() {
    edge.faults().injectOnce("no shutdown", new InjectedFault.DropAfter());

    assertComesUp(items(true));
  }

  @Test
  void reportsAnUnreachableEdge() {
    edge.crash();

    assertThatThrownBy(() -> driver.read(List.of(items(true).getFirst().place())))
        .isInstanceOf(ElementReadException.class)
        .hasMessageContaining("EDGE-UCL");
  }
}
