package org.touchpaper.bench.tl1;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
import org.touchpaper.tl1.session.Transcripts;

/** How many reads a second one session gets answered by an emulated element over a socket. */
final class SessionSpeed {

  /** As many as an element bears, and as a session lets out. */
  static final int OUTSTANDING = 7;

  /** Whom the session is with, what is entered there, and what is read again and again. */
  record Peer(Dialect dialect, List<InputCommand> enter, InputCommand read) {
    static final Peer CORE_DIRECTOR =
        new Peer(
            Dialect.CORE_DIRECTOR,
            List.of(InputCommand.of("ENT-GTP").at("g-1").block("LBL=bench", "", "CTP=1-A-1-1-1")),
            InputCommand.of("RTRV-GTP").at("g-1"));
    static final Peer ONS_15454 =
        new Peer(Dialect.ONS_15454, List.of(), InputCommand.of("RTRV-EQPT").at("SLOT-6"));
  }

  private SessionSpeed() {}

  /** Commands a second, after as long a warm-up. */
  static double measure(Peer peer, Path directory, double seconds)
      throws IOException, InterruptedException {
    var config = ElementConfig.demo("BENCH", peer.dialect);
    var credentials = Credentials.tl1(config.user(), config.password());
    var folder = directory.resolve(peer.dialect.name());
    try (var element = EmulatedElement.start(config, folder);
        var transcripts = Transcripts.keptIn(asInAService(folder));
        var session =
            Tl1Session.open(
                new Endpoint("BENCH", "127.0.0.1", element.port()),
                credentials,
                Timing.usual(Clock.systemUTC()),
                transcripts)) {
      peer.enter.forEach(command -> check(session.send(command)));
      rate(session, peer.read, seconds);
      return rate(session, peer.read, seconds);
    }
  }

  /** What a segment's service keeps of each element unless it is told otherwise. */
  private static Transcripts.Keeping asInAService(Path folder) {
    return new Transcripts.Keeping(folder.resolve("transcripts"), 10 << 20, 5);
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
