package org.touchpaper.tl1.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line on TL1. */
@Command(
    name = "touchpaper tl1",
    mixinStandardHelpOptions = true,
    description = "Reads TL1, the language of network elements.",
    footerHeading = "%nExit codes:%n",
    footer = {
      "  0  done",
      "  1  nothing to read: no such file, or no TL1 in it",
      "  2  not understood (this command line)"
    })
public final class Tl1CommandLine implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  private Tl1CommandLine() {}

  /** Runs one command and ends with its exit code. */
  public static void main(String[] arguments) {
    System.exit(
        run(
            System.in,
            new PrintWriter(System.out, true, System.out.charset()),
            new PrintWriter(System.err, true, System.err.charset()),
            arguments));
  }

  static int run(InputStream in, PrintWriter out, PrintWriter err, String... arguments) {
    return new CommandLine(new Tl1CommandLine())
        .addSubcommand(new ReadCommand(in))
        .setOut(out)
        .setErr(err)
        .setUsageHelpWidth(100)
        .execute(arguments);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command?");
  }
}
