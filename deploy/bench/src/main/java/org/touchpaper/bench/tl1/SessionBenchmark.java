package org.touchpaper.bench.tl1;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptStore;
import org.touchpaper.tl1.message.InputCommand;

/** Measures reads per second of one session with an emulated element over a socket. */
final class SessionBenchmark {

  /** The session's limit of outstanding commands. */
  static final int MAX_OUTSTANDING = 7;

  /** An element model, the commands to prepare it, and the command to repeat. */
  record MeasuredElement(ElementModel dialect, List<InputCommand> setUp, InputCommand read) {
    static final MeasuredElement CORE_DIRECTOR =
        new MeasuredElement(
            ElementModel.CORE_DIRECTOR,
            List.of(
                InputCommand.of("ENT-GTP")
                    .withAid("g-1")
                    .withBlock("LBL=bench", "", "CTP=1-A-1-1-1")),
            InputCommand.of("RTRV-GTP").withAid("g-1"));
    static final MeasuredElement ONS_15454 =
        new MeasuredElement(
            ElementModel.ONS_15454, List.of(), InputCommand.of("RTRV-EQPT").withAid("SLOT-6"));
  }

  private SessionBenchmark() {}

  /** Returns commands per second, after a warm-up of the same length. */
  static double measure(MeasuredElement peer, Path directory, double seconds)
      throws IOException, InterruptedException {
    var config = ElementConfig.demo("BENCH", peer.dialect);
    var credentials = Credentials.tl1(config.user(), config.password());
    var folder = directory.resolve(peer.dialect.name());
    try (var element = EmulatedElement.start(config, folder);
        var transcripts = TranscriptStore.onDisk(serviceRetention(folder));
        var session =
            Tl1Session.open(
                new ElementEndpoint("BENCH", "127.0.0.1", element.port()),
                credentials,
                SessionTiming.defaults(Clock.systemUTC()),
                transcripts)) {
      peer.setUp.forEach(command -> check(session.send(command)));
      rate(session, peer.read, seconds);
      return rate(session, peer.read, seconds);
    }
  }

  /** The default transcript retention of a segment service. */
  private static TranscriptStore.FileRetention serviceRetention(Path folder) {
    return new TranscriptStore.FileRetention(folder.resolve("transcripts"), 10 << 20, 5);
  }

  private static double rate(Tl1Session session, InputCommand read, double seconds)
      throws InterruptedException {
    var answered = new AtomicLong();
    var startedAt = System.nanoTime();
    var deadline = startedAt + Duration.ofMillis((long) (seconds * 1_000)).toNanos();
    var readers = new ArrayList<Thread>();
    for (var i = 0; i < MAX_OUTSTANDING; i++) {
      readers.add(
          Thread.startVirtualThread(() -> {
            while (System.nanoTime() < deadline) {
              check(session.send(read));
              answered.incrementAndGet();
            }
          }));
    }
    for (var reader : readers) {
      reader.join();
    }
    return answered.get() * 1e9 / (System.nanoTime() - startedAt);
  }

  private static void check(Tl1Outcome outcome) {
    if (!(outcome instanceof Tl1Outcome.Completed)) {
      throw new IllegalStateException("unexpected response from the element: " + outcome);
    }
  }
}
