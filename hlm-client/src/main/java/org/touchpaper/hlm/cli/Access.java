package org.touchpaper.hlm.cli;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.HlmClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Which BAR, and as whom; the password never stands on the command line. */
@Command(mixinStandardHelpOptions = true)
final class Access {
  private static final int DEMO_PORT = 8080;

  /** Longer than the BAR's own 10 s, so that "undecided" is heard from the BAR. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The BAR; else $TOUCHPAPER_URL, else the demo's on this machine.")
  private @Nullable URI url;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description =
          "Who asks; else $TOUCHPAPER_USER, else scientist. The password is taken from"
              + " $TOUCHPAPER_PASSWORD or asked for.")
  private @Nullable String user;

  @Option(names = "--json", description = "Print the BAR's answer as it is.")
  private boolean json;

  boolean json() {
    return json;
  }

  HlmClient connect(Surroundings surroundings) {
    var name = user == null ? surroundings.variable("TOUCHPAPER_USER", "scientist") : user;
    return new HlmClient(
        bar(surroundings), name, LoginWords.password(spec, surroundings, name), PATIENCE);
  }

  /** What leads to the same BAR as the same person, for a command to be repeated. */
  String words() {
    return (url == null ? "" : " --url " + url) + (user == null ? "" : " --user " + user);
  }

  private URI bar(Surroundings surroundings) {
    if (url != null) {
      return LoginWords.checked(spec, url, "a BAR");
    }
    try {
      var shift = Integer.parseInt(surroundings.variable("TOUCHPAPER_PORT_BASE", "0"));
      var demo = "http://127.0.0.1:" + (DEMO_PORT + shift);
      return LoginWords.checked(
          spec, URI.create(surroundings.variable("TOUCHPAPER_URL", demo)), "a BAR");
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "TOUCHPAPER_URL or TOUCHPAPER_PORT_BASE: " + e.getMessage());
    }
  }
}
