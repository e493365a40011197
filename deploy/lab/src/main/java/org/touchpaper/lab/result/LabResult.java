package org.touchpaper.lab.result;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.lab.network.TcpSettings;

/**
 * Everything that a run of the lab measured.
 *
 * @param load of the machine when it ended; above the number of its processors times are too long
 * @param delayAndLoss Table III: a row for each loss, a cell for each delay
 * @param jitter Table IV: a row for each TCP and delay, a cell for each jitter
 * @param lightpath the same run over a clean path, several times
 * @param production alternating with these, over a path that loses and delays
 * @param bulk PoS(ESLEA)013: one TCP stream at its best speed
 * @param crossTraffic the run beside other users' traffic, the first row without; empty if not
 *     measured
 * @param exchanges PoS(ESLEA)011: the ping-pong of messages; empty if not measured
 * @param steered how far a force moved the first bead of the chain along the pore
 * @param booked whether the lightpath was a booked circuit, not the emulated path without
 *     impairments
 * @param secondEngine null if none was measured
 * @param run what the lab booked for it; null if it booked nothing
 */
public record LabResult(
    Instant at,
    int atoms,
    int bytesPerFrame,
    double load,
    int processors,
    List<FrameTimeByPathSeries> delayAndLoss,
    List<FrameTimeByPathSeries> jitter,
    FrameTimeByPathSeries lightpath,
    FrameTimeByPathSeries production,
    List<BulkRate> bulk,
    List<CrossTrafficRow> crossTraffic,
    List<ExchangeRow> exchanges,
    double steered,
    boolean booked,
    @Nullable SecondEngineMeasurement secondEngine,
    @Nullable BookedRun run) {

  /** A path, a TCP, and the rate of one stream. */
  public record BulkRate(String path, TcpSettings tcp, double megabytesPerSecond) {}

  public LabResult {
    delayAndLoss = List.copyOf(delayAndLoss);
    jitter = List.copyOf(jitter);
    bulk = List.copyOf(bulk);
    crossTraffic = List.copyOf(crossTraffic);
    exchanges = List.copyOf(exchanges);
  }

  /** The same, with what was booked. */
  public LabResult with(BookedRun ended) {
    return with(secondEngine, ended);
  }

  /** The same, with another engine's gain. */
  public LabResult with(SecondEngineMeasurement second) {
    return with(second, run);
  }

  private LabResult with(@Nullable SecondEngineMeasurement second, @Nullable BookedRun ended) {
    return new LabResult(
        at,
        atoms,
        bytesPerFrame,
        load,
        processors,
        delayAndLoss,
        jitter,
        lightpath,
        production,
        bulk,
        crossTraffic,
        exchanges,
        steered,
        booked,
        second,
        ended);
  }

  /** How much less time a step takes over the lightpath, in percent. */
  public double gainPercent() {
    return 100 * (1 - lightpath.sumMs() / production.sumMs());
  }

  /**
   * What a step should cost per millisecond of one-way delay: a window of data takes a round trip,
   * and a frame is more than one window.
   */
  public double expectedSlope() {
    return 2.0 * bytesPerFrame / TcpSettings.WINDOW_2005;
  }
}
