package org.touchpaper.demo.run;

import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.touchpaper.imd.EmulatedEngine;
import org.touchpaper.imd.viewer.ImdViewer;

/** Stands in for LAMMPS where tests launch a run: of LAMMPS's arguments it reads the port. */
public final class EngineProgram {

  private static final int ATOMS = 60;

  private EngineProgram() {}

  public static void main(String[] arguments) throws Exception {
    var port = Integer.parseInt(arguments[List.of(arguments).indexOf("port") + 1]);
    new EmulatedEngine(3, ATOMS, new InetSocketAddress(port));
    new CountDownLatch(1).await();
  }

  /** The program as {@link DemoRuns} launches it. */
  public static InstalledEngine asInstalled() {
    var classPath =
        Stream.of(EngineProgram.class, InstalledEngine.class, EmulatedEngine.class, ImdViewer.class)
            .map(EngineProgram::placeOf)
            .collect(Collectors.joining(":"));
    return new InstalledEngine(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx64m",
            "-cp",
            classPath,
            EngineProgram.class.getName()),
        Map.of());
  }

  private static String placeOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
