package org.touchpaper.hlm.cli;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the command line finds around it.
 *
 * @param prompt asks a question without showing the answer; null where there is no terminal
 */
record Surroundings(
    Map<String, String> environment,
    @Nullable Function<String, String> prompt,
    Clock clock,
    PrintWriter out,
    PrintWriter err) {

  static Surroundings ofProcess() {
    return new Surroundings(
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
    return question -> {
      var answer = console.readPassword("%s", question);
      return answer == null ? "" : new String(answer);
    };
  }

  String variable(String name, String otherwise) {
    return environment.getOrDefault(name, otherwise);
  }
}
