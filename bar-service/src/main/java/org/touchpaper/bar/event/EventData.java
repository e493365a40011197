package org.touchpaper.bar.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.segment.connection.Schedule;

/** An event's data: the booking after the change. The OpenAPI document explains the fields. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record EventData(
    String kind,
    UUID id,
    BookingPhase state,
    String owner,
    String description,
    @Nullable Schedule schedule,
    @Nullable String by,
    @Nullable String reason,
    @Nullable String problem,
    boolean released,
    @Nullable Boolean releasing,
    @Nullable Change change,
    BookingSnapshot.@Nullable PathCheck pathCheck,
    @Nullable List<Part> parts) {

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Change(BookingPhase state, String wanted, @Nullable String reason) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Part(
      UUID id, BookingPhase state, @Nullable String problem, boolean released, @Nullable Run run) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Run(
      String state,
      String application,
      @Nullable Integer number,
      @Nullable String jobId,
      @Nullable Integer exitCode,
      @Nullable String message) {
    static @Nullable Run of(BookingSnapshot.@Nullable Run run) {
      return run == null
          ? null
          : new Run(
              run.state(),
              run.application(),
              run.number(),
              run.jobId(),
              run.exitCode(),
              run.message());
    }
  }

  static EventData of(BookingSnapshot before, BookingSnapshot after, EventType type) {
    var parts =
        after.changedParts(before).stream()
            .map(part ->
                new Part(
                    part.id(), part.state(), part.problem(), part.released(), Run.of(part.run())))
            .toList();
    var change = after.change();
    return new EventData(
        after.kind().text(),
        after.id(),
        after.state(),
        after.owner(),
        after.description(),
        after.schedule(),
        personWhoOrdered(before, after, type),
        after.reason(),
        after.problem(),
        after.released(),
        after.releasing() ? true : null,
        change == null || change.isSameAs(before.change())
            ? null
            : new Change(change.state(), change.wanted(), change.reason()),
        type == EventType.PATH_CHECKED ? after.pathCheck() : null,
        parts.isEmpty() ? null : parts);
  }

  /** Returns who ordered what caused the event; null if no order did, or its sender is unknown. */
  private static @Nullable String personWhoOrdered(
      BookingSnapshot before, BookingSnapshot after, EventType type) {
    return switch (type) {
      case COMMITTED, REFUSED, CHANGE_REFUSED, CANCELLING, CANCEL_REFUSED, CANCELLED -> after.by();
      case CHANGED -> {
        var change = after.change();
        yield change != null && change.isNewlyIn(BookingPhase.COMMITTED, before.change())
            ? change.by()
            : null;
      }
      case RETRIED,
          ABOUT_TO_START,
          ACTIVE,
          INACTIVE,
          IMPAIRED,
          RESOLVED,
          PART_CHANGED,
          RUN_CHANGED,
          PATH_CHECKED,
          FAILED,
          ENDED,
          RELEASED ->
          null;
    };
  }
}
