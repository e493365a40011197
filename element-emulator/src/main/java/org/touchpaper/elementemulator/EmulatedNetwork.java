package org.touchpaper.elementemulator;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.elementemulator.ciena.ControlPlane;
import org.touchpaper.elementemulator.fault.FaultPlan;

/**
 * A network of emulated elements in one process. Options: {@code --data DIR} for their databases,
 * {@code --config FILE} for other elements than the demo's, {@code --control-port N} for the
 * inspection server, and {@code --port-base N} (or the variable TOUCHPAPER_PORT_BASE), which adds N
 * to every port.
 */
public final class EmulatedNetwork implements Closeable {

  private final List<EmulatedElement> elements;
  private final InspectionServer inspectionServer;

  private EmulatedNetwork(List<EmulatedElement> elements, InspectionServer inspectionServer) {
    this.elements = elements;
    this.inspectionServer = inspectionServer;
  }

  private static final String FAULTS_VARIABLE = "TOUCHPAPER_FAULTS";

  /** Runs until the process ends; exits with 1 if it cannot start, with 2 for invalid options. */
  public static void main(String[] arguments) throws InterruptedException {
    var status =
        run(
            arguments,
            System.getenv("TOUCHPAPER_PORT_BASE"),
            System.getenv(FAULTS_VARIABLE),
            System.out,
            System.err);
    if (status != 0) {
      System.exit(status);
    }
    Thread.currentThread().join();
  }

  static int run(
      String[] arguments,
      @Nullable String portBase,
      @Nullable String faults,
      PrintStream out,
      PrintStream err) {
    EmulatorOptions options;
    try {
      options = EmulatorOptions.parse(arguments, portBase, faults);
    } catch (IllegalArgumentException e) {
      err.println("elements: " + e.getMessage());
      return 2;
    }
    try {
      var network = start(options);
      Runtime.getRuntime().addShutdownHook(new Thread(network::close));
      out.println(
          "elements: "
              + network.elements.size()
              + " listening; inspection at http://127.0.0.1:"
              + network.controlPort());
      out.flush();
      return 0;
    } catch (IOException | IllegalArgumentException e) {
      err.println("elements: " + e.getMessage());
      return 1;
    }
  }

  static EmulatedNetwork start(EmulatorOptions options) throws IOException {
    var config = NetworkConfig.read(options.config(), options.portBase());
    var controlPlane = new ControlPlane(config.osrpLinks());
    var started = new ArrayList<EmulatedElement>();
    try {
      for (var elementConfig : config.elements()) {
        try {
          var element =
              EmulatedElement.start(elementConfig, options.data(), Clock.systemUTC(), controlPlane);
          element.faults().usePlan(options.faults());
          started.add(element);
        } catch (IOException e) {
          throw new IOException(e.getMessage() + "; to use other ports, set --port-base", e);
        }
      }
      var port = options.controlPort() < 0 ? config.controlPort() : options.controlPort();
      return new EmulatedNetwork(List.copyOf(started), startInspectionServer(started, port));
    } catch (IOException e) {
      started.forEach(EmulatedElement::close);
      throw e;
    }
  }

  int controlPort() {
    return inspectionServer.port();
  }

  List<EmulatedElement> elements() {
    return elements;
  }

  @Override
  public void close() {
    inspectionServer.close();
    elements.forEach(EmulatedElement::close);
  }

  private static InspectionServer startInspectionServer(List<EmulatedElement> elements, int port)
      throws IOException {
    try {
      return InspectionServer.start(List.copyOf(elements), port);
    } catch (IOException e) {
      throw new IOException(
          "port "
              + port
              + " for the inspection server: "
              + e.getMessage()
              + "; to use another port, set --control-port or --port-base",
          e);
    }
  }

  record EmulatorOptions(
      Path data, @Nullable Path config, int controlPort, int portBase, FaultPlan faults) {

    static EmulatorOptions parse(
        String[] arguments, @Nullable String defaultPortBase, @Nullable String defaultFaults) {
      Path data = null;
      Path config = null;
      var controlPort = -1;
      var portBase =
          defaultPortBase == null || defaultPortBase.isBlank()
              ? 0
              : number("TOUCHPAPER_PORT_BASE", defaultPortBase);
      var faults = defaultFaults == null ? FaultPlan.NONE : FaultPlan.read(defaultFaults);
      for (var i = 0; i < arguments.length; i += 2) {
        if (i + 1 == arguments.length) {
          throw new IllegalArgumentException(arguments[i] + " requires a value");
        }
        var value = arguments[i + 1];
        switch (arguments[i]) {
          case "--data" -> data = Path.of(value);
          case "--config" -> config = Path.of(value);
          case "--control-port" -> controlPort = number("--control-port", value);
          case "--faults" -> faults = FaultPlan.read(value);
          case "--port-base" -> portBase = number("--port-base", value);
          default ->
              throw new IllegalArgumentException(
                  "unknown option "
                      + arguments[i]
                      + "; known: --data DIR --config FILE --control-port N --port-base N"
                      + " --faults SEED, seed=N,all=RATE,KIND=RATE,... or FILE");
        }
      }
      if (data == null) {
        throw new IllegalArgumentException("--data DIR is required, for the elements' databases");
      }
      return new EmulatorOptions(data, config, controlPort, portBase, faults);
    }

    private static int number(String option, String value) {
      try {
        var number = Integer.parseInt(value.strip());
        if (number >= 0 && number <= 65_535) {
          return number;
        }
      } catch (NumberFormatException e) {
        // reported below
      }
      throw new IllegalArgumentException(
          option + " must be a number from 0 to 65535, not " + value);
    }
  }
}
