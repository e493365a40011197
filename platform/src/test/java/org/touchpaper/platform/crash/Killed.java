package org.touchpaper.platform.crash;

import java.io.Serial;

/** Thrown through a dying service; an Error, so that nothing takes it for a failure to handle. */
public final class Killed extends Error {

  @Serial private static final long serialVersionUID = 1;

  Killed(String what) {
    super("killed: " + what, null, false, false);
  }
}
