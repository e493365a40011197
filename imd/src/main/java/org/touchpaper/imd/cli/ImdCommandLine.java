package org.touchpaper.imd.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code touchpaper imd} command line. */
@Command(
    name = "touchpaper imd",
    mixinStandardHelpOptions = true,
    description = "Watches and steers a running molecular dynamics simulation (IMD 2 and 3).",
    footerHeading = "%nExit codes:%n",
    footer = {
      "  0  success",
      "  1  the engine cannot be reached, or the connection was lost",
      "  2  invalid command line"
    })
public final class ImdCommandLine implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  private ImdCommandLine() {}

  public static void main(String[] arguments) {
    System.exit(
        run(
            new PrintWriter(System.out, true, System.out.charset()),
            new PrintWriter(System.err, true, System.err.charset()),
            arguments));
  }

  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    return new CommandLine(new ImdCommandLine())
        .addSubcommand(new ViewCommand())
        .addSubcommand(new RelayCommand())
        .registerConverter(EndpointArgument.class, EndpointArgument::parse)
        .registerConverter(ForceArgument.class, ForceArgument::parse)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(out)
        .setErr(err)
        .setUsageHelpWidth(100)
        .execute(arguments);
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Specify a command, for example: touchpaper imd view HOST:PORT");
  }
}
