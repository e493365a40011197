package org.touchpaper.demo.scenario;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;

/** Output of the demo: plain lines, in colour on a terminal. */
public final class DemoConsole {

  private final PrintStream out;
  private final boolean colour;
  private Instant start = Instant.EPOCH;

  public DemoConsole(PrintStream out, boolean colour) {
    this.out = out;
    this.colour = colour;
  }

  void startClock(Instant now) {
    start = now;
  }

  void printStep(int number, String title) {
    out.println();
    out.println(paint("1", number + "  " + title));
  }

  void printNote(String text) {
    out.println("   " + text);
  }

  void printEvent(Instant at, String text) {
    var seconds = Duration.between(start, at).toMillis() / 1000.0;
    out.printf("   %s %s%n", paint("2", "%7.1f s".formatted(seconds)), text);
  }

  void printTranscriptLine(String tid, String line) {
    out.println("   " + paint("36", "%-11s".formatted(tid)) + " " + paint("2", line));
  }

  void printVerified(String name) {
    out.println("   " + paint("32", "✓") + " " + name);
  }

  void printFailed(String name, String observed) {
    out.println("   " + paint("31", "✗ " + name));
    out.println("     " + observed);
  }

  void printLine(String text) {
    out.println(text);
  }

  private String paint(String code, String text) {
    return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
