package org.touchpaper.segment.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.touchpaper.tl1.session.ElementSession;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.SessionEvent;
import org.touchpaper.tl1.session.SessionState;

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
    assertThat(Typed.of("RTRV-HDR", new OperatedElement("openconfig", new Netconf())))
        .isInstanceOf(Typed.Refused.class);
  }

  @Test
  void saysHowItsSessionStandsIfThatIsKnown() {
    var router = new OperatedElement("openconfig", new Netconf());
    assertThat(ElementSummary.of(router, "nsap", 3, 0, 0).state())
        .isEqualTo(ElementSummary.Standing.IDLE);
  }

  /** A session in a language without commands. */
  private static final class Netconf implements ElementSession.Wordless {
    @Override
    public Endpoint endpoint() {
      return new Endpoint("RTR", "192.0.2.2", 830);
    }

    @Override
    public SessionState state() {
      return new SessionState.Idle("not needed so far");
    }

    @Override
    public int logins() {
      return 0;
    }

    @Override
    public void watch(Consumer<SessionEvent> watcher) {}

    @Override
    public void stayConnected() {}

    @Override
    public void retryNow() {}

    @Override
    public void close() {}
  }
}
