package org.touchpaper.lnsap.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.Survey;
import org.touchpaper.tl1.element.Fault;

/** A card that is pulled takes its ports along, and nothing else. */
class PulledCardTest extends OnAnEdge {

  private static final String HOST = "GigabitEthernet3/1";
  private static final String PULLED = "no port " + HOST + " (its card was pulled, or never there)";

  /** What is configured on a card's ports comes back with it, so nothing is known to be gone. */
  @Test
  void knowsOfAPulledCardThatItsPortsCannotBeTold() {
    comesUp(items(true));
    edge.pullCard(3);
    var read = driver.read(items(true).stream().map(Item::place).toList());
    assertThat(read.items()).hasSize(4);
    assertThat(read.hidden()).containsOnly(Map.entry(new Item.Key("TRUNK", HOST + " 100"), PULLED));
    assertThat(circuits.look(items(true), Map.of())).hasOnlyElementsOfType(Survey.Intact.class);
    var alarm = driver.alarms().getFirst();
    assertThat(alarm.words()).isEqualTo(PULLED + " of EDGE-UCL");
    assertThat(items(true).stream().filter(alarm::concerns)).hasSize(1);

    edge.insertCard(3);
    assertThat(driver.alarms()).isEmpty();
    isCleared(items(true));
    assertThat(edge.holds()).isEmpty();
  }

  @Test
  void makesNothingWhereACardIsPulled() {
    edge.pullCard(3);
    isHeld(items(true), "TRUNK " + HOST + " 100", "cannot be told", PULLED);
    assertThat(items(true).stream().skip(3).map(driver::create))
        .containsExactly(new Outcome.Denied("CLI", PULLED), new Outcome.Done());
  }

  /** The next circuit in its VLAN would be heard on the port, once that is there again. */
  @Test
  void keepsAVlanThatAPulledCardMayStillCarry() {
    comesUp(items(true));
    edge.pullCard(3);
    assertThat(circuits.bring(List.of(), items(true)))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class, it -> assertThat(it.problem()).contains(PULLED));
    assertThat(of("INTERFACE", BORDER, "switchport")).isEqualTo("nothing");
    assertThat(of("VLAN", "100", "NAME")).isEqualTo(NAME);

    edge.insertCard(3);
    isCleared(items(true));
    assertThat(edge.holds()).isEmpty();
  }

  /** An error where the port is in the list of all says nothing of its card. */
  @Test
  void takesNoErrorForAPulledCard() {
    edge.faults()
        .next("show running-config interface " + HOST, new Fault.Deny("", "Invalid input"));
    assertThatThrownBy(() -> driver.read(List.of(new Item.Key("ACCESS", HOST))))
        .isInstanceOf(ElementUnreachable.class);
  }
}
