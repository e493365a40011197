package org.touchpaper.hlm.cli;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Which services to ask about their elements, and as whom. */
@Command(mixinStandardHelpOptions = true)
final class ElementAccess {
  private static final String SERVICE = "an L-NSAP or NSAP";

  /** The demo's L-NSAP at UCL, its NSAP, and its L-NSAP at Manchester. */
  private static final List<Integer> DEMO_PORTS = List.of(8081, 8082, 8091);

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "An L-NSAP or NSAP, more than once for more; else those in $TOUCHPAPER_SEGMENT_URLS"
              + " with commas between, else the demo's on this machine.")
  private List<URI> urls = new ArrayList<>();

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description =
          "Who asks; else $TOUCHPAPER_USER, else operator. The password is taken from"
              + " $TOUCHPAPER_PASSWORD or asked for.")
  private @Nullable String user;

  @Option(names = "--json", description = "Print the services' answers as they are.")
  private boolean json;

  boolean json() {
    return json;
  }

  ElementServices connect(Surroundings surroundings) {
    var name = user == null ? surroundings.variable("TOUCHPAPER_USER", "operator") : user;
    var services = services(surroundings);
    return new ElementServices(services, name, LoginWords.password(spec, surroundings, name));
  }

  /** What is done at the service that has an element. */
  @FunctionalInterface
  interface Errand {
    Outcome at(ElementServices services, URI service, ElementReport report);
  }

  /** Does it there, or says that no service has such an element. */
  int run(Surroundings surroundings, String element, Errand errand) {
    var report = new ElementReport(surroundings);
    try (var services = connect(surroundings)) {
      var replies = services.list();
      var service = ElementServices.serviceOf(element, replies);
      return (service == null
              ? report.unknown(element, replies)
              : errand.at(services, service, report))
          .code();
    }
  }

  private List<URI> services(Surroundings surroundings) {
    if (!urls.isEmpty()) {
      return urls.stream().map(url -> LoginWords.checked(spec, url, SERVICE)).toList();
    }
    try {
      var shift = Integer.parseInt(surroundings.variable("TOUCHPAPER_PORT_BASE", "0"));
      var demo = DEMO_PORTS.stream().map(port -> "http://127.0.0.1:" + (port + shift)).toList();
      var named = surroundings.variable("TOUCHPAPER_SEGMENT_URLS", String.join(",", demo));
      return Arrays.stream(named.split(",", -1))
          .map(url -> LoginWords.checked(spec, URI.create(url.strip()), SERVICE))
          .toList();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "TOUCHPAPER_SEGMENT_URLS or TOUCHPAPER_PORT_BASE: " + e.getMessage());
    }
  }
}
