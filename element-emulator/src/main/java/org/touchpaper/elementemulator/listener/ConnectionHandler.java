package org.touchpaper.elementemulator.listener;

import java.io.IOException;

/** Serves one connection to an emulated element. */
@FunctionalInterface
public interface ConnectionHandler {

  /** Serves until either side closes the connection. */
  void serve() throws IOException;
}
