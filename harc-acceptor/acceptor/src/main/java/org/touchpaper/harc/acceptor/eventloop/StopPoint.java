package org.touchpaper.harc.acceptor.eventloop;

import java.util.List;
import java.util.Optional;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect;

/** A point at which a leader stops itself when armed, in the demo profile only. */
public enum StopPoint {
  /** F+1 acceptors are enlisted; no Prepare has been sent. */
  BEFORE_PREPARE("before-prepare"),
  /** All votes have arrived; no decision has been sent. */
  AFTER_VOTES("after-votes");

  private final String option;

  StopPoint(String option) {
    this.option = option;
  }

  public static Optional<StopPoint> find(String option) {
    for (var point : values()) {
      if (point.option.equals(option)) {
        return Optional.of(point);
      }
    }
    return Optional.empty();
  }

  /** True if performing these effects would go past this point. */
  boolean isReachedBy(List<AcceptorEffect> effects) {
    return effects.stream()
        .anyMatch(effect ->
            effect instanceof AcceptorEffect.Send(_, var message)
                && switch (this) {
                  case BEFORE_PREPARE -> message instanceof Message.Prepare;
                  case AFTER_VOTES -> message instanceof Message.Decide;
                });
  }

  @Override
  public String toString() {
    return option;
  }
}
