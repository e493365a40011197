package org.touchpaper.hlm.cli.element;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.CommonServiceOptions;
import org.touchpaper.hlm.cli.common.CommonServiceOptions.DefaultServices;
import org.touchpaper.hlm.cli.common.ExitCode;
import org.touchpaper.hlm.cli.common.ServiceUrlAndPasswordReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options of commands that call the services of network elements. */
@Command(mixinStandardHelpOptions = true)
final class ElementOptions {

  /** The demo network's L-NSAP at UCL, NSAP, and L-NSAP at Manchester. */
  private static final DefaultServices DEFAULT =
      new DefaultServices(
          "TOUCHPAPER_SEGMENT_URLS", List.of(8081, 8082, 8091), "an L-NSAP or NSAP");

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

  @Mixin private CommonServiceOptions service = new CommonServiceOptions();

  boolean json() {
    return service.json();
  }

  ElementApiClient connect(CliEnvironment environment) {
    var name = service.user(environment, "operator");
    var services = service.urls(spec, environment, urls, DEFAULT);
    return new ElementApiClient(
        services, name, ServiceUrlAndPasswordReader.password(spec, environment, name));
  }

  /** An action at the service to which an element belongs. */
  @FunctionalInterface
  interface ElementAction {
    ExitCode run(ElementApiClient services, URI service, ElementPrinter report);
  }

  /** Finds the element's service and runs the action there, or reports an unknown element. */
  int run(CliEnvironment environment, String element, ElementAction action) {
    var printer = new ElementPrinter(environment);
    try (var client = connect(environment)) {
      var replies = client.list();
      var owner = ElementApiClient.serviceOf(element, replies);
      return (owner == null
              ? printer.reportUnknown(element, replies)
              : action.run(client, owner, printer))
          .code();
    }
  }
}
