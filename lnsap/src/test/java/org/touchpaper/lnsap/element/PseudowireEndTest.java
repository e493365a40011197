package org.touchpaper.lnsap.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Survey;

/** A circuit that leaves by a pseudowire, whose other end is not ours. */
class PseudowireEndTest extends OnAnEdge {

  @Test
  void leavesByAPseudowire() {
    comesUp(byPseudowire());
    assertThat(of("INTERFACE", "Vlan100", "xconnect"))
        .isEqualTo("192.0.2.9 5100 encapsulation mpls");
    assertThat(of("INTERFACE", BORDER, "switchport")).isEqualTo("nothing");

    edge.loseSignal("192.0.2.9 5100");
    assertThat(circuits.look(byPseudowire(), Map.of())).hasOnlyElementsOfType(Survey.Intact.class);
    var alarm = driver.alarms().getFirst();
    assertThat(alarm.words()).isEqualTo("pseudowire 5100 to 192.0.2.9 is DOWN on EDGE-UCL");
    assertThat(byPseudowire().stream().filter(alarm::concerns)).hasSize(1);

    isCleared(byPseudowire());
    assertThat(edge.holds()).isEmpty();
  }

  /** The other end may come a moment later, and does not if ours is taken away again. */
  @Test
  void keepsItsEndOfAPseudowireThatIsNotUpYet() {
    edge.loseSignal("192.0.2.9 5100");
    for (var time = 1; time <= 2; time++) {
      assertThat(circuits.bring(byPseudowire(), List.of()))
          .isInstanceOfSatisfying(
              Circuits.NotUpYet.class,
              it ->
                  assertThat(it.problem())
                      .contains("pseudowire 5100 to 192.0.2.9 is configured here and not up: ")
                      .contains("MPLS VC labels: local 16, remote unassigned"));
    }
    edge.restoreSignal("192.0.2.9 5100");
    comesUp(byPseudowire());
    assertThat(typed("xconnect")).containsExactly("xconnect 192.0.2.9 5100 encapsulation mpls");
  }
}
