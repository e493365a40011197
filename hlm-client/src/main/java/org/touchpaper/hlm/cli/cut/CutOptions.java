package org.touchpaper.hlm.cli.cut;

import java.net.URI;
import org.jspecify.annotations.Nullable;
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

/** Options of commands that call the service at which circuits are cut; no BAR is needed. */
@Command(mixinStandardHelpOptions = true)
final class CutOptions {
  private static final int DEMO_PORT = 8081;

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "URL of the L-NSAP of the campus, or of the NSAP. Default: $TOUCHPAPER_CUT_URL, else the"
              + " demo network's L-NSAP at UCL on this machine.")
  private @Nullable URI url;

  @Mixin private PortBaseOption portBase = new PortBaseOption();

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description =
          "User name at that service, with the role officer or admin. Default: $TOUCHPAPER_USER,"
              + " else officer. The password is taken from $TOUCHPAPER_PASSWORD, else prompted for.")
  private @Nullable String user;

  @Option(names = "--json", description = "Print the service's JSON response.")
  private boolean json;

  boolean json() {
    return json;
  }

  CutClient connect(CliEnvironment environment) {
    var name = user == null ? environment.variable("TOUCHPAPER_USER", "officer") : user;
    return new CutClient(
        LoginOptions.requireServiceUrl(spec, serviceUrl(environment), "an L-NSAP or NSAP"),
        name,
        LoginOptions.password(spec, environment, name));
  }

  private URI serviceUrl(CliEnvironment environment) {
    if (url != null) {
      return url;
    }
    try {
      var demoUrl = portBase.demoUrl(environment, DEMO_PORT);
      return URI.create(
          portBase.isGiven() ? demoUrl : environment.variable("TOUCHPAPER_CUT_URL", demoUrl));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(),
          "--port-base, TOUCHPAPER_CUT_URL or TOUCHPAPER_PORT_BASE: " + e.getMessage());
    }
  }
}
