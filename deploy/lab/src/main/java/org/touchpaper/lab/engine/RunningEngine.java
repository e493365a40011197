package org.touchpaper.lab.engine;

import java.io.IOException;

/** An engine that should run, whoever started it. */
public interface RunningEngine {

  /** Fails with the engine's last words if it has ended. */
  void check() throws IOException;
}
