package org.touchpaper.lnsap.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.EditOutcome;

/** A VLAN is created for a circuit but does not get its name, by which its owner is known. */
class UnnamedVlanClaimStoreTest extends EdgeDriverTestBase {

  private final List<ConfigItem> items = items(true);

  private void comesUpWithoutAName(InjectedFault atEnd) {
    assertThat(driver.create(items.getFirst())).isEqualTo(new EditOutcome.Done());
    edge.faults().injectOnce("name TP-", new InjectedFault.Deny("", "Status, All Resources Busy"));
    edge.faults().injectOnce("end", atEnd);
    assertThat(circuits.apply(items, List.of()).uncertainEffect().isNone()).isFalse();
  }

  private void siteTypes(String line) {
    session.configure(List.of(line));
  }

  @Test
  void isNotTakenForAForeignVlan() {
    comesUpWithoutAName(new InjectedFault.DropAfter());
    assertThat(attributeOf("VLAN", "100", "NAME")).isEqualTo("VLAN0100");

    assertThat(circuits.apply(items, items)).isInstanceOf(CircuitExecutor.Applied.class);
    assertCleared(items);
    assertThat(attributeOf("VLAN", "100", "NAME")).isEqualTo("nothing");
  }

  /** A restarted service continues its predecessor's work. */
  @Test
  void belongsToItsCircuitAfterARestart() {
    comesUpWithoutAName(new InjectedFault.DropAfter());
    restartDriver();
    assertThat(driver.listOwned()).contains(new ConfigItem("EDGE-UCL", "VLAN", "100", NAME));
    assertCleared(items);
    assertThat(attributeOf("VLAN", "100", "NAME")).isEqualTo("nothing");
    assertThat(claims.list("VLAN")).isEmpty();
  }

  /** We crash before a response, so nothing was recorded after the line was typed. */
  @Test
  void belongsToItsCircuitThoughTheOutcomeIsUnknown() {
    claims.put("VLAN", "100", NAME);
    siteTypes("vlan 100"); // as our line would do
    restartDriver();
    assertCleared(items);
    assertThat(attributeOf("VLAN", "100", "NAME")).isEqualTo("nothing");
  }

  /** The claim survives a crash while the element executes the line. */
  @Test
  void theClaimIsStoredBeforeTheLineIsTyped() throws Exception {
    var mayGoOn = new CountDownLatch(1);
    edge.faults().injectOnce("vlan 100", new InjectedFault.SlowResponse(mayGoOn));
    var making = new FutureTask<>(() -> driver.create(items.get(1)));
    Thread.startVirtualThread(making);
    await().until(() -> edge.faults().isExhausted());
    assertThat(claims.list("VLAN")).isEqualTo(Map.of("100", NAME));

    try (var cliSession = session()) {
      cliSession.configure(List.of("vlan 100")); // as our line will do
      assertThat(newDriver(cliSession).listOwned())
          .containsExactly(new ConfigItem("EDGE-UCL", "VLAN", "100", NAME));
    }
    mayGoOn.countDown();
    assertThat(making.get()).isEqualTo(new EditOutcome.Done());
    assertThat(claims.list("VLAN")).isEmpty();
  }

  static Stream<List<String>> uses() {
    return Stream.of(
        List.of("interface Gi3/9", "switchport", "switchport access vlan 100"),
        List.of(
            "interface Gi3/9",
            "switchport",
            "switchport trunk encapsulation dot1q",
            "switchport trunk allowed vlan 90-110",
            "switchport mode trunk"),
        List.of("interface Vlan100", "no shutdown"));
  }

  /** We crashed before the line took effect; the site has created and used the VLAN since. */
  @ParameterizedTest
  @MethodSource("uses")
  void isTheSitesIfOthersUseIt(List<String> use) {
    claims.put("VLAN", "100", NAME);
    siteTypes("vlan 100");
    session.configure(use);
    restartDriver();
    assertThat(driver.listOwned()).isEmpty();
    assertThat(claims.list("VLAN")).hasSize(1); // listing changes nothing
    var before = edge.listEntities();
    assertObstructed(items, "VLAN 100 on EDGE-UCL is held by VLAN0100");
    assertCleared(items);
    assertThat(edge.listEntities()).isEqualTo(before);
    assertThat(claims.list("VLAN")).isEmpty();
  }

  /** A circuit whose VLAN was removed is repaired, and its VLAN again lacks its name. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void belongsToItsCircuitIfOnlyThatUsesIt(boolean hasInterface) {
    assertComesUp(items);
    siteTypes("no vlan 100");
    if (!hasInterface) {
      siteTypes("no interface Vlan100");
    }
    edge.faults().injectOnce("name TP-", new InjectedFault.Deny("", "Status, All Resources Busy"));
    edge.faults().injectOnce("end", new InjectedFault.DropAfter());
    assertThat(driver.create(items.get(1))).isInstanceOf(EditOutcome.Unknown.class);
    assertThat(attributeOf("VLAN", "100", "NAME")).isEqualTo("VLAN0100");
    assertCleared(items);
    assertThat(edge.listEntities())
        .noneMatch(held -> List.of("VLAN", "INTERFACE").contains(held.kind()));
  }

  @Test
  void aNamedVlanNeedsNoClaim() {
    assertComesUp(items);
    assertThat(claims.list("VLAN")).isEmpty();
  }

  @Test
  void isNotRemovedByOtherCircuits() {
    comesUpWithoutAName(new InjectedFault.DropAfter());
    var other = "TP-000000000009";
    assertObstructed(
        List.of(new ConfigItem("EDGE-UCL", "VLAN", "100", other, Map.of("STATE", "active"))),
        "VLAN 100 on EDGE-UCL is held by " + NAME);
  }

  /**
   * The line was lost before the VLAN was created; weeks later the site creates one with that
   * number.
   */
  @Test
  void theClaimIsDroppedIfTheVlanWasNeverCreated() {
    comesUpWithoutAName(new InjectedFault.DropBefore());
    assertCleared(items);
    siteTypes("vlan 100");
    assertObstructed(items, "VLAN 100 on EDGE-UCL is held by VLAN0100");
  }

  @Test
  void theClaimIsDroppedAfterAForeignRemoval() {
    comesUpWithoutAName(new InjectedFault.DropAfter());
    siteTypes("no vlan 100");
    assertCleared(items);
    siteTypes("vlan 100");
    assertObstructed(items, "VLAN 100 on EDGE-UCL is held by VLAN0100");
  }

  @Test
  void theClaimIsDroppedWithItsCircuit() {
    comesUpWithoutAName(new InjectedFault.DropAfter());
    assertCleared(items);
    siteTypes("vlan 100");
    assertObstructed(items, "VLAN 100 on EDGE-UCL is held by VLAN0100");
  }

  @Test
  void theClaimIsDroppedWhenTheVlanIsNamed() {
    comesUpWithoutAName(new InjectedFault.DropAfter());
    assertThat(circuits.apply(items, items)).isInstanceOf(CircuitExecutor.Applied.class);
    siteTypes("no vlan 100");
    siteTypes("vlan 100");
    assertThat(circuits.apply(items, items))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> assertThat(result.problem()).contains("is held by VLAN0100"));
  }
}
