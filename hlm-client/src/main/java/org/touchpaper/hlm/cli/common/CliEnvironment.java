package org.touchpaper.hlm.cli.common;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Environment of a command: variables, terminal, clock and output.
 *
 * @param prompt reads a line without echo; null without a terminal
 * @param out flushes after each line, as {@code err} does
 */
public record CliEnvironment(
    Map<String, String> environment,
    @Nullable Function<String, String> prompt,
    Clock clock,
    PrintWriter out,
    PrintWriter err) {

  public static CliEnvironment ofProcess() {
    return new CliEnvironment(
        System.getenv(),
        terminal(System.console()),
        Clock.systemUTC(),
        new PrintWriter(System.out, true, System.out.charset()),
        new PrintWriter(System.err, true, System.err.charset()));
  }

  private static @Nullable Function<String, String> terminal(@Nullable Console console) {
    if (console == null || !console.isTerminal()) {
      return null;
    }
    return prompt -> {
      var password = console.readPassword("%s", prompt);
      return password == null ? "" : new String(password);
    };
  }

  /** Prints a line to standard output. */
  public void printLine(String text) {
    out.println(withoutControlCharacters(text));
  }

  /** Prints a line to standard error. */
  public void printError(String text) {
    err.println(withoutControlCharacters(text));
  }

  /** Replaces control characters, which could command the terminal. */
  public static String withoutControlCharacters(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  public String variable(String name, String defaultValue) {
    var value = environment.getOrDefault(name, "");
    return value.isBlank() ? defaultValue : value;
  }
}
