package org.touchpaper.hlm.cli.harc;

import java.util.concurrent.Callable;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command {@code harc}, for administrators of acceptors, with its subcommands. */
@Command(
    name = "harc",
    mixinStandardHelpOptions = true,
    description = "Shows the acceptors' transactions; as a last resort, forces a decision.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper harc list",
      "  touchpaper harc explain 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10.1 --json",
      "  touchpaper harc force --help",
      "  touchpaper harc forget --help"
    })
public final class HarcCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing subcommand: list, explain, force or forget");
  }

  @Command(
      name = "list",
      description =
          "Lists transactions that are undecided, or not acknowledged by every resource manager.")
  public static final class ListCommand implements Callable<Integer> {
    private final CliEnvironment environment;
    @Mixin private HarcOptions harcOptions = new HarcOptions();

    public ListCommand(CliEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      try (var acceptors = harcOptions.connect()) {
        var replies = acceptors.get("");
        var printer = new HarcPrinter(environment);
        if (harcOptions.json()) {
          printer.printJson(replies);
        } else {
          printer.printList(replies);
        }
        return HarcPrinter.exitCode(replies).code();
      }
    }
  }

  @Command(
      name = "explain",
      description = "Shows the votes, ballots and decision of a transaction at each acceptor.")
  public static final class ExplainCommand implements Callable<Integer> {
    private final CliEnvironment environment;
    @Mixin private HarcOptions harcOptions = new HarcOptions();

    @Parameters(
        paramLabel = "ID",
        converter = TransactionIdConverter.class,
        description = "Transaction id, such as <co-allocation>.1.")
    private String id = "";

    public ExplainCommand(CliEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      try (var acceptors = harcOptions.connect()) {
        var replies = acceptors.get("/" + id);
        new HarcPrinter(environment).printTransaction(harcOptions, id, replies);
        var isContradictory = new ForcedDecisionValidator(replies).decisions().size() > 1;
        return (isContradictory ? ExitCode.REFUSED : HarcPrinter.exitCode(replies)).code();
      }
    }
  }

  /** Converts a transaction id and rejects one unfit for a URL path. */
  static final class TransactionIdConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (!text.matches("[A-Za-z0-9._-]{1,120}")) {
        throw new TypeConversionException("'" + text + "' is not a transaction id");
      }
      return text;
    }
  }
}
