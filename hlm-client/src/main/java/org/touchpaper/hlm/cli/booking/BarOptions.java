package org.touchpaper.hlm.cli.booking;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.HlmClient;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.LoginOptions;
import org.touchpaper.hlm.cli.common.PortBaseOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options of commands that call a BAR. The password is never a command-line argument. */
@Command(mixinStandardHelpOptions = true)
final class BarOptions {
  private static final int DEMO_PORT = 8080;

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

  @Mixin private PortBaseOption portBase = new PortBaseOption();

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description =
          "User name. Default: $TOUCHPAPER_USER, else scientist. The password is taken from"
              + " $TOUCHPAPER_PASSWORD, else prompted for. Without --user, an API token in"
              + " $TOUCHPAPER_TOKEN is used instead.")
  private @Nullable String user;

  @Option(names = "--json", description = "Print the BAR's JSON response.")
  private boolean json;

  boolean json() {
    return json;
  }

  HlmClient connect(CliEnvironment environment) {
    var token = environment.variable("TOUCHPAPER_TOKEN", "").strip();
    return user == null && !token.isEmpty()
        ? HlmClient.withToken(barUrl(environment), token, TIMEOUT)
        : connectWithPassword(environment);
  }

  /** For what a token may not do. */
  HlmClient connectWithPassword(CliEnvironment environment) {
    var name = user == null ? environment.variable("TOUCHPAPER_USER", "scientist") : user;
    return new HlmClient(
        barUrl(environment), name, LoginOptions.password(spec, environment, name), TIMEOUT);
  }

  /** The options that select the same BAR and user when the command is repeated. */
  String commandLineText() {
    return (url == null ? "" : " --url " + url)
        + portBase.commandLineText()
        + (user == null ? "" : " --user " + user);
  }

  private URI barUrl(CliEnvironment environment) {
    if (url != null) {
      return LoginOptions.requireServiceUrl(spec, url, "a BAR");
    }
    try {
      var demoUrl = portBase.demoUrl(environment, DEMO_PORT);
      var barUrl = portBase.isGiven() ? demoUrl : environment.variable("TOUCHPAPER_URL", demoUrl);
      return LoginOptions.requireServiceUrl(spec, URI.create(barUrl), "a BAR");
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(),
          "--port-base, TOUCHPAPER_URL or TOUCHPAPER_PORT_BASE: " + e.getMessage());
    }
  }
}
