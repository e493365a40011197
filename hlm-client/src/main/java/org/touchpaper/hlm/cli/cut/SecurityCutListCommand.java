package org.touchpaper.hlm.cli.cut;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code cuts}. */
@Command(
    name = "cuts",
    description = {
      "Lists what is cut, or shows one cut: who, when, why, what it ended, and what it has refused."
    },
    footerHeading = "%nExit codes:%n",
    footer = {
      "  0  success",
      "  1  there is no such cut",
      "  2  invalid command line",
      "  3  the service cannot be reached",
      "  4  not allowed",
      "",
      "Examples:",
      "  touchpaper cuts",
      "  touchpaper cuts --circuits --search vis",
      "  touchpaper cuts 0190c3a2-7d3e-7b11-9a55-0a1b2c3d4e5f --json"
    })
public final class SecurityCutListCommand implements Callable<Integer> {

  private final CliEnvironment environment;
  @Mixin private SecurityCutOptions securityCutOptions = new SecurityCutOptions();

  @Parameters(arity = "0..1", paramLabel = "ID", description = "A cut.")
  private @Nullable UUID id;

  @Option(names = "--lifted", description = "List lifted cuts, too; newest first, at most 500.")
  private boolean withLifted;

  @Option(
      names = "--circuits",
      description = "List the circuits that are booked here instead, and for whom; at most 500.")
  private boolean showsCircuits;

  @Option(
      names = "--search",
      paramLabel = "TEXT",
      description = "With --circuits: only those with this text in id, person, site or port.")
  private @Nullable String search;

  @Spec private @Nullable CommandSpec spec;

  public SecurityCutListCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    if (search != null && !showsCircuits) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), "--search needs --circuits");
    }
    var printer = new SecurityCutPrinter(environment, securityCutOptions.json());
    try (var client = securityCutOptions.connect(environment)) {
      var exitCode =
          id != null
              ? printer.printCut(client, client.get("/cuts/" + id))
              : showsCircuits
                  ? printer.printUse(client, client.get("/usage" + query()))
                  : printer.printCuts(client, client.get("/cuts?lifted=" + withLifted));
      return exitCode.code();
    }
  }

  private String query() {
    return search == null ? "" : "?search=" + URLEncoder.encode(search, StandardCharsets.UTF_8);
  }
}
