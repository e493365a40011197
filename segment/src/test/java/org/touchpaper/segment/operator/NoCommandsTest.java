package org.touchpaper.segment.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.touchpaper.elementsession.connection.ElementEndpoint;

/** An element that accepts no typed commands, with a driver that does not expose its session. */
class NoCommandsTest {

  private final OperatedElement roadm =
      new OperatedElement("openconfig", new ElementEndpoint("ROADM", "192.0.2.1", 830), null);

  @Test
  void isListedWithoutASession() {
    var summary = ElementSummary.of(roadm, "nsap", new ElementSummary.Counts(3, 0, 0, 0, 0));
    assertThat(summary.address()).isEqualTo("192.0.2.1:830");
    assertThat(summary.state()).isEqualTo(ElementSummary.SessionStatus.NOT_TOLD);
    assertThat(ElementAlarmAndReportLog.of(roadm.session(), Clock.systemUTC()).activeAlarms())
        .isEmpty();
  }

  @Test
  void acceptsNoCommand() {
    assertThat(ParsedOperatorCommand.of("RTRV-HDR", roadm))
        .isInstanceOf(ParsedOperatorCommand.Refused.class);
    assertThat(
            ParsedOperatorCommand.of(
                "RTRV-HDR", new OperatedElement("openconfig", new IdleSession())))
        .isInstanceOf(ParsedOperatorCommand.Refused.class);
  }

  @Test
  void showsTheSessionStateIfKnown() {
    var router = new OperatedElement("openconfig", new IdleSession());
    assertThat(ElementSummary.of(router, "nsap", new ElementSummary.Counts(3, 0, 0, 0, 0)).state())
        .isEqualTo(ElementSummary.SessionStatus.IDLE);
  }
}
