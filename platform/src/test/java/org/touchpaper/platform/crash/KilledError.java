package org.touchpaper.platform.crash;

import java.io.Serial;

/** Thrown in a crashed service; an Error, so that no code handles it as a failure. */
public final class KilledError extends Error {

  @Serial private static final long serialVersionUID = 1;

  KilledError(String what) {
    super("killed: " + what, null, false, false);
  }
}
