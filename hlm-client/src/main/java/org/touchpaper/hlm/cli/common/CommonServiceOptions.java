package org.touchpaper.hlm.cli.common;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * Options of every command that calls a service as a user: who that is, how to print the answer,
 * and where the demo network listens. The password is never a command-line argument.
 */
public final class CommonServiceOptions {

  @Mixin private DemoPortOffsetOption portBase = new DemoPortOffsetOption();

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description =
          "User name at the service. Default: $TOUCHPAPER_USER, else a user of the demo network:"
              + " scientist, for elements operator, for cuts officer. The password is taken from"
              + " $TOUCHPAPER_PASSWORD, else prompted for. At a BAR, an API token in"
              + " $TOUCHPAPER_TOKEN is used instead if --user is not given.")
  private @Nullable String user;

  @Option(names = "--json", description = "Print the service's JSON response.")
  private boolean json;

  /**
   * Where a command finds its services if no URL is given.
   *
   * @param variable of the environment, with a URL, or with several separated by commas
   * @param demoPorts where the demo network's listen
   * @param kind for messages, such as {@code a BAR}
   */
  public record DefaultServices(String variable, List<Integer> demoPorts, String kind) {
    public DefaultServices {
      demoPorts = List.copyOf(demoPorts);
    }
  }

  public boolean json() {
    return json;
  }

  public boolean isUserGiven() {
    return user != null;
  }

  public String user(CliEnvironment environment, String demoUser) {
    return user == null ? environment.variable("TOUCHPAPER_USER", demoUser) : user;
  }

  /** The options that select the same service and user when the command is repeated. */
  public String commandLineText() {
    return portBase.commandLineText() + (user == null ? "" : " --user " + user);
  }

  /**
   * Returns the URLs to call: those given, else of the environment, else of the demo network. An
   * option --port-base overrides the environment.
   */
  public List<URI> urls(
      CommandSpec spec, CliEnvironment environment, List<URI> given, DefaultServices defaults) {
    if (!given.isEmpty()) {
      return given.stream()
          .map(url -> ServiceUrlAndPasswordReader.requireServiceUrl(spec, url, defaults.kind()))
          .toList();
    }
    try {
      var demoUrls =
          defaults.demoPorts().stream()
              .map(port -> portBase.demoUrl(environment, port))
              .collect(Collectors.joining(","));
      var urls =
          portBase.isGiven() ? demoUrls : environment.variable(defaults.variable(), demoUrls);
      var isList = defaults.demoPorts().size() > 1;
      return Arrays.stream(isList ? urls.split(",", -1) : new String[] {urls})
          .map(url ->
              ServiceUrlAndPasswordReader.requireServiceUrl(
                  spec, URI.create(url.strip()), defaults.kind()))
          .toList();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(),
          "--port-base, %s or TOUCHPAPER_PORT_BASE: %s"
              .formatted(defaults.variable(), e.getMessage()));
    }
  }
}
