package org.touchpaper.bar.coallocation.run;

/**
 * An order of a request: to launch something, or to stop it.
 *
 * @param spec what is launched or stopped
 */
public record LaunchOrStopOrder(JobSpec spec, boolean stop) {

  public static LaunchOrStopOrder launch(JobSpec spec) {
    return new LaunchOrStopOrder(spec, false);
  }

  public static LaunchOrStopOrder stop(JobSpec spec) {
    return new LaunchOrStopOrder(spec, true);
  }
}
