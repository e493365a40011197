package org.touchpaper.demo;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.demo.config.DemoNetworkVariant;
import org.touchpaper.demo.config.PortPlan;

/** The command lines of the demo network's processes. */
record ProcessCommands(DataDirectory data, PortPlan ports) {

  /** For many short-lived JVMs on one machine: the fast compiler and one collector thread. */
  private static final List<String> LEAN_JVM_OPTIONS =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

  /**
   * Services, acceptors and a data plane repeat few operations: with both compilers they take three
   * quarters of the time, for 40 MB an acceptor (bench commit uses the same option).
   */
  private static final String BOTH_COMPILERS = "-XX:TieredStopAtLevel=4";

  List<String> elements(DemoNetworkVariant network, EmulatorRunSettings options) {
    var command = options.hasDataPlane() ? java("160m", BOTH_COMPILERS) : java("96m");
    command.addAll(
        List.of(
            "org.touchpaper.elementemulator.EmulatedNetwork",
            "--data",
            data.of("elements").toString(),
            "--port-base",
            Integer.toString(ports.base())));
    if (network != DemoNetworkVariant.UKLIGHT) {
      command.addAll(List.of("--config", data.elementFile().toString()));
    }
    if (!options.faults().isBlank()) {
      command.addAll(List.of("--faults", options.faults()));
    }
    if (options.hasDataPlane()) {
      command.addAll(List.of("--data-plane", String.join(",", network.maps())));
      command.addAll(options.namespaceArguments());
    }
    if (options.hasPathAgents(network)) {
      command.addAll(List.of("--path-agent-secret", data.pathAgentSecret().toString()));
      ports
          .pathAgents()
          .forEach((host, port) -> command.addAll(List.of("--path-agent", host + "=" + port)));
    }
    return command;
  }

  List<String> acceptor(String name) {
    var command = java("96m", BOTH_COMPILERS);
    command.addAll(
        List.of("org.touchpaper.harc.acceptor.AcceptorMain", data.config(name).toString()));
    if (new LostJournalGuard(data).canInitialise(name)) {
      command.addAll(List.of("--initialise", "--epoch", "1"));
    }
    return command;
  }

  List<String> services(List<String> names) {
    var command =
        names.size() > 1 ? java("768m", BOTH_COMPILERS) : java("224m", BOTH_COMPILERS, "-Xms32m");
    command.add(ServicesProcessMain.class.getName());
    command.add(data.root().toString());
    command.addAll(names);
    return command;
  }

  static List<String> launcher() {
    var command = jvm("128m");
    command.add("-Dlogback.configurationFile=demo/logback.xml");
    command.add(Launcher.class.getName());
    return command;
  }

  private static List<String> java(String memory, String... options) {
    var command = jvm(memory);
    command.addAll(command.indexOf("-cp"), List.of(options));
    command.add(ChildProcessMain.class.getName());
    return command;
  }

  private static List<String> jvm(String memory) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(LEAN_JVM_OPTIONS);
    command.add("-Xmx" + memory);
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", classPath()));
    return command;
  }

  /** This JVM's class path with absolute paths, valid in any working directory. */
  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
