package org.touchpaper.lab.result;

/**
 * The lightpath's gain with another engine.
 *
 * @param engine its name
 * @param imdVersion that it speaks
 * @param lightpath and production alternating, as with the first engine
 */
public record SecondEngineMeasurement(
    String engine,
    int imdVersion,
    int atoms,
    int bytesPerFrame,
    FrameTimeByPathSeries lightpath,
    FrameTimeByPathSeries production) {

  /** How much less time a step takes over the lightpath, in percent. */
  public double gainPercent() {
    return 100 * (1 - lightpath.sumMs() / production.sumMs());
  }
}
