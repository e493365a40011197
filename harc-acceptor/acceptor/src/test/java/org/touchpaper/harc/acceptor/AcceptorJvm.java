package org.touchpaper.harc.acceptor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A {@link CrashingAcceptor} in a JVM of its own. */
final class AcceptorJvm implements AutoCloseable {
  private static final long TIMEOUT_SECONDS = 60;
  private static final String EXITED = "exited";

  private final Process process;
  private final LinkedBlockingQueue<String> ready = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<String> passed = new LinkedBlockingQueue<>();

  private AcceptorJvm(Process process) {
    this.process = process;
    Thread.ofVirtual().start(this::readOutput);
  }

  /** Starts the JVM; the acceptor is ready when {@link #awaitReady} returns. */
  static AcceptorJvm start(CachedJvmLauncher launcher, List<String> args) throws IOException {
    return new AcceptorJvm(launcher.start(CrashingAcceptor.class, args));
  }

  /** As {@link #start}, with a limit on the size of files. */
  static AcceptorJvm startOnSmallDisk(CachedJvmLauncher launcher, List<String> args, int kibibytes)
      throws IOException {
    return new AcceptorJvm(launcher.startOnSmallDisk(CrashingAcceptor.class, args, kibibytes));
  }

  private void readOutput() {
    try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals(CrashingAcceptor.READY)) {
          ready.add(line);
        } else if (line.startsWith(CrashingAcceptor.PASSED)) {
          passed.add(line.substring(CrashingAcceptor.PASSED.length()));
        }
      }
      ready.add(EXITED);
    } catch (IOException _) {
      ready.add(EXITED);
    }
  }

  void awaitReady() throws IOException, InterruptedException {
    var line = ready.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    if (EXITED.equals(line)) {
      throw new IOException("the acceptor has exited");
    }
    if (!CrashingAcceptor.READY.equals(line)) {
      throw new AssertionError("the acceptor is not ready: " + line);
    }
  }

  /** Makes it crash at a failpoint of the transaction; without one it reports those it passes. */
  void watch(String transaction, String failpoint) throws IOException, InterruptedException {
    var line = (transaction + " " + failpoint).strip() + "\n";
    process.getOutputStream().write(line.getBytes(UTF_8));
    process.getOutputStream().flush();
    awaitReady();
  }

  /** Cancels the crash; false if it has crashed already. */
  boolean cancelWatch() throws InterruptedException {
    try {
      watch("-", "");
      return true;
    } catch (IOException _) {
      process.onExit().join();
      return false;
    }
  }

  /** The failpoints of the transaction that it has reported; never those of another. */
  List<String> passed(String transaction) {
    var prefix = transaction + " ";
    return passed.stream()
        .filter(line -> line.startsWith(prefix))
        .map(line -> line.substring(prefix.length()))
        .toList();
  }

  /** Completes when it has crashed. */
  CompletableFuture<Process> exit() {
    return process.onExit();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
