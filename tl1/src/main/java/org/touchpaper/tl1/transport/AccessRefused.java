package org.touchpaper.tl1.transport;

import java.io.IOException;

/** The other end is there and will not have us, or is not who it should be: no use in haste. */
public final class AccessRefused extends IOException {
  private static final long serialVersionUID = 1L;

  public AccessRefused(String message, Throwable cause) {
    super(message, cause);
  }
}
