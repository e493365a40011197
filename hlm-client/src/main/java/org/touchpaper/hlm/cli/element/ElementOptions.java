package org.touchpaper.hlm.cli.element;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ExitCode;
import org.touchpaper.hlm.cli.common.LoginOptions;
import org.touchpaper.hlm.cli.common.PortBaseOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options of commands that call the services of network elements. */
@Command(mixinStandardHelpOptions = true)
final class ElementOptions {
  private static final String SERVICE_KIND = "an L-NSAP or NSAP";

  /** The demo network's L-NSAP at UCL, NSAP, and L-NSAP at Manchester. */
  private static final List<Integer> DEMO_PORTS = List.of(8081, 8082, 8091);

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "URL of an L-NSAP or NSAP; may be repeated. Default: $TOUCHPAPER_SEGMENT_URLS, separated"
              + " by commas, else the demo network's on this machine. --port-base overrides"
              + " $TOUCHPAPER_SEGMENT_URLS.")
  private List<URI> urls = new ArrayList<>();

  @Mixin private PortBaseOption portBase = new PortBaseOption();

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description =
          "User name. Default: $TOUCHPAPER_USER, else operator. The password is taken from"
              + " $TOUCHPAPER_PASSWORD, else prompted for.")
  private @Nullable String user;

  @Option(names = "--json", description = "Print the services' JSON responses.")
  private boolean json;

  boolean json() {
    return json;
  }

  ElementCliClient connect(CliEnvironment environment) {
    var name = user == null ? environment.variable("TOUCHPAPER_USER", "operator") : user;
    var services = services(environment);
    return new ElementCliClient(services, name, LoginOptions.password(spec, environment, name));
  }

  /** An action at the service to which an element belongs. */
  @FunctionalInterface
  interface ElementAction {
    ExitCode run(ElementCliClient services, URI service, ElementPrinter report);
  }

  /** Finds the element's service and runs the action there, or reports an unknown element. */
  int run(CliEnvironment environment, String element, ElementAction action) {
    var printer = new ElementPrinter(environment);
    try (var client = connect(environment)) {
      var replies = client.list();
      var service = ElementCliClient.serviceOf(element, replies);
      return (service == null
              ? printer.reportUnknown(element, replies)
              : action.run(client, service, printer))
          .code();
    }
  }

  private List<URI> services(CliEnvironment environment) {
    if (!urls.isEmpty()) {
      return urls.stream()
          .map(url -> LoginOptions.requireServiceUrl(spec, url, SERVICE_KIND))
          .toList();
    }
    try {
      var demoUrls =
          DEMO_PORTS.stream()
              .map(port -> portBase.demoUrl(environment, port))
              .collect(Collectors.joining(","));
      var configuredUrls =
          portBase.isGiven() ? demoUrls : environment.variable("TOUCHPAPER_SEGMENT_URLS", demoUrls);
      return Arrays.stream(configuredUrls.split(",", -1))
          .map(url -> LoginOptions.requireServiceUrl(spec, URI.create(url.strip()), SERVICE_KIND))
          .toList();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(),
          "--port-base, TOUCHPAPER_SEGMENT_URLS or TOUCHPAPER_PORT_BASE: " + e.getMessage());
    }
  }
}
