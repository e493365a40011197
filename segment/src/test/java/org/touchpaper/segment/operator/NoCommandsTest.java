package org.touchpaper.segment.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.touchpaper.tl1.session.Endpoint;

/** An element whose language has no commands, and whose driver keeps its session to itself. */
class NoCommandsTest {

  private final OperatedElement roadm =
      new OperatedElement("openconfig", new Endpoint("ROADM", "192.0.2.1", 830), null);

  @Test
  void isListedAllTheSame() {
    var summary = ElementSummary.of(roadm, "nsap", 3, 0, 0);
    assertThat(summary.address()).isEqualTo("192.0.2.1:830");
    assertThat(summary.state()).isEqualTo(ElementSummary.Standing.NOT_TOLD);
    assertThat(Reports.of(roadm.session(), Clock.systemUTC()).standing()).isEmpty();
  }

  @Test
  void takesNoCommand() {
    assertThat(Typed.of("RTRV-HDR", roadm)).isInstanceOf(Typed.Refused.class);
    assertThat(Typed.of("RTRV-HDR", new OperatedElement("openconfig", new IdleSession())))
        .isInstanceOf(Typed.Refused.class);
  }

  @Test
  void saysHowItsSessionStandsIfThatIsKnown() {
    var router = new OperatedElement("openconfig", new IdleSession());
    assertThat(ElementSummary.of(router, "nsap", 3, 0, 0).state())
        .isEqualTo(ElementSummary.Standing.IDLE);
  }
}
