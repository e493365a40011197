package org.touchpaper.bench.command;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of a bench; {@link #call} returns the exit code. */
public abstract class AbstractBenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--json", description = "print one line of JSON at the end")
  private boolean json;

  protected final boolean isJson() {
    return json;
  }

  /** Prints with points in numbers, whatever the locale. */
  @SuppressWarnings("AnnotateFormatMethod") // that annotation's library is not on the class path
  protected final void print(String format, Object... values) {
    out().printf(Locale.ROOT, format, values);
  }

  /** Prints a line of JSON, if it was requested. */
  protected final void printJson(String format, Object... values) {
    if (json) {
      print(format + "%n", values);
    }
  }

  protected final ParameterException invalidOption(String reason) {
    return new ParameterException(spec.commandLine(), reason);
  }

  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  protected final PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
