package org.touchpaper.bar.coallocation;

import java.io.Serial;

/**
 * No connection to the database came free in time; nothing was begun, and it may be asked again.
 */
public final class Overloaded extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  Overloaded(Throwable cause) {
    super("too much is going on at once; nothing was begun", cause);
  }
}
