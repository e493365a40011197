package org.touchpaper.bar.coallocation;

import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** Why a co-allocation was not made or has failed, and when it could be made instead. */
@Embeddable
class Rejection {

  @Convert(converter = Texts.RefusalsText.class)
  private List<Refusal> refusals = List.of();

  @Convert(converter = Texts.SchedulesText.class)
  private List<Schedule> alternatives = List.of();

  private @Nullable String reason;

  protected Rejection() {}

  static Rejection none() {
    return new Rejection();
  }

  /** What resource managers said of the last attempt, which need not be the end of it. */
  static Rejection by(List<Refusal> why) {
    var rejection = new Rejection();
    rejection.refusals = List.copyOf(why);
    return rejection;
  }

  static Rejection because(String reason) {
    var rejection = new Rejection();
    rejection.reason = reason;
    return rejection;
  }

  /** As it is, with what resource managers said since. */
  Rejection with(List<Refusal> why) {
    var next = by(why);
    next.reason = reason;
    next.alternatives = alternatives;
    return next;
  }

  /** That is the end of it. */
  void isFinal(Placement placement) {
    reason =
        placement.refusal(
            refusals.stream()
                .map(Refusal::reason)
                .findFirst()
                .orElse("the acceptors decided to abort"));
  }

  void offer(List<Schedule> others) {
    alternatives = List.copyOf(others);
  }

  List<Refusal> refusals() {
    return refusals;
  }

  List<Schedule> alternatives() {
    return alternatives;
  }

  Optional<String> reason() {
    return Optional.ofNullable(reason);
  }
}
