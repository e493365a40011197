package org.touchpaper.hlm.cli.booking;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.HlmClient;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.CommonServiceOptions;
import org.touchpaper.hlm.cli.common.CommonServiceOptions.DefaultServices;
import org.touchpaper.hlm.cli.common.ServiceUrlAndPasswordReader;
import org.touchpaper.hlm.cli.output.ResultPrinter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options of commands that call a BAR. */
@Command(mixinStandardHelpOptions = true)
final class BarConnectionOptions {
  private static final DefaultServices DEFAULT =
      new DefaultServices("TOUCHPAPER_URL", List.of(8080), "a BAR");

  /** Longer than the BAR's 10 s, so that the BAR itself reports "undecided". */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "URL of the BAR. Default: $TOUCHPAPER_URL, else the demo network's BAR at UCL on this"
              + " machine. --port-base overrides $TOUCHPAPER_URL.")
  private @Nullable URI url;

  @Mixin private CommonServiceOptions service = new CommonServiceOptions();

  boolean json() {
    return service.json();
  }

  /** Returns what prints the results of calls, as text or JSON. */
  ResultPrinter printer(CliEnvironment environment) {
    return new ResultPrinter(environment, json());
  }

  HlmClient connect(CliEnvironment environment) {
    var token = environment.variable("TOUCHPAPER_TOKEN", "").strip();
    return !service.isUserGiven() && !token.isEmpty()
        ? HlmClient.withToken(barUrl(environment), token, TIMEOUT)
        : connectWithPassword(environment);
  }

  /** For what a token may not do. */
  HlmClient connectWithPassword(CliEnvironment environment) {
    var name = service.user(environment, "scientist");
    return new HlmClient(
        barUrl(environment),
        name,
        ServiceUrlAndPasswordReader.password(spec, environment, name),
        TIMEOUT);
  }

  /** The options that select the same BAR and user when the command is repeated. */
  String commandLineText() {
    return (url == null ? "" : " --url " + url) + service.commandLineText();
  }

  private URI barUrl(CliEnvironment environment) {
    var given = url == null ? List.<URI>of() : List.of(url);
    return service.urls(spec, environment, given, DEFAULT).getFirst();
  }
}
