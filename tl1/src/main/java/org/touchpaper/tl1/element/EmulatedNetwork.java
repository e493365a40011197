package org.touchpaper.tl1.element;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A network of emulated elements in one process. Options: {@code --data DIR} for their databases,
 * {@code --config FILE} for other elements than the demo's, {@code --control-port N}, and {@code
 * --port-base N} (or the variable TOUCHPAPER_PORT_BASE), which moves every port by N.
 */
public final class EmulatedNetwork implements Closeable {

  private final List<EmulatedElement> elements;
  private final Control control;

  private EmulatedNetwork(List<EmulatedElement> elements, Control control) {
    this.elements = elements;
    this.control = control;
  }

  private static final String FAULTS = "TOUCHPAPER_FAULTS";

  /** Runs until it is ended; exits 1 if it cannot start, 2 if it does not understand. */
  public static void main(String[] arguments) throws InterruptedException {
    var status =
        run(
            arguments,
            System.getenv("TOUCHPAPER_PORT_BASE"),
            System.getenv(FAULTS),
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
    NetworkOptions options;
    try {
      options = NetworkOptions.parse(arguments, portBase, faults);
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
              + " listen, control on http://127.0.0.1:"
              + network.controlPort());
      out.flush();
      return 0;
    } catch (IOException | IllegalArgumentException e) {
      err.println("elements: " + e.getMessage());
      return 1;
    }
  }

  /** Starts the elements of the options' file. */
  static EmulatedNetwork start(NetworkOptions options) throws IOException {
    var config = NetworkConfig.read(options.config()).shifted(options.portBase());
    var plane = new ControlPlane(config.osrp());
    var started = new ArrayList<EmulatedElement>();
    try {
      for (var element : config.elements()) {
        try {
          var running = EmulatedElement.start(element, options.data(), Clock.systemUTC(), plane);
          running.faults().follow(options.faults());
          started.add(running);
        } catch (IOException e) {
          throw new IOException(e.getMessage() + "; --port-base moves every port", e);
        }
      }
      var port = options.controlPort() < 0 ? config.controlPort() : options.controlPort();
      return new EmulatedNetwork(List.copyOf(started), control(started, port));
    } catch (IOException e) {
      started.forEach(EmulatedElement::close);
      throw e;
    }
  }

  int controlPort() {
    return control.port();
  }

  List<EmulatedElement> elements() {
    return elements;
  }

  @Override
  public void close() {
    control.close();
    elements.forEach(EmulatedElement::close);
  }

  private static Control control(List<EmulatedElement> elements, int port) throws IOException {
    try {
      return Control.start(List.copyOf(elements), port);
    } catch (IOException e) {
      throw new IOException(
          "port "
              + port
              + " for the elements' control: "
              + e.getMessage()
              + "; --control-port moves it, --port-base moves every port",
          e);
    }
  }

  /** What was said on the command line. */
  record NetworkOptions(
      Path data, @Nullable Path config, int controlPort, int portBase, FaultPlan faults) {

    static NetworkOptions parse(
        String[] arguments, @Nullable String defaultPortBase, @Nullable String defaultFaults) {
      Path data = null;
      Path config = null;
      var controlPort = -1;
      var portBase = defaultPortBase == null ? 0 : number("TOUCHPAPER_PORT_BASE", defaultPortBase);
      var faults = defaultFaults == null ? FaultPlan.NONE : FaultPlan.read(defaultFaults);
      for (var i = 0; i < arguments.length; i += 2) {
        if (i + 1 == arguments.length) {
          throw new IllegalArgumentException(arguments[i] + " needs a value");
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
        throw new IllegalArgumentException("--data DIR is needed: it keeps what the elements hold");
      }
      return new NetworkOptions(data, config, controlPort, portBase, faults);
    }

    private static int number(String option, String value) {
      try {
        var number = Integer.parseInt(value.strip());
        if (number >= 0 && number <= 65_535) {
          return number;
        }
      } catch (NumberFormatException e) {
        // said below
      }
      throw new IllegalArgumentException(option + " is no number from 0 to 65535: " + value);
    }
  }
}
