package org.touchpaper.elementsession.transport;

import java.io.IOException;

/** The peer refused access, or did not prove its identity. An immediate retry would not help. */
public final class AccessRefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  public AccessRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
