package org.touchpaper.harc.proof;

/** Counts the outages of a stretch, as one hears of them: at each change, whether it is out. */
final class Outages {
  private boolean out;
  private double outSince;
  private double lastBegin = Double.NaN;
  private long begun;
  private double outSeconds;
  private Sample between = Sample.NOTHING;
  private Sample lengths = Sample.NOTHING;

  /** How it is when the stretch begins; an outage then has begun before. */
  void startedOut(boolean isOut) {
    out = isOut;
  }

  void at(double now, boolean isOut) {
    if (isOut && !out) {
      begun++;
      if (!Double.isNaN(lastBegin)) {
        between = between.with(now - lastBegin);
      }
      lastBegin = now;
      outSince = now;
    } else if (!isOut && out) {
      outSeconds += now - outSince;
      lengths = lengths.with(now - outSince);
    }
    out = isOut;
  }

  /** What there was until the stretch ends. */
  Uptime until(double end) {
    var rest = out ? end - outSince : 0;
    return new Uptime(end, 0, 0, 0, begun, outSeconds + rest, between, lengths, 0, null);
  }
}
