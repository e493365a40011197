package org.touchpaper.platform.health;

/** Checks one dependency of a service. */
public interface HealthCheck {

  /** A short name: {@code database}. */
  String name();

  /** Runs the check; after a second it is reported as not answering. */
  Health check();

  /**
   * A result.
   *
   * @param detail a few words: its activity, or what it waits for
   */
  record Health(boolean isUp, String detail) {
    public static Health up(String detail) {
      return new Health(true, detail);
    }

    public static Health waiting(String detail) {
      return new Health(false, detail);
    }
  }
}
