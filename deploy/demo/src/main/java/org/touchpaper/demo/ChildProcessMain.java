package org.touchpaper.demo;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.Arrays;

/**
 * Main class of every process that the launcher starts. Runs another main class and exits when
 * standard input ends, which happens whenever the launcher ends for any reason.
 */
final class ChildProcessMain {
  private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(5);

  private ChildProcessMain() {}

  public static void main(String[] arguments) throws Exception {
    Thread.ofPlatform().daemon().name("launcher-watch").start(ChildProcessMain::exitWithLauncher);
    var main = Class.forName(arguments[0]).getMethod("main", String[].class);
    try {
      main.invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }

  private static void exitWithLauncher() {
    try {
      while (System.in.read() >= 0) {
        // the launcher never writes
      }
    } catch (IOException e) {
      // treated as the end
    }
    Thread.ofPlatform().daemon().start(ChildProcessMain::haltAfterTimeout);
    System.exit(0);
  }

  /** Halts if the exit takes too long, since no launcher is left to kill this process. */
  private static void haltAfterTimeout() {
    try {
      Thread.sleep(EXIT_TIMEOUT);
    } catch (InterruptedException e) {
      // treated as the end of the wait
    }
    Runtime.getRuntime().halt(1);
  }
}
