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
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.tl1.element.Fault;

/** A VLAN is made for a circuit and does not take its name, which is all that tells whose it is. */
class NamelessVlansTest extends OnAnEdge {

  private final List<Item> items = items(true);

  private void comesUpHalf(Fault atEnd) {
    assertThat(driver.create(items.getFirst())).isEqualTo(new Outcome.Done());
    edge.faults().next("name TP-", new Fault.Deny("", "Status, All Resources Busy"));
    edge.faults().next("end", atEnd);
    assertThat(circuits.bring(items, List.of()).doubt().isNone()).isFalse();
  }

  private void siteTypes(String line) {
    session.configure(List.of(line));
  }

  @Test
  void isNotTakenForSomebodyElses() {
    comesUpHalf(new Fault.DropAfter());
    assertThat(of("VLAN", "100", "NAME")).isEqualTo("VLAN0100");

    assertThat(circuits.bring(items, items)).isInstanceOf(Circuits.Reached.class);
    isCleared(items);
    assertThat(of("VLAN", "100", "NAME")).isEqualTo("nothing");
  }

  /** What one life of ours began is the next one's, too. */
  @Test
  void isItsCircuitsStillAfterARestart() {
    comesUpHalf(new Fault.DropAfter());
    beginAnotherLife();
    assertThat(driver.listOurs()).contains(new Item("EDGE-UCL", "VLAN", "100", NAME));
    isCleared(items);
    assertThat(of("VLAN", "100", "NAME")).isEqualTo("nothing");
    assertThat(claims.list()).isEmpty();
  }

  /** We die before an answer comes, so nothing was noted since the line was typed. */
  @Test
  void isItsCircuitsThoughNobodyHeardWhatBecameOfIt() {
    claims.put("100", NAME);
    siteTypes("vlan 100"); // as our line would have
    beginAnotherLife();
    isCleared(items);
    assertThat(of("VLAN", "100", "NAME")).isEqualTo("nothing");
  }

  /** Should we die while the element takes its time over the line, the next life knows. */
  @Test
  void isWrittenDownBeforeItIsTyped() throws Exception {
    var mayGoOn = new CountDownLatch(1);
    edge.faults().next("vlan 100", new Fault.Slow(mayGoOn));
    var making = new FutureTask<>(() -> driver.create(items.get(1)));
    Thread.startVirtualThread(making);
    await().until(() -> edge.faults().areSpent());
    assertThat(claims.list()).isEqualTo(Map.of("100", NAME));

    try (var another = session()) {
      another.configure(List.of("vlan 100")); // as our line will have
      assertThat(life(another).listOurs())
          .containsExactly(new Item("EDGE-UCL", "VLAN", "100", NAME));
    }
    mayGoOn.countDown();
    assertThat(making.get()).isEqualTo(new Outcome.Done());
    assertThat(claims.list()).isEmpty();
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

  /** We died before the line took effect; the site made the VLAN since, and has put it to use. */
  @ParameterizedTest
  @MethodSource("uses")
  void isTheSitesOnceAnythingElseUsesIt(List<String> use) {
    claims.put("100", NAME);
    siteTypes("vlan 100");
    session.configure(use);
    beginAnotherLife();
    assertThat(driver.listOurs()).isEmpty();
    assertThat(claims.list()).hasSize(1); // who lists changes nothing
    var before = edge.holds();
    isHeld(items, "VLAN 100 on EDGE-UCL is held by VLAN0100");
    isCleared(items);
    assertThat(edge.holds()).isEqualTo(before);
    assertThat(claims.list()).isEmpty();
  }

  /** A circuit whose VLAN somebody removed is repaired, and its VLAN is not named again. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void isItsCircuitsWhereThatAloneUsesIt(boolean hasInterface) {
    comesUp(items);
    siteTypes("no vlan 100");
    if (!hasInterface) {
      siteTypes("no interface Vlan100");
    }
    edge.faults().next("name TP-", new Fault.Deny("", "Status, All Resources Busy"));
    edge.faults().next("end", new Fault.DropAfter());
    assertThat(driver.create(items.get(1))).isInstanceOf(Outcome.Unknown.class);
    assertThat(of("VLAN", "100", "NAME")).isEqualTo("VLAN0100");
    isCleared(items);
    assertThat(edge.holds()).noneMatch(held -> List.of("VLAN", "INTERFACE").contains(held.kind()));
  }

  @Test
  void ofWhatTookItsNameNothingIsKept() {
    comesUp(items);
    assertThat(claims.list()).isEmpty();
  }

  @Test
  void isNoOtherCircuitsToClearAway() {
    comesUpHalf(new Fault.DropAfter());
    var other = "TP-000000000009";
    isHeld(
        List.of(new Item("EDGE-UCL", "VLAN", "100", other, Map.of("STATE", "active"))),
        "VLAN 100 on EDGE-UCL is held by " + NAME);
  }

  /** The line was lost before it was stored; weeks later the site makes one of that number. */
  @Test
  void isForgottenWhenItReadsAsNeverMade() {
    comesUpHalf(new Fault.DropBefore());
    isCleared(items);
    siteTypes("vlan 100");
    isHeld(items, "VLAN 100 on EDGE-UCL is held by VLAN0100");
  }

  @Test
  void isForgottenWhenSomebodyElseRemovedIt() {
    comesUpHalf(new Fault.DropAfter());
    siteTypes("no vlan 100");
    isCleared(items);
    siteTypes("vlan 100");
    isHeld(items, "VLAN 100 on EDGE-UCL is held by VLAN0100");
  }

  @Test
  void isForgottenWhenItWentWithItsCircuit() {
    comesUpHalf(new Fault.DropAfter());
    isCleared(items);
    siteTypes("vlan 100");
    isHeld(items, "VLAN 100 on EDGE-UCL is held by VLAN0100");
  }

  @Test
  void isForgottenWhenItWasNamed() {
    comesUpHalf(new Fault.DropAfter());
    assertThat(circuits.bring(items, items)).isInstanceOf(Circuits.Reached.class);
    siteTypes("no vlan 100");
    siteTypes("vlan 100");
    assertThat(circuits.bring(items, items))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class,
            it -> assertThat(it.problem()).contains("is held by VLAN0100"));
  }
}
