package org.touchpaper.pathcheck.statistics;

import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one check.
 *
 * @param sent the packets sent
 * @param received the packets that came back, each counted once
 * @param lostThere of those lost, how many did not reach the reflector; only a stateful reflector
 *     tells (RFC 8762 section 4.3)
 * @param lostBack how many the reflector answered in vain. What was lost before the first answer or
 *     after the last belongs to neither, because nobody knows.
 * @param reordered answers that came after one to a later packet (RFC 4737 section 3.3)
 * @param duplicates answers that came again
 * @param roundTrip null if no packet came back
 */
public record PathStatistics(
    int sent,
    int received,
    int lostThere,
    int lostBack,
    int reordered,
    int duplicates,
    @Nullable RoundTrip roundTrip) {

  private static final double MEDIAN = 0.5;
  private static final double NEARLY_ALL = 0.99;

  /**
   * Round-trip times, without the time in the reflector.
   *
   * @param jitter the mean difference between consecutive packets, whatever its sign (RFC 3393)
   */
  public record RoundTrip(Duration min, Duration p50, Duration p99, Duration jitter) {

    private static RoundTrip of(List<Reply> replies) {
      var times = replies.stream().mapToLong(Reply::roundTripNanos).toArray();
      var differences = 0L;
      for (var i = 1; i < times.length; i++) {
        differences += Math.abs(times[i] - times[i - 1]);
      }
      var jitter = times.length < 2 ? 0 : differences / (times.length - 1);
      Arrays.sort(times);
      return new RoundTrip(
          Duration.ofNanos(times[0]),
          quantile(times, MEDIAN),
          quantile(times, NEARLY_ALL),
          Duration.ofNanos(jitter));
    }

    /** The nearest rank: a time that was measured. */
    private static Duration quantile(long[] sorted, double share) {
      return Duration.ofNanos(sorted[(int) Math.ceil(share * sorted.length) - 1]);
    }
  }

  /**
   * An answer of the reflector.
   *
   * @param sequence of the packet that it answers
   * @param reflectorSequence the reflector's count of its answers
   * @param roundTripNanos without the time in the reflector; at least 0
   */
  public record Reply(int sequence, int reflectorSequence, long roundTripNanos) {}

  /**
   * Computes the figures.
   *
   * @param sent the number of packets sent, numbered from 0
   * @param answers in the order of their arrival
   */
  public static PathStatistics of(int sent, List<Reply> answers) {
    var seen = new BitSet(sent);
    var replies =
        answers.stream().filter(reply -> reply.sequence() >= 0 && reply.sequence() < sent).toList();
    var first =
        replies.stream()
            .filter(reply -> {
              var isNew = !seen.get(reply.sequence());
              seen.set(reply.sequence());
              return isNew;
            })
            .toList();
    var latest = -1;
    var reordered = 0;
    for (var reply : first) {
      reordered += reply.sequence() < latest ? 1 : 0;
      latest = Math.max(latest, reply.sequence());
    }
    var reflected = span(replies.stream().mapToInt(Reply::reflectorSequence));
    return new PathStatistics(
        sent,
        first.size(),
        Math.max(0, span(first.stream().mapToInt(Reply::sequence)) - reflected),
        Math.max(0, reflected - replies.size()),
        reordered,
        replies.size() - first.size(),
        first.isEmpty() ? null : RoundTrip.of(first));
  }

  /** Numbers from the lowest to the highest; a reflector need not begin at 0. */
  private static int span(IntStream sequences) {
    var range = sequences.summaryStatistics();
    return range.getCount() == 0 ? 0 : range.getMax() - range.getMin() + 1;
  }

  public int lost() {
    return sent - received;
  }
}
