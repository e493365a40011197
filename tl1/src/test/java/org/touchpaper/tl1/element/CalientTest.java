package org.touchpaper.tl1.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Manners;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.Denied;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;
import org.touchpaper.tl1.session.Waker;

/** An emulated DiamondWave wants half a second to itself after a login. */
class CalientTest {

  private static final InputCommand HEADER = InputCommand.of("RTRV-HDR");

  @TempDir Path folder;
  private final TurnedClock clock = new TurnedClock();
  private EmulatedElement raleigh;

  @BeforeEach
  void start() throws IOException {
    raleigh = EmulatedElement.start(ElementConfig.demo("RALEIGH", Dialect.CALIENT), folder, clock);
  }

  @AfterEach
  void stop() {
    raleigh.close();
  }

  /** While a session waits after its login, the element's time goes by. */
  private Tl1Session session(Manners manners) {
    Waker waker =
        (delay, action) -> {
          if (delay.equals(manners.settle())) {
            clock.advance(delay);
            return Waker.system().after(Duration.ZERO, action);
          }
          return Waker.system().after(delay, action);
        };
    return Tl1Session.open(
        new Endpoint("RALEIGH", "127.0.0.1", raleigh.port()),
        Credentials.tl1("touchpaper", "lightpath"),
        new Timing(
            Clock.systemUTC(),
            waker,
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofSeconds(1000)),
        manners,
        TranscriptSink.NONE);
  }

  @Test
  void saysThatNobodyIsLoggedInToWhoeverIsTooFast() {
    try (var session = session(Manners.usual().settling(Duration.ofMillis(499)))) {
      assertThat(session.send(HEADER))
          .isInstanceOfSatisfying(
              Denied.class, denied -> assertThat(denied.text()).contains("Login Not Active"));
    }
  }

  @Test
  void answersOnceHalfASecondIsOver() {
    try (var session = session(Manners.usual().settling(Duration.ofMillis(500)))) {
      assertThat(session.send(HEADER)).isInstanceOf(Completed.class);
    }
  }
}
