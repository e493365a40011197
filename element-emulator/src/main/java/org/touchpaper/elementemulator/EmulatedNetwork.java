package org.touchpaper.elementemulator;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.elementemulator.ciena.ControlPlane;
import org.touchpaper.elementemulator.dataplane.DataPlane;
import org.touchpaper.elementemulator.dataplane.DataPlaneReport;
import org.touchpaper.elementemulator.dataplane.NetworkMapReader;
import org.touchpaper.elementemulator.dataplane.PathAgents;
import org.touchpaper.elementemulator.fault.RandomFaultSettings;

/**
 * A network of emulated elements in one process. Options: {@code --data DIR} for their databases,
 * {@code --config FILE} for other elements than the demo's, {@code --control-port N} for the
 * inspection server, {@code --data-plane FILE,FILE} for packets between hosts along these maps
 * ({@link NetworkMapReader}), {@code --namespace HOST=NAME} for a host's network namespace, {@code
 * --path-agent HOST=PORT} for an agent beside a host, {@code --path-agent-secret FILE} with the
 * secret of these, and {@code --port-base N} (or the variable TOUCHPAPER_PORT_BASE), which adds N
 * to every port.
 */
public final class EmulatedNetwork implements Closeable {

  private final List<EmulatedElement> elements;
  private final @Nullable DataPlane dataPlane;
  private final @Nullable PathAgents pathAgents;
  private final InspectionServer inspectionServer;

  private EmulatedNetwork(
      List<EmulatedElement> elements,
      @Nullable DataPlane dataPlane,
      @Nullable PathAgents pathAgents,
      InspectionServer inspectionServer) {
    this.elements = elements;
    this.dataPlane = dataPlane;
    this.pathAgents = pathAgents;
    this.inspectionServer = inspectionServer;
  }

  private static final Logger log = LoggerFactory.getLogger(EmulatedNetwork.class);
  private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
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
      return start(List.copyOf(started), controlPlane, options, port);
    } catch (IOException e) {
      started.forEach(EmulatedElement::close);
      throw e;
    }
  }

  /** Without a data plane, for whatever reason, the elements work all the same. */
  private static EmulatedNetwork start(
      List<EmulatedElement> elements, ControlPlane controlPlane, EmulatorOptions options, int port)
      throws IOException {
    if (options.maps().isEmpty()) {
      return new EmulatedNetwork(
          elements, null, null, startInspectionServer(elements, DataPlaneReport::off, port));
    }
    DataPlane dataPlane;
    try {
      dataPlane =
          DataPlane.start(
              NetworkMapReader.read(options.maps()),
              elements.stream().map(EmulatedElement::state).toList(),
              controlPlane,
              options.namespaces(),
              options.data());
    } catch (IOException | IllegalArgumentException e) {
      log.warn("there is no data plane: {}", e.getMessage());
      var report = DataPlaneReport.unavailable(String.valueOf(e.getMessage()));
      return new EmulatedNetwork(
          elements, null, null, startInspectionServer(elements, () -> report, port));
    }
    var pathAgents = startPathAgents(dataPlane, options);
    try {
      return new EmulatedNetwork(
          elements,
          dataPlane,
          pathAgents,
          startInspectionServer(elements, dataPlane::report, port));
    } catch (IOException e) {
      close(pathAgents, dataPlane);
      throw e;
    }
  }

  /** Without them packets pass all the same. */
  private static @Nullable PathAgents startPathAgents(
      DataPlane dataPlane, EmulatorOptions options) {
    var secretFile = options.pathAgentSecret();
    if (secretFile == null) {
      return null;
    }
    try {
      return PathAgents.start(
          dataPlane, options.pathAgents(), Files.readString(secretFile).strip());
    } catch (IOException | IllegalArgumentException e) {
      log.warn("there are no path agents: {}", e.getMessage());
      return null;
    }
  }

  private static void close(@Nullable PathAgents pathAgents, @Nullable DataPlane dataPlane) {
    if (pathAgents != null) {
      pathAgents.close();
    }
    if (dataPlane != null) {
      dataPlane.close();
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
    close(pathAgents, dataPlane);
    elements.forEach(EmulatedElement::close);
  }

  private static InspectionServer startInspectionServer(
      List<EmulatedElement> elements, Supplier<DataPlaneReport> dataPlane, int port)
      throws IOException {
    try {
      return InspectionServer.start(elements, dataPlane, port);
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
      Path data,
      @Nullable Path config,
      int controlPort,
      int portBase,
      RandomFaultSettings faults,
      List<String> maps,
      Map<String, String> namespaces,
      Map<String, Integer> pathAgents,
      @Nullable Path pathAgentSecret) {

    static EmulatorOptions parse(
        String[] arguments, @Nullable String defaultPortBase, @Nullable String defaultFaults) {
      Path data = null;
      Path config = null;
      var controlPort = -1;
      var maps = List.<String>of();
      var namespaces = new HashMap<String, String>();
      var pathAgents = new HashMap<String, Integer>();
      Path pathAgentSecret = null;
      var portBase =
          defaultPortBase == null || defaultPortBase.isBlank()
              ? 0
              : number("TOUCHPAPER_PORT_BASE", defaultPortBase);
      var faults =
          defaultFaults == null
              ? RandomFaultSettings.NONE
              : RandomFaultSettings.read(defaultFaults);
      for (var i = 0; i < arguments.length; i += 2) {
        if (i + 1 == arguments.length) {
          throw new IllegalArgumentException(arguments[i] + " requires a value");
        }
        var value = arguments[i + 1];
        switch (arguments[i]) {
          case "--data" -> data = Path.of(value);
          case "--config" -> config = Path.of(value);
          case "--control-port" -> controlPort = number("--control-port", value);
          case "--faults" -> faults = RandomFaultSettings.read(value);
          case "--data-plane" -> maps = List.of(value.split(",", -1));
          case "--namespace" -> {
            var pair = value.split("=", 2);
            if (pair.length < 2 || !NAMESPACE.matcher(pair[1]).matches()) {
              throw new IllegalArgumentException("--namespace must be HOST=NAME, not " + value);
            }
            namespaces.put(pair[0], pair[1]);
          }
          case "--path-agent" -> {
            var pair = value.split("=", 2);
            if (pair.length < 2) {
              throw new IllegalArgumentException("--path-agent must be HOST=PORT, not " + value);
            }
            pathAgents.put(pair[0], number("--path-agent", pair[1]));
          }
          case "--path-agent-secret" -> pathAgentSecret = Path.of(value);
          case "--port-base" -> portBase = number("--port-base", value);
          default ->
              throw new IllegalArgumentException(
                  "unknown option "
                      + arguments[i]
                      + "; known: --data DIR --config FILE --control-port N --port-base N"
                      + " --data-plane FILE,FILE --namespace HOST=NAME"
                      + " --path-agent HOST=PORT --path-agent-secret FILE"
                      + " --faults SEED, seed=N,all=RATE,KIND=RATE,... or FILE");
        }
      }
      if (data == null) {
        throw new IllegalArgumentException("--data DIR is required, for the elements' databases");
      }
      if (!pathAgents.isEmpty() && pathAgentSecret == null) {
        throw new IllegalArgumentException("--path-agent requires --path-agent-secret FILE");
      }
      return new EmulatorOptions(
          data,
          config,
          controlPort,
          portBase,
          faults,
          maps,
          namespaces,
          pathAgents,
          pathAgentSecret);
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
