package org.touchpaper.lab.engine;

import java.io.IOException;

/** Checks that an engine still runs, started by the lab itself or by Slurm. */
public interface EngineLivenessCheck {

  /** Fails with the engine's last words if it has ended. */
  void check() throws IOException;
}
