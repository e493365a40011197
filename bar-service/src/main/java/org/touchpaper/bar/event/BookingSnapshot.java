package org.touchpaper.bar.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.segment.connection.Schedule;

/**
 * A booking at one moment, as far as subscribers are told about it.
 *
 * @param booked what is booked; compared, never shown
 * @param by the person who ordered the last request or cancellation; null if not known
 * @param problem as shown
 * @param problemKey equal for two problems that are the same in other words; null if none
 * @param change the last requested change; null if none
 * @param pathCheck of a lightpath that is or was active; null else
 */
public record BookingSnapshot(
    BookingKind kind,
    UUID id,
    String owner,
    String description,
    BookingPhase state,
    @Nullable Schedule schedule,
    Object booked,
    @Nullable String by,
    @Nullable String reason,
    @Nullable String problem,
    @Nullable String problemKey,
    boolean releasing,
    boolean released,
    @Nullable Change change,
    @Nullable PathCheck pathCheck,
    List<Part> parts) {

  public BookingSnapshot {
    parts = List.copyOf(parts);
  }

  /**
   * A requested change and its outcome: UNDECIDED, COMMITTED or REFUSED.
   *
   * @param number tells one change from another
   * @param by the person who ordered it; null if not known
   */
  public record Change(
      int number, BookingPhase state, String wanted, @Nullable String reason, @Nullable String by) {
    /** Returns true if this change is decided, and was not before. */
    boolean isNewlyIn(BookingPhase outcome, @Nullable Change before) {
      return state == outcome
          && (before == null || before.number != number || before.state != outcome);
    }

    /** Returns true for the same change in the same state, whether or not the person is known. */
    boolean isSameAs(@Nullable Change other) {
      return other != null
          && equals(new Change(other.number, other.state, other.wanted, other.reason, by));
    }
  }

  /** What the last check of a lightpath's path found. */
  public record PathCheck(String state, @Nullable String message) {
    private static final String PENDING = "pending";

    boolean isNewSince(@Nullable PathCheck before) {
      return !state.equals(PENDING) && !equals(before);
    }
  }

  /**
   * What runs on the nodes of a part, or ran last.
   *
   * @param state such as {@code queued}
   * @param number the number of the launch; null until it is reported
   */
  public record Run(
      String state,
      String application,
      @Nullable Integer number,
      @Nullable String jobId,
      @Nullable Integer exitCode,
      @Nullable String message) {
    boolean isSameAs(@Nullable Run other) {
      return other != null && state.equals(other.state) && Objects.equals(number, other.number);
    }
  }

  /**
   * A part of a co-allocation.
   *
   * @param run null if nothing was ordered to run on it
   */
  public record Part(
      UUID id,
      BookingPhase state,
      @Nullable String problem,
      @Nullable String problemKey,
      boolean released,
      @Nullable Run run) {
    boolean isSameAs(Part other) {
      return id.equals(other.id)
          && state == other.state
          && Objects.equals(problemKey, other.problemKey)
          && released == other.released
          && hasSameRunAs(other);
    }

    private boolean hasSameRunAs(Part other) {
      return run == null ? other.run == null : run.isSameAs(other.run);
    }
  }

  /** Returns a booking with these values only; all others are unknown. */
  public static BookingSnapshot committed(
      BookingKind kind, UUID id, String owner, String description, Schedule schedule) {
    return new BookingSnapshot(
        kind,
        id,
        owner,
        description,
        BookingPhase.COMMITTED,
        schedule,
        schedule,
        null,
        null,
        null,
        null,
        false,
        false,
        null,
        null,
        List.of());
  }

  /** Returns the booking as it was before its first step: requested, and nothing else. */
  public BookingSnapshot asRequested() {
    return new BookingSnapshot(
        kind,
        id,
        owner,
        description,
        BookingPhase.UNDECIDED,
        schedule,
        booked,
        by,
        null,
        null,
        null,
        false,
        false,
        null,
        null,
        parts);
  }

  /** Returns what happened since an earlier snapshot of the same booking; mostly one thing. */
  public List<EventType> changesSince(BookingSnapshot before) {
    var changes = new ArrayList<EventType>();
    if (change != null && change.isNewlyIn(BookingPhase.REFUSED, before.change)) {
      changes.add(EventType.CHANGE_REFUSED);
    } else if (!booked.equals(before.booked)) {
      changes.add(isUndecided() && before.isUndecided() ? EventType.RETRIED : EventType.CHANGED);
    }
    if (state != before.state) {
      addStateChange(before, changes);
    } else if (releasing && !before.releasing) {
      changes.add(EventType.CANCELLING);
    } else if (before.releasing && !releasing && !state.isFinal()) {
      changes.add(EventType.CANCEL_REFUSED);
    }
    var hasJustEnded = state != before.state && state.isFinal();
    if (problemKey != null && !problemKey.equals(before.problemKey) && !hasJustEnded) {
      changes.add(EventType.IMPAIRED);
    } else if (problemKey == null && before.problemKey != null && !state.isFinal()) {
      changes.add(EventType.RESOLVED);
    }
    if (pathCheck != null && pathCheck.isNewSince(before.pathCheck)) {
      changes.add(EventType.PATH_CHECKED);
    }
    if (released && !before.released) {
      changes.add(EventType.RELEASED);
    }
    if (parts.stream().anyMatch(part -> part.run != null && !before.hasRunOf(part))) {
      changes.add(EventType.RUN_CHANGED);
    }
    if (changes.isEmpty() && !changedParts(before).isEmpty()) {
      changes.add(EventType.PART_CHANGED);
    }
    return List.copyOf(changes);
  }

  private boolean hasRunOf(Part part) {
    return parts.stream().anyMatch(other -> other.id.equals(part.id) && other.hasSameRunAs(part));
  }

  private boolean isUndecided() {
    return state == BookingPhase.UNDECIDED;
  }

  private void addStateChange(BookingSnapshot before, List<EventType> changes) {
    switch (state) {
      case UNDECIDED -> changes.add(EventType.RETRIED);
      case COMMITTED -> {
        if (before.isUndecided()) {
          changes.add(EventType.COMMITTED);
        } else if (before.state == BookingPhase.ACTIVE) {
          changes.add(EventType.INACTIVE);
        }
      }
      case ACTIVE -> changes.add(EventType.ACTIVE);
      case ENDED -> changes.add(EventType.ENDED);
      case CANCELLED -> changes.add(EventType.CANCELLED);
      case FAILED -> changes.add(EventType.FAILED);
      case REFUSED -> changes.add(EventType.REFUSED);
    }
  }

  /** Returns the parts that are new or differ from before. */
  List<Part> changedParts(BookingSnapshot before) {
    return parts.stream().filter(part -> before.parts.stream().noneMatch(part::isSameAs)).toList();
  }
}
