package org.touchpaper.harc.acceptor;

import java.util.List;
import java.util.Optional;
import org.touchpaper.harc.commit.Effect;
import org.touchpaper.harc.commit.Message;

/** Where a leader can be armed to stop itself, in the demo profile only. */
public enum StopAt {
  /** F+1 acceptors are there; no resource manager has heard of the transaction. */
  BEFORE_PREPARE("before-prepare"),
  /** All votes are in, nobody has been told the decision. */
  AFTER_VOTES("after-votes");

  private final String option;

  StopAt(String option) {
    this.option = option;
  }

  static Optional<StopAt> find(String option) {
    for (var each : values()) {
      if (each.option.equals(option)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** True if performing these effects would go past this point. */
  boolean isReachedBy(List<Effect> effects) {
    return effects.stream()
        .anyMatch(effect ->
            effect instanceof Effect.Send(_, var message)
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
