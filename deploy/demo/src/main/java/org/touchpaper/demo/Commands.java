package org.touchpaper.demo;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The command lines of the demo network's processes. */
record Commands(DataDirectory data, Ports ports) {

  /**
   * Started often and short of memory: the fast compiler and one collector. A thousand circuits
   * after the start are up sooner with it, too (bench provision, which takes the same).
   */
  private static final List<String> LEAN =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

  /**
   * An acceptor does the same few things again and again: with both compilers it does them in three
   * quarters of the time, for 40 MB (as bench commit starts them, too).
   */
  private static final String BOTH_COMPILERS = "-XX:TieredStopAtLevel=4";

  List<String> elements(String faults) {
    var command = java("96m");
    command.addAll(
        List.of(
            "org.touchpaper.tl1.element.EmulatedNetwork",
            "--data",
            data.of("elements").toString(),
            "--port-base",
            Integer.toString(ports.base())));
    if (!faults.isBlank()) {
      command.addAll(List.of("--faults", faults));
    }
    return command;
  }

  List<String> acceptor(String name) {
    var command = java("96m", BOTH_COMPILERS);
    command.addAll(
        List.of(
            "org.touchpaper.harc.acceptor.AcceptorProcess",
            "--name",
            name,
            "--port",
            Integer.toString(ports.of(name)),
            "--stream-port",
            Integer.toString(ports.streamsOf(name).orElseThrow()),
            "--data",
            data.of(name).toString(),
            "--peers",
            data.config(name).toString(),
            "--profile",
            "demo"));
    if (new AcceptorMemories(data).mayBeGivenABlankOne(name)) {
      command.addAll(List.of("--initialise", "--epoch", "1"));
    }
    return command;
  }

  List<String> services(List<String> names) {
    var command = names.size() > 1 ? java("768m") : java("224m", "-Xms32m");
    command.add(ServicesProcess.class.getName());
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

  private static List<String> java(String memory, String... more) {
    var command = jvm(memory);
    command.addAll(command.indexOf("-cp"), List.of(more));
    command.add(Child.class.getName());
    return command;
  }

  private static List<String> jvm(String memory) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(LEAN);
    command.add("-Xmx" + memory);
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", classPath()));
    return command;
  }

  /** Ours, wherever the child is started. */
  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
