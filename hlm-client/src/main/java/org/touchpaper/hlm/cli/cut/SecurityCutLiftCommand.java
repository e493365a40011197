package org.touchpaper.hlm.cli.cut;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code lift}. */
@Command(
    name = "lift",
    description = {
      "Lifts a cut: new circuits are admitted again. What it ended stays ended.",
      "Repeating it is harmless: the first lift stays on record."
    },
    footerHeading = "%nExit codes:%n",
    footer = {
      "  0  it is lifted",
      "  1  there is no such cut",
      "  2  invalid command line",
      "  3  the service cannot be reached, or the outcome is unknown; repeat the command",
      "  4  not allowed"
    })
public final class SecurityCutLiftCommand implements Callable<Integer> {

  private final CliEnvironment environment;
  @Mixin private SecurityCutOptions securityCutOptions = new SecurityCutOptions();

  @Parameters(paramLabel = "ID", description = "The cut's id, from: touchpaper cuts")
  private @Nullable UUID id;

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Why; for the record.")
  private String reason = "";

  public SecurityCutLiftCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    try (var client = securityCutOptions.connect(environment)) {
      var reply = client.post("/cuts/" + id + "/lift", Map.of("reason", reason));
      return new SecurityCutPrinter(environment, securityCutOptions.json())
          .printCut(client, reply)
          .code();
    }
  }
}
