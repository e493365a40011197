package org.touchpaper.demo.run;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
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

  /** The program as {@link DemoApplicationSetup} launches it. */
  public static InstalledEngine asInstalled() {
    return new InstalledEngine(
        DemoApplicationSetup.javaProgram(
            EngineProgram.class, InstalledEngine.class, EmulatedEngine.class, ImdViewer.class),
        Map.of());
  }
}
