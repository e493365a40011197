package org.touchpaper.demo;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.Arrays;

/**
 * Main class of every process the launcher starts: runs another main class, and ends when its
 * standard input does, which is when the launcher is no more, however that came about.
 */
final class Child {
  private static final Duration LONGEST_END = Duration.ofSeconds(5);

  private Child() {}

  public static void main(String[] arguments) throws Exception {
    Thread.ofPlatform().daemon().name("launcher-watch").start(Child::endWithTheLauncher);
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

  private static void endWithTheLauncher() {
    try {
      while (System.in.read() >= 0) {
        // the launcher never writes
      }
    } catch (IOException e) {
      // as good as the end
    }
    Thread.ofPlatform().daemon().start(Child::insist);
    System.exit(0);
  }

  /** An end that takes too long is cut short: nobody is left to do it. */
  private static void insist() {
    try {
      Thread.sleep(LONGEST_END);
    } catch (InterruptedException e) {
      // the same as having waited
    }
    Runtime.getRuntime().halt(1);
  }
}
