package org.touchpaper.tl1.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code touchpaper tl1} command line. */
@Command(
    name = "touchpaper tl1",
    mixinStandardHelpOptions = true,
    description = "Decodes TL1, the management protocol of transport network elements.",
    footerHeading = "%nExit codes:%n",
    footer = {
      "  0  success",
      "  1  the file cannot be read or holds no TL1 message",
      "  2  invalid command line"
    })
public final class Tl1DecoderCommandLine implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  private Tl1DecoderCommandLine() {}

  public static void main(String[] arguments) {
    System.exit(
        run(
            System.in,
            new PrintWriter(System.out, true, System.out.charset()),
            new PrintWriter(System.err, true, System.err.charset()),
            arguments));
  }

  static int run(InputStream in, PrintWriter out, PrintWriter err, String... arguments) {
    return new CommandLine(new Tl1DecoderCommandLine())
        .addSubcommand(new ReadTranscriptCommand(in))
        .setOut(out)
        .setErr(err)
        .setUsageHelpWidth(100)
        .execute(arguments);
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Specify a command, for example: touchpaper tl1 read FILE");
  }
}
