package org.touchpaper.hlm.cli.common;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Offset of the demo network's ports, as given to {@code ./touchpaper up --port-base}. */
public final class DemoPortOffsetOption {
  private static final int MAX_PORT = 65_535;

  @Option(
      names = "--port-base",
      paramLabel = "N",
      description =
          "The --port-base of the demo network, which moves every port up by N. Default:"
              + " $TOUCHPAPER_PORT_BASE, else 0.")
  private @Nullable Integer portBase;

  public boolean isGiven() {
    return portBase != null;
  }

  /**
   * Returns the URL of a demo service on this machine.
   *
   * @throws IllegalArgumentException if the base is not a number, or moves the port out of range
   */
  public String demoUrl(CliEnvironment environment, int defaultPort) {
    var base =
        portBase == null
            ? Integer.parseInt(environment.variable("TOUCHPAPER_PORT_BASE", "0").strip())
            : portBase;
    if (base < 0 || base > MAX_PORT - defaultPort) {
      throw new IllegalArgumentException("port base " + base + " is out of range");
    }
    return "http://127.0.0.1:" + (defaultPort + base);
  }

  public String commandLineText() {
    return portBase == null ? "" : " --port-base " + portBase;
  }
}
