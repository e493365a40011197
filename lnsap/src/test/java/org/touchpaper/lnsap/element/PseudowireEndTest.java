package org.touchpaper.lnsap.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.ItemSurveyResult;

/** A circuit that leaves by a pseudowire whose far end is not ours. */
class PseudowireEndTest extends EdgeDriverTestBase {

  @Test
  void leavesByAPseudowire() {
    assertComesUp(byPseudowire());
    assertThat(attributeOf("INTERFACE", "Vlan100", "xconnect"))
        .isEqualTo("192.0.2.9 5100 encapsulation mpls");
    assertThat(attributeOf("INTERFACE", BORDER, "switchport")).isEqualTo("nothing");

    edge.loseSignal("192.0.2.9 5100");
    assertThat(circuits.survey(byPseudowire(), Map.of()))
        .hasOnlyElementsOfType(ItemSurveyResult.Intact.class);
    var alarm = driver.alarms().getFirst();
    assertThat(alarm.description()).isEqualTo("pseudowire 5100 to 192.0.2.9 is DOWN on EDGE-UCL");
    assertThat(byPseudowire().stream().filter(alarm::concerns)).hasSize(1);

    assertCleared(byPseudowire());
    assertThat(edge.listEntities()).isEmpty();
  }

  /** The far end may come up a moment later, unless ours is removed again. */
  @Test
  void keepsItsEndOfAPseudowireThatIsNotUpYet() {
    edge.loseSignal("192.0.2.9 5100");
    for (var time = 1; time <= 2; time++) {
      assertThat(circuits.apply(byPseudowire(), List.of()))
          .isInstanceOfSatisfying(
              CircuitExecutor.NotWorkingYet.class,
              result ->
                  assertThat(result.problem())
                      .contains("pseudowire 5100 to 192.0.2.9 is configured but not up: ")
                      .contains("MPLS VC labels: local 16, remote unassigned"));
    }
    edge.restoreSignal("192.0.2.9 5100");
    assertComesUp(byPseudowire());
    assertThat(typed("xconnect")).containsExactly("xconnect 192.0.2.9 5100 encapsulation mpls");
  }
}
