package org.touchpaper.lnsap.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.segment.element.ItemSurveyResult;

/** A removed card takes its ports with it, and nothing else. */
class RemovedCardTest extends EdgeDriverTestBase {

  private static final String HOST = "GigabitEthernet3/1";
  private static final String PULLED = "no port " + HOST + " (card removed or never present)";

  /**
   * The configuration of a card's ports returns with the card, so no item is known to be missing.
   */
  @Test
  void portsOfARemovedCardAreUnreadable() {
    assertComesUp(items(true));
    edge.pullCard(3);
    var read = driver.read(items(true).stream().map(ConfigItem::place).toList());
    assertThat(read.items()).hasSize(4);
    assertThat(read.unreadable())
        .containsOnly(Map.entry(new ConfigItem.Key("TRUNK", HOST + " 100"), PULLED));
    assertThat(circuits.survey(items(true), Map.of()))
        .hasOnlyElementsOfType(ItemSurveyResult.Intact.class);
    var alarm = driver.alarms().getFirst();
    assertThat(alarm.description()).isEqualTo(PULLED + " of EDGE-UCL");
    assertThat(items(true).stream().filter(alarm::concerns)).hasSize(1);

    edge.insertCard(3);
    assertThat(driver.alarms()).isEmpty();
    assertCleared(items(true));
    assertThat(edge.listEntities()).isEmpty();
  }

  @Test
  void createsNothingOnARemovedCard() {
    edge.pullCard(3);
    assertObstructed(items(true), "TRUNK " + HOST + " 100", "cannot be read", PULLED);
    assertThat(items(true).stream().skip(3).map(driver::create))
        .containsExactly(new EditOutcome.Denied("CLI", PULLED), new EditOutcome.Done());
  }

  /**
   * Otherwise the next circuit in the VLAN would be connected to the port when the card returns.
   */
  @Test
  void keepsAVlanThatARemovedCardMayStillCarry() {
    assertComesUp(items(true));
    edge.pullCard(3);
    assertThat(circuits.apply(List.of(), items(true)))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> assertThat(result.problem()).contains(PULLED));
    assertThat(attributeOf("INTERFACE", BORDER, "switchport")).isEqualTo("nothing");
    assertThat(attributeOf("VLAN", "100", "NAME")).isEqualTo(NAME);

    edge.insertCard(3);
    assertCleared(items(true));
    assertThat(edge.listEntities()).isEmpty();
  }

  /** If the port is listed, an error does not mean that its card was removed. */
  @Test
  void anErrorIsNotARemovedCard() {
    edge.faults()
        .injectOnce(
            "show running-config interface " + HOST, new InjectedFault.Deny("", "Invalid input"));
    assertThatThrownBy(() -> driver.read(List.of(new ConfigItem.Key("ACCESS", HOST))))
        .isInstanceOf(ElementReadException.class);
  }
}
