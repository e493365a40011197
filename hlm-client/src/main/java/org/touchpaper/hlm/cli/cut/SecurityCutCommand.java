package org.touchpaper.hlm.cli.cut;

import java.util.HashMap;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code cut}. */
@Command(
    name = "cut",
    description = {
      "Cuts a lightpath, a host or the whole site: its circuits end at once, and new ones are refused"
          + " until the cut is lifted. For security officers; works while the BAR is down.",
      "Repeating it is harmless: what is cut already is not cut twice."
    },
    footerHeading = "%nExit codes:%n",
    footer = {
      "  0  it is cut",
      "  1  refused: there is no such lightpath, host or site, or --yes is missing; nothing has"
          + " changed",
      "  2  invalid command line",
      "  3  the service cannot be reached, or the outcome is unknown; repeat the command",
      "  4  not allowed",
      "",
      "Examples:",
      "  touchpaper cut lightpath 0190c3a2-7d3e-7b11-9a55-0a1b2c3d4e5f --reason 'port scan from vis'",
      "  touchpaper cut host vis.ucl --reason 'port scan from vis'",
      "  touchpaper cut site --yes --reason 'intrusion'",
      "  touchpaper cuts"
    })
public final class SecurityCutCommand implements Callable<Integer> {

  enum Kind {
    LIGHTPATH,
    HOST,
    SITE
  }

  private final CliEnvironment environment;
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private SecurityCutOptions securityCutOptions = new SecurityCutOptions();

  @Parameters(index = "0", paramLabel = "lightpath|host|site", description = "What to cut.")
  private Kind kind = Kind.LIGHTPATH;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "NAME",
      description = "The lightpath's id, or the host's name. Not needed for the site.")
  private @Nullable String target;

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Why; for the record, and for those whose lightpath ends.")
  private String reason = "";

  @Option(names = "--yes", description = "Required to cut the whole site.")
  private boolean isConfirmed;

  public SecurityCutCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    if (target == null && kind != Kind.SITE) {
      throw new ParameterException(
          spec.commandLine(), "name the " + kind.name().toLowerCase(Locale.ROOT) + " to cut");
    }
    var printer = new SecurityCutPrinter(environment, securityCutOptions.json());
    if (kind == Kind.SITE && !isConfirmed) {
      environment.printError(
          "refused without --yes: this ends every circuit of the site, and refuses new ones until"
              + " it is lifted");
      return ExitCode.REFUSED.code();
    }
    var body = new HashMap<String, String>();
    body.put("kind", kind.name().toLowerCase(Locale.ROOT));
    body.put("reason", reason);
    if (target != null) {
      body.put("target", target);
    }
    try (var client = securityCutOptions.connect(environment)) {
      return printer.printCut(client, client.put("/cuts/" + UUID.randomUUID(), body)).code();
    }
  }
}
