package org.touchpaper.imd.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.imd.relay.ImdRelay;
import org.touchpaper.imd.relay.RelayOptions;
import org.touchpaper.imd.relay.SteeringRuleKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** The command that stands between an engine and its viewers. */
@Command(
    name = "relay",
    mixinStandardHelpOptions = true,
    description = {
      "Keeps the engine's one connection while viewers come and go, beside the engine. Several watch, one",
      "steers; what others send to steer is ignored, and said. The one who steers slows the engine down",
      "if its path is slow; other slow viewers miss frames. Ends when the engine does. On SIGTERM it leaves the",
      "engine as a viewer does, and the simulation goes on."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper imd relay --engine 127.0.0.1:8901 --listen 8900",
      "  touchpaper imd relay --engine 127.0.0.1:8901 --listen 10.88.0.2:8900 --steers first_connected --report 10",
      "  touchpaper imd relay --engine 127.0.0.1:8901 --listen 8900 --report 1 --json"
    })
final class RelayCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--engine",
      paramLabel = "HOST:PORT",
      required = true,
      description = "Where the engine listens, or will.")
  private @Nullable EndpointArgument engine;

  @Option(
      names = "--listen",
      paramLabel = "[HOST:]PORT",
      required = true,
      description =
          "Where viewers connect; without HOST on this host only. IMD has no login: who reaches it may steer.")
  private String listen = "";

  @Option(
      names = "--steers",
      paramLabel = "RULE",
      description = "Who steers: first_to_steer (default) or first_connected; until it leaves.")
  private SteeringRuleKind rule = SteeringRuleKind.FIRST_TO_STEER;

  @Option(names = "--pause-when-alone", description = "Pause the simulation while nobody watches.")
  private boolean pausesWhenAlone;

  @Option(
      names = "--wait",
      paramLabel = "S",
      description =
          "Seconds a viewer is kept waiting for an engine that does not listen yet (default: ${DEFAULT-VALUE}).")
  private int waitSeconds = 30;

  @Option(
      names = "--stall",
      paramLabel = "S",
      description =
          "Seconds after which a viewer that takes no byte is dropped (default: ${DEFAULT-VALUE}).")
  private int stallSeconds = 30;

  @Option(
      names = "--report",
      paramLabel = "S",
      description = "Print what each viewer received, every S seconds.")
  private int reportSeconds;

  @Option(names = "--json", description = "With --report: a JSON object a line.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    if (engine == null) {
      throw new IllegalStateException("picocli did not set a required option");
    }
    var out = spec.commandLine().getOut();
    var options =
        new RelayOptions(
            engine.address(),
            listenAddress(),
            rule,
            pausesWhenAlone,
            Duration.ofSeconds(waitSeconds),
            Duration.ofSeconds(stallSeconds));
    try (var relay = ImdRelay.start(options, out::println)) {
      Runtime.getRuntime().addShutdownHook(new Thread(relay::close));
      out.println(
          "listening on " + relay.address().getHostString() + ":" + relay.address().getPort());
      if (reportSeconds > 0) {
        Thread.ofVirtual().start(() -> report(relay));
      }
      relay.awaitEnd();
      return 0;
    } catch (IOException e) {
      spec.commandLine()
          .getErr()
          .println("touchpaper imd relay: cannot listen on " + listen + ": " + e.getMessage());
      return 1;
    }
  }

  private void report(ImdRelay relay) {
    try {
      while (true) {
        Thread.sleep(Duration.ofSeconds(reportSeconds));
        relay
            .viewers()
            .forEach(viewer ->
                spec.commandLine()
                    .getOut()
                    .println(json ? JsonMapper.shared().writeValueAsString(viewer) : viewer));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private InetSocketAddress listenAddress() {
    if (listen.matches("\\d{1,5}") && Integer.parseInt(listen) <= 65_535) {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(listen));
    }
    try {
      var address = EndpointArgument.parse(listen).address();
      return new InetSocketAddress(
          InetAddress.getByName(address.getHostString()), address.getPort());
    } catch (IOException | RuntimeException e) {
      throw new ParameterException(
          spec.commandLine(), "--listen: '" + listen + "' is no [HOST:]PORT", e);
    }
  }
}
