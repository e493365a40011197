package org.touchpaper.bar.coallocation.run;

/**
 * An order of a request: to launch something, or to stop it.
 *
 * @param spec what is launched or stopped
 */
public record RunOrder(JobSpec spec, boolean stop) {

  public static RunOrder launch(JobSpec spec) {
    return new RunOrder(spec, false);
  }

  public static RunOrder stop(JobSpec spec) {
    return new RunOrder(spec, true);
  }
}
