package org.touchpaper.harc.acceptor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A {@link MortalAcceptor} in a JVM of its own. */
final class AcceptorJvm implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;
  private static final String GONE = "gone";

  private final Process process;
  private final LinkedBlockingQueue<String> ready = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<String> passed = new LinkedBlockingQueue<>();

  private AcceptorJvm(Process process) {
    this.process = process;
    Thread.ofVirtual().start(this::listen);
  }

  /** Starts it; it is up when {@link #awaitReady} returns. */
  static AcceptorJvm start(QuickStart quick, List<String> args) throws IOException {
    return new AcceptorJvm(quick.start(MortalAcceptor.class, args));
  }

  /** As {@link #start}, where files stay small. */
  static AcceptorJvm startOnSmallDisk(QuickStart quick, List<String> args, int kibibytes)
      throws IOException {
    return new AcceptorJvm(quick.startOnSmallDisk(MortalAcceptor.class, args, kibibytes));
  }

  private void listen() {
    try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals(MortalAcceptor.READY)) {
          ready.add(line);
        } else if (line.startsWith(MortalAcceptor.PASSED)) {
          passed.add(line.substring(MortalAcceptor.PASSED.length()));
        }
      }
      ready.add(GONE);
    } catch (IOException _) {
      ready.add(GONE);
    }
  }

  void awaitReady() throws IOException, InterruptedException {
    var line = ready.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (GONE.equals(line)) {
      throw new IOException("the acceptor has died");
    }
    if (!MortalAcceptor.READY.equals(line)) {
      throw new AssertionError("an acceptor said " + line + " instead of being ready");
    }
  }

  /** Has it die at a failpoint of that transaction; without one it names those it passes. */
  void watch(String transaction, String failpoint) throws IOException, InterruptedException {
    passed.clear();
    var line = (transaction + " " + failpoint).strip() + "\n";
    process.getOutputStream().write(line.getBytes(UTF_8));
    process.getOutputStream().flush();
    awaitReady();
  }

  /** Has it live on; false if it has died before it heard. */
  boolean callOff() throws InterruptedException {
    try {
      watch("-", "");
      return true;
    } catch (IOException _) {
      process.onExit().join();
      return false;
    }
  }

  /** The failpoints it has named since it was told to watch. */
  List<String> passed() {
    return List.copyOf(passed);
  }

  /** When it has died as it was told. */
  CompletableFuture<Process> death() {
    return process.onExit();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
