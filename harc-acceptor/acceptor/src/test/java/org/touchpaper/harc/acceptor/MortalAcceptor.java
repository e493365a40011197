package org.touchpaper.harc.acceptor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.TransactionId;

/**
 * The process of an acceptor that dies where it is told, as if its power were cut: what it wrote
 * and did not flush is half lost. It is told on its standard input, a line at a time: a transaction
 * and a failpoint of it, or a transaction alone, whose failpoints it then names on its standard
 * output. It ends with its input.
 */
final class MortalAcceptor implements Failpoints {
  static final int KILLED = 137;
  static final String READY = "ready";
  static final String PASSED = "passed ";

  private final Path journal;
  private final Map<String, Integer> passed = new HashMap<>();
  private @Nullable TransactionId watched;
  private String deadly = "";
  private long flushed;

  private MortalAcceptor(Path journal) {
    this.journal = journal;
  }

  public static void main(String[] args) throws IOException {
    var data = Path.of(args[2]);
    var mortal = new MortalAcceptor(data.resolve("journal"));
    var settings =
        new Acceptor.Settings(
            args[0],
            Integer.parseInt(args[1]),
            data,
            Peers.read(Path.of(args[3])),
            impatient(),
            false,
            null);
    var door = new Acceptor.StreamDoor(Integer.parseInt(args[4]), null);
    try (var _ = Acceptor.start(settings.listeningForStreams(door), Clock.systemUTC(), mortal);
        var orders = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      System.out.println(READY);
      for (var line = orders.readLine(); line != null; line = orders.readLine()) {
        mortal.take(line.split(" ", 2));
        System.out.println(READY);
      }
    }
  }

  private static Timing impatient() {
    return new Timing(
        Duration.ofMillis(500),
        Duration.ofSeconds(10),
        Duration.ofMillis(200),
        Duration.ofMillis(100),
        Duration.ofMillis(100),
        Duration.ofMillis(500));
  }

  private synchronized void take(String[] order) {
    passed.clear();
    watched = new TransactionId(order[0]);
    deadly = order.length > 1 ? order[1] : "";
  }

  @Override
  public synchronized void pass(Kind kind, Collection<TransactionId> about, String what) {
    switch (kind) {
      case WRITING -> flushed = length();
      case WRITTEN, FLUSHED, SAYING, SAID, ANSWERING -> {}
    }
    if (watched == null || !about.contains(watched)) {
      return;
    }
    var failpoint = (kind + " " + what).strip();
    var counted = failpoint + " #" + passed.merge(failpoint, 1, Integer::sum);
    if (deadly.isEmpty()) {
      System.out.println(PASSED + counted);
    } else if (deadly.equals(counted)) {
      if (kind == Kind.WRITTEN) {
        tear();
      }
      Runtime.getRuntime().halt(KILLED);
    }
  }

  private long length() {
    try {
      return Files.size(journal);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void tear() {
    try (var file = FileChannel.open(journal, StandardOpenOption.WRITE)) {
      file.truncate(flushed + (length() - flushed) / 2);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
