package org.touchpaper.lab.result;

import java.util.List;
import java.util.Map;

/**
 * What the ESLEA papers printed: tables III and IV of "The impact of network quality of service on
 * interactive simulations" (SPICE on 64 and 128 processors), PoS(ESLEA)014 and PoS(ESLEA)013.
 * Columns that the surviving copies garble are left out.
 */
final class PaperReferenceValues {

  static final List<Double> DELAYS_MS = List.of(0.0, 2.0, 4.0, 8.0, 16.0);

  /** Table III: t_s in seconds at these delays. */
  static final Map<String, List<Double>> TABLE_3 =
      Map.of(
          "0 %", List.of(0.58, 0.69, 0.91, 1.19, 1.86),
          "0.01 %", List.of(0.64, 0.84, 1.04, 1.47, 2.44),
          "0.1 %", List.of(0.97, 1.28, 1.66, 2.41));

  /** One row of Table IV, 64 processors, with the value without jitter of Table III; seconds. */
  record JitterFigure(
      double delayMs, double jitterMs, double seconds, double secondsWithoutJitter) {}

  static final List<JitterFigure> TABLE_4 =
      List.of(
          new JitterFigure(4, 0.2, 1.13, 0.92),
          new JitterFigure(4, 0.8, 1.33, 0.92),
          new JitterFigure(8, 1.0, 1.79, 1.25),
          new JitterFigure(8, 1.6, 3.29, 1.25),
          new JitterFigure(16, 1.0, 2.54, 2.01),
          new JitterFigure(16, 3.2, 2.97, 2.01));

  /** PoS(ESLEA)014: "an improvement in the performance of around 50 %". */
  static final int LIGHTPATH_GAIN_PERCENT = 50;

  /** PoS(ESLEA)013, Table 3, HPCx, round trip 8 ms: MB/s over JANET, UKLight untuned and tuned. */
  static final List<Double> BULK_MEGABYTES_PER_SECOND = List.of(4.5, 8.0, 28.0);

  /**
   * PoS(ESLEA)011, Table 1: seconds for a message of so many MB, by loss, at the delays of Table
   * III.
   */
  static final Map<Integer, Map<String, List<Double>>> EXCHANGES =
      Map.of(
          4,
          Map.of(
              "0 %", List.of(0.703, 0.860, 0.971, 1.242, 1.789),
              "0.01 %", List.of(0.743, 0.889, 1.043, 1.318, 1.863),
              "0.1 %", List.of(0.927, 1.106, 1.279, 1.592, 2.288),
              "1 %", List.of(1.997, 2.415, 2.799, 3.489, 4.956)),
          16,
          Map.of(
              "0 %", List.of(2.618, 3.182, 3.590, 4.630, 6.576),
              "0.01 %", List.of(2.777, 3.260, 3.777, 4.760, 6.682),
              "0.1 %", List.of(3.449, 4.002, 4.691, 5.774, 8.229),
              "1 %", List.of(7.760, 9.248, 10.592, 13.694, 19.427)));

  private PaperReferenceValues() {}
}
