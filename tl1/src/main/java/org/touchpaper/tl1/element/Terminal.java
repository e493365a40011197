package org.touchpaper.tl1.element;

import java.io.IOException;

/** One connection to an emulated element. */
@FunctionalInterface
interface Terminal {

  /** Serves until either side closes. */
  void serve() throws IOException;
}
