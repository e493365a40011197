package org.touchpaper.platform.startup;

import java.io.Serial;

/** Settings are missing or wrong; the message lists all of them. */
final class InvalidSettingsException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  InvalidSettingsException(String message) {
    super(message);
  }
}
