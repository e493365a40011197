package org.touchpaper.nsap.element.ciena;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.Patience;

/**
 * What a CoreDirector may still hold of what was deleted, or taken out of service, a moment ago.
 * DRAGON's driver waits for two seconds after DLT-CRS, for the locks on the groups, and for one
 * between ED-VCG and DLT-VCG. What is denied meanwhile was not done, so it may be asked for again;
 * what is denied at any other time has another reason. Safe for threads.
 */
final class Releases {

  /** Twice as long as DRAGON waits. */
  private static final Duration LONGEST = Duration.ofSeconds(4);

  private final Patience patience;
  private final InstantSource clock;
  private final Map<String, Instant> heldUntil = new ConcurrentHashMap<>();

  /**
   * Of one element.
   *
   * @param patience how often, and how far apart, to ask again for what is denied
   * @param clock by which a moment passes
   */
  Releases(Patience patience, InstantSource clock) {
    this.patience = patience;
    this.clock = clock;
  }

  /**
   * It was told to go, or out of service: unless that was denied, it and whatever it names may be
   * held for a while.
   */
  void isAnswered(Item gone, Outcome outcome) {
    if (!(outcome instanceof Outcome.Denied)) {
      begin(gone);
    }
  }

  private void begin(Item gone) {
    var now = clock.instant();
    heldUntil.values().removeIf(until -> !until.isAfter(now));
    Stream.concat(Stream.of(gone.key()), gone.attributes().values().stream())
        .filter(name -> !name.equals(gone.owner())) // by which it is called, and nothing held
        .forEach(name -> heldUntil.put(name, now.plus(LONGEST)));
  }

  /** What came of a command last, given again as long as it may be denied for this reason. */
  Outcome await(Item item, Supplier<Outcome> command) {
    var last = new AtomicReference<>(command.get());
    if (isHeld(item, last.get())) {
      var _ =
          patience.until(() -> {
            last.set(command.get());
            return !isHeld(item, last.get());
          });
    }
    return last.get();
  }

  private boolean isHeld(Item item, Outcome outcome) {
    return outcome instanceof Outcome.Denied(var code, _)
        && !code.equals("IENE")
        && heldUntil.getOrDefault(item.key(), Instant.MIN).isAfter(clock.instant());
  }
}
