package org.touchpaper.demo.config;

/** An expected failure to start, with a message that says what to do. */
public final class StartupException extends RuntimeException {
  public StartupException(String message) {
    super(message);
  }
}
