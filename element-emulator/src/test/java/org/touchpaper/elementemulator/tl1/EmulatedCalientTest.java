package org.touchpaper.elementemulator.tl1;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.ManualClock;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.Tl1LoginRequirements;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.Denied;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.DelayScheduler;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.tl1.message.InputCommand;

/** The emulated DiamondWave requires a pause of half a second after a login. */
class EmulatedCalientTest {

  private static final InputCommand HEADER = InputCommand.of("RTRV-HDR");

  @TempDir Path folder;
  private final ManualClock clock = new ManualClock();
  private EmulatedElement raleigh;

  @BeforeEach
  void start() throws IOException {
    raleigh =
        EmulatedElement.start(ElementConfig.demo("RALEIGH", ElementModel.CALIENT), folder, clock);
  }

  @AfterEach
  void stop() {
    raleigh.close();
  }

  /** The clock advances while a session pauses after its login. */
  private Tl1Session session(Tl1LoginRequirements profile) {
    DelayScheduler waker =
        (delay, action) -> {
          if (delay.equals(profile.settleDelay())) {
            clock.advance(delay);
            return DelayScheduler.system().schedule(Duration.ZERO, action);
          }
          return DelayScheduler.system().schedule(delay, action);
        };
    return Tl1Session.open(
        new ElementEndpoint("RALEIGH", "127.0.0.1", raleigh.port()),
        Credentials.tl1("touchpaper", "lightpath"),
        new SessionTiming(
            Clock.systemUTC(),
            waker,
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofSeconds(1000)),
        profile,
        TranscriptSink.NONE);
  }

  @Test
  void deniesACommandTooSoonAfterTheLogin() {
    try (var session =
        session(Tl1LoginRequirements.defaults().withSettleDelay(Duration.ofMillis(499)))) {
      assertThat(session.send(HEADER))
          .isInstanceOfSatisfying(
              Denied.class, denied -> assertThat(denied.text()).contains("Login Not Active"));
    }
  }

  @Test
  void answersHalfASecondAfterTheLogin() {
    try (var session =
        session(Tl1LoginRequirements.defaults().withSettleDelay(Duration.ofMillis(500)))) {
      assertThat(session.send(HEADER)).isInstanceOf(Completed.class);
    }
  }
}
