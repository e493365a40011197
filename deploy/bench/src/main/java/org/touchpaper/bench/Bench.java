package org.touchpaper.bench;

import static java.util.stream.Collectors.joining;

import java.io.PrintWriter;
import java.util.Arrays;
import org.touchpaper.bench.chaos.ChaosBench;
import org.touchpaper.bench.commit.CommitBench;
import org.touchpaper.bench.commit.RecoveryBench;
import org.touchpaper.bench.pages.PagesBench;
import org.touchpaper.bench.provision.ProvisionBench;
import org.touchpaper.bench.rest.RestBench;
import org.touchpaper.bench.tl1.Tl1Bench;
import org.touchpaper.harc.verification.Mutant;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Main class and command line of all benches. */
@Command(
    name = "touchpaper bench",
    mixinStandardHelpOptions = true,
    description = "Runs measurements and long verifications.",
    subcommands = {
      SimulateBench.class,
      ExploreBench.class,
      AcceptorOutageSimulationBench.class,
      CommitBench.class,
      RecoveryBench.class,
      ChaosBench.class,
      Tl1Bench.class,
      ProvisionBench.class,
      RestBench.class,
      PagesBench.class
    },
    footerHeading =
        "%nbench trouble runs a test of the NSAP at length; see bench trouble --help%n%nExit codes:%n",
    footer = {
      "  0  completed, all checks passed",
      "  1  a check failed",
      "  2  invalid command line",
      "  3  the bench itself failed"
    })
public final class Bench implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  private static final String LOGGING = "logback.configurationFile";

  private Bench() {}

  /** Runs one bench and exits with its code. */
  public static void main(String[] arguments) {
    if (System.getProperty(LOGGING) == null) {
      System.setProperty(LOGGING, "org/touchpaper/bench/logback.xml");
    }
    System.exit(
        run(
            new PrintWriter(System.out, true, System.out.charset()),
            new PrintWriter(System.err, true, System.err.charset()),
            arguments));
  }

  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    return new CommandLine(new Bench())
        .registerConverter(Mutant.class, Bench::mutant)
        .setOut(out)
        .setErr(err)
        .setExecutionExceptionHandler((problem, line, _) -> {
          problem.printStackTrace(line.getErr());
          return 3;
        })
        .setUsageHelpWidth(100)
        .execute(arguments);
  }

  private static Mutant mutant(String text) {
    return Mutant.named(text)
        .orElseThrow(() ->
            new TypeConversionException(
                Arrays.stream(Mutant.values())
                    .map(mutant -> mutant.code() + " is " + mutant.name())
                    .collect(joining(", ", "no such mutant: " + text + "; ", ""))));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing bench");
  }
}
