package org.touchpaper.bench.command;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of a bench; {@link #call} returns the exit code. */
public abstract class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--json", description = "print one line of JSON at the end")
  private boolean json;

  protected final boolean isJson() {
    return json;
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
