package org.touchpaper.bar.web.bookings;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page of one booking.
 *
 * @param isCoAllocation false for a lightpath booked alone
 * @param start null if it was refused before its times were known, as is end
 * @param upText which parts are up, while any may be
 * @param steps the protocol's steps, those of each part together
 * @param cancelRefusal why it cannot be cancelled; null if it can
 */
public record BookingView(
    String id,
    boolean isCoAllocation,
    String title,
    String what,
    String state,
    @Nullable Instant start,
    @Nullable Instant end,
    @Nullable String window,
    String owner,
    @Nullable Progress progress,
    @Nullable String upText,
    List<PartView> parts,
    List<String> refusals,
    List<MilestoneMapper.Milestone> milestones,
    List<Steps> steps,
    boolean isUp,
    @Nullable String cancelRefusal) {

  public BookingView {
    parts = List.copyOf(parts);
    refusals = List.copyOf(refusals);
    milestones = List.copyOf(milestones);
    steps = List.copyOf(steps);
  }

  /** The steps of the booking as a whole, or of one part. */
  public record Steps(String of, List<HistoryItem> items) {
    public Steps {
      items = List.copyOf(items);
    }
  }

  /** A history entry. */
  public record HistoryItem(Instant at, String who, String text) {}

  /**
   * How far the booked time has passed, in seconds.
   *
   * @param start from which a script continues to count
   */
  public record Progress(Instant start, long elapsed, long total) {
    static @Nullable Progress of(@Nullable Instant start, @Nullable Instant end, Instant now) {
      return start == null || end == null || now.isBefore(start) || !now.isBefore(end)
          ? null
          : new Progress(
              start,
              now.getEpochSecond() - start.getEpochSecond(),
              Math.max(1, end.getEpochSecond() - start.getEpochSecond()));
    }

    public long percent() {
      return 100 * elapsed / total;
    }
  }

  /** The word for what ending it does. */
  public String endVerb() {
    return isUp ? "Tear down" : "Cancel";
  }
}
