package org.touchpaper.lnsap.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
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
