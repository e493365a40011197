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
import org.touchpaper.harc.acceptor.access.AcceptorPeers;
import org.touchpaper.harc.acceptor.journal.Failpoints;
import org.touchpaper.harc.acceptor.settings.SettingsFile;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.TransactionId;

/**
 * An acceptor process that crashes at a given failpoint as in a power failure: half of the
 * unflushed write is lost. Each line of its standard input names a transaction and a failpoint of
 * it, or a transaction alone, whose failpoints it then reports on its standard output, each with
 * the transaction. It exits at the end of its input.
 */
final class CrashingAcceptor implements Failpoints {
  static final int KILLED = 137;
  static final String READY = "ready";
  static final String PASSED = "passed ";

  private final Path journal;
  private final Map<String, Integer> passed = new HashMap<>();
  private @Nullable TransactionId watchedTransaction;
  private String crashPoint = "";
  private long flushedLength;

  private CrashingAcceptor(Path journal) {
    this.journal = journal;
  }

  public static void main(String[] args) throws IOException {
    var data = Path.of(args[2]);
    var crashing = new CrashingAcceptor(data.resolve("journal"));
    var settings =
        new AcceptorServer.Settings(
            args[0],
            Integer.parseInt(args[1]),
            Integer.parseInt(args[4]),
            data,
            AcceptorPeers.read(SettingsFile.read(Path.of(args[3]))),
            shortTimeouts(),
            false);
    try (var _ = AcceptorServer.start(settings, Clock.systemUTC(), crashing);
        var commands = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      System.out.println(READY);
      for (var line = commands.readLine(); line != null; line = commands.readLine()) {
        crashing.onCommand(line.split(" ", 2));
        System.out.println(READY);
      }
    }
  }

  private static ProtocolTimeouts shortTimeouts() {
    return new ProtocolTimeouts(
        Duration.ofMillis(500),
        Duration.ofSeconds(10),
        Duration.ofMillis(200),
        Duration.ofMillis(100),
        Duration.ofMillis(100),
        Duration.ofMillis(500));
  }

  private synchronized void onCommand(String[] command) {
    passed.clear();
    watchedTransaction = new TransactionId(command[0]);
    crashPoint = command.length > 1 ? command[1] : "";
  }

  @Override
  public synchronized void pass(
      Kind kind, Collection<TransactionId> transactionIds, String detail) {
    switch (kind) {
      case WRITING -> flushedLength = length();
      case WRITTEN, FLUSHED, SENDING, SENT, REPLYING -> {}
    }
    if (watchedTransaction == null || !transactionIds.contains(watchedTransaction)) {
      return;
    }
    var failpoint = (kind + " " + detail).strip();
    var counted = failpoint + " #" + passed.merge(failpoint, 1, Integer::sum);
    if (crashPoint.isEmpty()) {
      System.out.println(PASSED + watchedTransaction + " " + counted);
    } else if (crashPoint.equals(counted)) {
      if (kind == Kind.WRITTEN) {
        tearLastWrite();
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

  private void tearLastWrite() {
    try (var file = FileChannel.open(journal, StandardOpenOption.WRITE)) {
      file.truncate(flushedLength + (length() - flushedLength) / 2);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
