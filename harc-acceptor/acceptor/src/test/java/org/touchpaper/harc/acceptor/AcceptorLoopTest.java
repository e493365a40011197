package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Member;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.TransactionId;

class AcceptorLoopTest {
  private static final Timing TIMING =
      new Timing(
          Duration.ofMillis(100),
          Duration.ofMinutes(5),
          Duration.ZERO,
          Duration.ZERO,
          Duration.ZERO,
          Duration.ofSeconds(1));

  @TempDir Path data;

  @Test
  void saysItAgainThoughItsClockWasSetBackMeanwhile() throws Exception {
    Journal.initialise(data, "a1", 1);
    var offset = new AtomicReference<>(Duration.ZERO);
    var clock = new Adjustable(offset);
    var request =
        Request.of(
            new TransactionId("t"),
            List.of("a1", "a2", "a3"),
            1,
            clock.instant().plus(Duration.ofMinutes(5)),
            new Caller("ada", "ucl", List.of(), "scientist", "c"),
            List.of(new Actions("rm1", "<x/>")));
    var said = new CountDownLatch(4);
    try (var journal = Journal.open(data, "a1");
        var loop =
            new AcceptorLoop(
                new Member.Self("a1", 1, TIMING),
                journal,
                clock,
                (_, _) -> said.countDown(),
                Milestones.UNWATCHED)) {
      loop.start();
      loop.submit(request.record().id(), new Event.Begun(request)).get(30, TimeUnit.SECONDS);
      offset.set(Duration.ofMillis(-500));
      assertThat(said.await(30, TimeUnit.SECONDS)).as("asks the other two again").isTrue();
    }
  }

  /** A clock that somebody sets. */
  private static final class Adjustable extends Clock {
    private final AtomicReference<Duration> offset;

    Adjustable(AtomicReference<Duration> offset) {
      this.offset = offset;
    }

    @Override
    public Instant instant() {
      return Clock.systemUTC().instant().plus(offset.get());
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
