package org.touchpaper.hlm.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** For the administrators of acceptors: look at transactions, and at worst decide one by hand. */
@Command(
    name = "harc",
    mixinStandardHelpOptions = true,
    description = "Shows what the acceptors remember of transactions, and forces one at worst.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper harc list",
      "  touchpaper harc explain 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10.1 --json",
      "  touchpaper harc force --help",
      "  touchpaper harc forget --help"
    })
final class HarcCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "list, explain, force or forget?");
  }

  @Command(
      name = "list",
      description = "Transactions that are undecided, or whose end somebody has not acknowledged.")
  static final class ListCommand implements Callable<Integer> {
    private final Surroundings surroundings;
    @Mixin private HarcAccess access = new HarcAccess();

    ListCommand(Surroundings surroundings) {
      this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
      try (var acceptors = access.connect()) {
        var replies = acceptors.get("");
        var report = new HarcReport(surroundings);
        if (access.json()) {
          report.json(replies);
        } else {
          report.list(replies);
        }
        return HarcReport.outcome(replies).code();
      }
    }
  }

  @Command(
      name = "explain",
      description = "Who voted what at which ballot, as each acceptor knows it.")
  static final class ExplainCommand implements Callable<Integer> {
    private final Surroundings surroundings;
    @Mixin private HarcAccess access = new HarcAccess();

    @Parameters(
        paramLabel = "ID",
        converter = TransactionId.class,
        description = "The transaction, such as <co-allocation>.1.")
    private String id = "";

    ExplainCommand(Surroundings surroundings) {
      this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
      try (var acceptors = access.connect()) {
        var replies = acceptors.get("/" + id);
        var report = new HarcReport(surroundings);
        if (access.json()) {
          report.json(replies);
        } else {
          report.explain(id, replies);
        }
        var contradict = new Gathered(replies).decisions().size() > 1;
        return (contradict ? Outcome.REFUSED : HarcReport.outcome(replies)).code();
      }
    }
  }

  /** A transaction's id; keeps a path a path. */
  static final class TransactionId implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (!text.matches("[A-Za-z0-9._-]{1,120}")) {
        throw new TypeConversionException("'" + text + "' is no transaction's id");
      }
      return text;
    }
  }
}
