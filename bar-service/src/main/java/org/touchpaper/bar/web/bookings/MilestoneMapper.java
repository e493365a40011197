package org.touchpaper.bar.web.bookings;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.history.HistoryEntry;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.segment.connection.Schedule;

/** Derives the main steps of a booking's life, from its state and history. */
final class MilestoneMapper {

  private static final String CONFIRMED = "confirmed by all parties";
  private static final String EVERY_SEGMENT_HOLDS = "every segment holds";
  private static final String EVERY_SEGMENT_COMMITTED = "every segment committed";

  private MilestoneMapper() {}

  /**
   * A main step.
   *
   * @param at when it was reached, or is to be; null if not known
   * @param state done, next, failed or open
   */
  record Milestone(String name, @Nullable Instant at, State state) {
    enum State {
      DONE,
      NEXT,
      FAILED,
      OPEN
    }

    public String style() {
      return "milestone-" + state;
    }

    /** What its mark means, for those who do not see it. */
    public String stateText() {
      return switch (state) {
        case DONE -> "done";
        case NEXT -> "next";
        case FAILED -> "stopped here";
        case OPEN -> "not yet";
      };
    }
  }

  /**
   * A booking as far as its milestones are concerned.
   *
   * @param history of it and of its parts, oldest first
   */
  record Life(
      BookingPhase state,
      Instant createdAt,
      @Nullable Schedule schedule,
      List<HistoryEntry> history,
      boolean isReleased) {}

  static List<Milestone> of(Life life, Instant now) {
    var isDecided =
        switch (life.state()) {
          case UNDECIDED, REFUSED -> false;
          case COMMITTED, ACTIVE, ENDED, CANCELLED, FAILED -> true;
        };
    var up =
        first(life, text -> text.equals("all parts active") || text.equals("data plane ACTIVE"));
    var steps = new ArrayList<Milestone>();
    steps.add(new Milestone("Requested", life.createdAt(), Milestone.State.DONE));
    if (life.state() == BookingPhase.REFUSED) {
      steps.add(
          new Milestone(
              "Refused",
              last(life, text -> text.contains("refused")).orElse(null),
              Milestone.State.FAILED));
      return steps;
    }
    steps.add(step("Confirmed", confirmedAt(life), isDecided));
    steps.add(step("Ready at every site", readyAt(life), isDecided && isReady(life)));
    var isUp = up.isPresent() || life.state() == BookingPhase.ACTIVE;
    var isAhead = life.state() == BookingPhase.UNDECIDED || life.state() == BookingPhase.COMMITTED;
    steps.add(
        step(
            isUp || !isAhead ? "Up" : "Goes up",
            up.or(() -> Optional.ofNullable(life.schedule()).map(Schedule::startTime)),
            isUp));
    switch (life.state()) {
      case CANCELLED ->
          steps.add(
              new Milestone(
                  "Cancelled",
                  last(life, text -> text.contains("cancelled") || text.equals("terminated"))
                      .or(() -> last(life, text -> text.equals("cancellation requested")))
                      .orElse(null),
                  Milestone.State.FAILED));
      case FAILED ->
          steps.add(
              new Milestone(
                  "Failed",
                  last(life, text -> text.startsWith("failed") || text.equals("a part failed"))
                      .orElse(null),
                  Milestone.State.FAILED));
      case UNDECIDED, COMMITTED, ACTIVE, ENDED, REFUSED ->
          steps.add(
              step(
                  life.state() == BookingPhase.ENDED ? "Ended" : "Ends",
                  Optional.ofNullable(life.schedule()).map(Schedule::endTime),
                  life.state() == BookingPhase.ENDED));
    }
    steps.add(
        step(
            "Cleaned up", last(life, text -> text.equals("clean-up verified")), life.isReleased()));
    return markNext(steps);
  }

  private static Milestone step(String name, Optional<Instant> at, boolean isDone) {
    return new Milestone(
        name, at.orElse(null), isDone ? Milestone.State.DONE : Milestone.State.OPEN);
  }

  /** The first open step after the last that was reached is next; open ones before were skipped. */
  private static List<Milestone> markNext(List<Milestone> steps) {
    var marked = new ArrayList<Milestone>(steps);
    var reached = -1;
    for (var i = 0; i < steps.size(); i++) {
      reached = steps.get(i).state() == Milestone.State.OPEN ? reached : i;
    }
    for (var i = reached - 1; i >= 0; i--) {
      if (steps.get(i).state() == Milestone.State.OPEN) {
        marked.remove(i);
        reached--;
      }
    }
    if (reached + 1 < marked.size()) {
      var next = marked.get(reached + 1);
      marked.set(reached + 1, new Milestone(next.name(), next.at(), Milestone.State.NEXT));
    }
    return List.copyOf(marked);
  }

  private static Optional<Instant> confirmedAt(Life life) {
    return first(life, text -> text.endsWith(CONFIRMED))
        .or(() -> first(life, text -> text.startsWith(EVERY_SEGMENT_COMMITTED)));
  }

  private static Optional<Instant> readyAt(Life life) {
    return last(life, text -> text.startsWith(EVERY_SEGMENT_COMMITTED)).or(() -> confirmedAt(life));
  }

  /** What every segment held is committed at every segment. */
  private static boolean isReady(Life life) {
    return subjects(life, EVERY_SEGMENT_COMMITTED).containsAll(subjects(life, EVERY_SEGMENT_HOLDS));
  }

  private static Set<UUID> subjects(Life life, String event) {
    return life.history().stream()
        .filter(entry -> entry.event().startsWith(event))
        .map(HistoryEntry::subject)
        .collect(Collectors.toSet());
  }

  private static Optional<Instant> first(Life life, Predicate<String> condition) {
    return life.history().stream()
        .filter(entry -> condition.test(entry.event()))
        .map(HistoryEntry::at)
        .findFirst();
  }

  private static Optional<Instant> last(Life life, Predicate<String> condition) {
    return life.history().reversed().stream()
        .filter(entry -> condition.test(entry.event()))
        .map(HistoryEntry::at)
        .findFirst();
  }
}
