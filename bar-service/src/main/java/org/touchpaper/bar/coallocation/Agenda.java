package org.touchpaper.bar.coallocation;

import jakarta.persistence.Embeddable;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** When a co-allocation next wants attention. */
@Embeddable
class Agenda {

  /** Null once nothing can be learnt any more. */
  private @Nullable Instant dueAt;

  /** How often it was looked at in vain since something should have happened. */
  private int looks;

  protected Agenda() {}

  /** Nobody looks before that, unless something happens. */
  static Agenda from(Instant dueAt) {
    var agenda = new Agenda();
    agenda.pauseUntil(dueAt);
    return agenda;
  }

  /** Nobody looks before that, unless something happens. */
  void pauseUntil(Instant until) {
    looks = 0;
    dueAt = until;
  }

  /** Nothing can be learnt any more. */
  void close() {
    dueAt = null;
  }

  /** After something was learnt, or nothing was. */
  void plan(boolean news, CoAllocation booking, Instant now) {
    looks = news || Attention.isQuiet(booking, now) ? 0 : looks + 1;
    dueAt = Attention.of(booking, looks, now);
  }

  boolean isDue(Instant now) {
    return dueAt != null && !dueAt.isAfter(now);
  }

  Optional<Instant> dueAt() {
    return Optional.ofNullable(dueAt);
  }
}
