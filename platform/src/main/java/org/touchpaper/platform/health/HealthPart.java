package org.touchpaper.platform.health;

/** One thing a service needs in order to work. */
public interface HealthPart {

  /** A short name: {@code database}. */
  String name();

  /** Looks now; what takes longer than a second is said not to answer. */
  Health look();

  /** How it is, and in a few words what it does or waits for. */
  record Health(boolean isUp, String detail) {
    public static Health up(String detail) {
      return new Health(true, detail);
    }

    public static Health waiting(String detail) {
      return new Health(false, detail);
    }
  }
}
