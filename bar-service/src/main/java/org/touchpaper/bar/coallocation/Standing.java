package org.touchpaper.bar.coallocation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.Phase;

/**
 * Where a part stands.
 *
 * @param reference what the resource manager calls it
 * @param path what it crosses, for people
 * @param problem what goes wrong at the moment, or why it failed, as was heard last
 * @param doubt that its resource manager, which had agreed to it, knows nothing of it; null while
 *     it does
 * @param silence why its resource manager is not heard; null while it is
 * @param released true once its backend reads clean after the end
 */
public record Standing(
    Phase state,
    @Nullable String reference,
    List<String> path,
    @Nullable String problem,
    @Nullable Doubt doubt,
    @Nullable String silence,
    boolean released) {

  /**
   * So long it is only trouble that a resource manager knows nothing of what it had agreed to: it
   * may be with another's database, or none, for as long as it takes somebody to see that.
   */
  static final Duration DOUBTED = Duration.ofMinutes(1);

  static final Standing UNDECIDED =
      new Standing(Phase.UNDECIDED, null, List.of(), null, null, null, false);

  public Standing {
    path = List.copyOf(path);
  }

  /**
   * A part's resource manager knows nothing of it.
   *
   * @param why in its words, as was heard last
   * @param since from when on that was said without a pause; null if the part was no more when it
   *     was said first, or if nothing was heard since it was said last
   * @param known true if it does know the transaction that made it, and lacks only a change of it
   */
  public record Doubt(String why, @Nullable Instant since, boolean known) {

    boolean hasLasted(Instant now) {
      return since != null && !now.isBefore(since.plus(DOUBTED));
    }

    Doubt paused() {
      return new Doubt(why, null, known);
    }
  }

  Standing in(Phase next) {
    return new Standing(next, reference, path, problem, doubt, silence, released);
  }

  /** After a change: what failed, or was taken, stays so. */
  Standing goingOn(boolean asItWas) {
    return switch (state) {
      case FAILED, CANCELLED, REFUSED -> this;
      case ACTIVE -> asItWas ? this : in(Phase.COMMITTED);
      case UNDECIDED, COMMITTED, ENDED ->
          new Standing(Phase.COMMITTED, reference, path, problem, doubt, silence, false);
    };
  }

  Standing known(String as, List<String> by) {
    return new Standing(state, as, by, problem, doubt, silence, released);
  }

  Standing heard(Phase next, @Nullable String trouble, boolean clean) {
    return new Standing(next, reference, path, trouble, null, null, clean);
  }

  /** Heard, and as it was, or would be if it had not been disowned. */
  Standing asKnown() {
    return heard(isLostByDoubt() ? Phase.COMMITTED : state, problem, released);
  }

  /** Not heard, for this reason; null if that means nothing. What fails meanwhile is not known. */
  Standing silent(@Nullable String why) {
    var left = doubt == null || !isLive() ? doubt : doubt.paused();
    return new Standing(state, reference, path, problem, left, why, released);
  }

  /** Nothing is known of it any more where it was booked; what it failed of before, it did. */
  Standing disowned(Harc.Disowned word, Instant now) {
    var first = doubt == null ? null : doubt.since();
    var next = new Doubt(word.why(), first == null && isLive() ? now : first, word.known());
    return new Standing(state, reference, path, isLive() ? null : problem, next, null, released);
  }

  /** Failed if that was said for long enough. */
  Standing lost(Instant now) {
    return isLive() && doubt != null && doubt.hasLasted(now) ? in(Phase.FAILED) : this;
  }

  /**
   * Given up; what had failed before stays so, unless its resource manager lacked only a change of
   * it, and cancelled what it had. Who knew nothing of it was not asked, and may know of it again;
   * who agreed knew of it.
   */
  Standing cancelled() {
    return !isToBeCancelled() || (hasFailed() && !isLostByDoubt())
        ? this
        : new Standing(Phase.CANCELLED, reference, path, problem, null, silence, released);
  }

  boolean hasFailed() {
    return state == Phase.FAILED;
  }

  boolean isCancelled() {
    return state == Phase.CANCELLED;
  }

  boolean isLive() {
    return state == Phase.COMMITTED || state == Phase.ACTIVE;
  }

  /** True while it goes on, though whoever had agreed to it knows nothing of it. */
  boolean isInDoubt() {
    return isLive() && doubt != null;
  }

  /** True if it failed only of being disowned: heard of again, it is as it is said to be. */
  boolean isLostByDoubt() {
    return hasFailed() && doubt != null && doubt.since() != null;
  }

  /** True if something of it may be left, and whoever has it knows of it and can agree. */
  boolean isToBeCancelled() {
    return switch (state) {
      case FAILED -> doubt == null || doubt.known();
      case CANCELLED -> doubt == null && !released;
      case UNDECIDED, COMMITTED, ACTIVE, ENDED, REFUSED -> true;
    };
  }

  /** What goes wrong, as far as is known: what was heard last, or that nothing is heard. */
  public Optional<String> trouble() {
    var disowned = Optional.ofNullable(doubt).map(Doubt::why);
    return Stream.of(Optional.ofNullable(problem), disowned, Optional.ofNullable(silence))
        .flatMap(Optional::stream)
        .findFirst();
  }
}
