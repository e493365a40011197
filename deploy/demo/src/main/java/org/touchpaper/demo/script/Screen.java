package org.touchpaper.demo.script;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;

/** Where the demo tells its story: plain lines, in colour on a terminal. */
public final class Screen {

  private final PrintStream out;
  private final boolean colour;
  private Instant start = Instant.EPOCH;

  public Screen(PrintStream out, boolean colour) {
    this.out = out;
    this.colour = colour;
  }

  void startClock(Instant now) {
    start = now;
  }

  void step(int number, String title) {
    out.println();
    out.println(paint("1", number + "  " + title));
  }

  void note(String text) {
    out.println("   " + text);
  }

  void event(Instant at, String text) {
    var seconds = Duration.between(start, at).toMillis() / 1000.0;
    out.printf("   %s %s%n", paint("2", "%7.1f s".formatted(seconds)), text);
  }

  void wire(String tid, String line) {
    out.println("   " + paint("36", "%-11s".formatted(tid)) + " " + paint("2", line));
  }

  void verified(String name) {
    out.println("   " + paint("32", "✓") + " " + name);
  }

  void failed(String name, String seen) {
    out.println("   " + paint("31", "✗ " + name));
    out.println("     " + seen);
  }

  void line(String text) {
    out.println(text);
  }

  private String paint(String code, String text) {
    return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
