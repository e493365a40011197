package org.touchpaper.bench.tl1;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Outcome;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;

/** How many reads a second one session gets answered by an emulated element over a socket. */
final class SessionSpeed {

  /** As many as an element bears, and as a session lets out. */
  static final int OUTSTANDING = 7;

  private SessionSpeed() {}

  /** Commands a second, after as long a warm-up. */
  static double measure(Dialect dialect, Path directory, double seconds)
      throws IOException, InterruptedException {
    var config = ElementConfig.demo("BENCH", dialect);
    var credentials = Credentials.tl1(config.user(), config.password());
    try (var element = EmulatedElement.start(config, directory.resolve(dialect.name()));
        var session =
            Tl1Session.open(
                new Endpoint("BENCH", "127.0.0.1", element.port()),
                credentials,
                Timing.usual(Clock.systemUTC()),
                TranscriptSink.NONE)) {
      prepare(dialect, session);
      rate(session, read(dialect), seconds);
      return rate(session, read(dialect), seconds);
    }
  }

  /** Something that the reads find. */
  private static void prepare(Dialect dialect, Tl1Session session) {
    check(
        session.send(
            switch (dialect) {
              case CORE_DIRECTOR ->
                  InputCommand.of("ENT-GTP").at("g-1").block("LBL=bench", "", "CTP=1-A-1-1-1");
              case ONS_15454 -> InputCommand.of("ENT-CRS-STS3C").at("STS-6-1,STS-12-4");
              case IOS_7600 -> throw new IllegalArgumentException("speaks no TL1");
            }));
  }

  private static InputCommand read(Dialect dialect) {
    return switch (dialect) {
      case CORE_DIRECTOR -> InputCommand.of("RTRV-GTP").at("g-1");
      case ONS_15454 -> InputCommand.of("RTRV-CRS-STS3C").at("STS-6-1");
      case IOS_7600 -> throw new IllegalArgumentException("speaks no TL1");
    };
  }

  private static double rate(Tl1Session session, InputCommand read, double seconds)
      throws InterruptedException {
    var answered = new AtomicLong();
    var begun = System.nanoTime();
    var end = begun + Duration.ofMillis((long) (seconds * 1_000)).toNanos();
    var readers = new ArrayList<Thread>();
    for (var i = 0; i < OUTSTANDING; i++) {
      readers.add(
          Thread.startVirtualThread(() -> {
            while (System.nanoTime() < end) {
              check(session.send(read));
              answered.incrementAndGet();
            }
          }));
    }
    for (var reader : readers) {
      reader.join();
    }
    return answered.get() * 1e9 / (System.nanoTime() - begun);
  }

  private static void check(Tl1Outcome outcome) {
    if (!(outcome instanceof Tl1Outcome.Completed)) {
      throw new IllegalStateException("the element did not answer as it should: " + outcome);
    }
  }
}
