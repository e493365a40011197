package org.touchpaper.nsap.element.ciena;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.PollPolicy;

/**
 * Retries commands that a CoreDirector denies because it still holds a resource, shortly after an
 * entity was deleted or taken out of service. DRAGON's driver waits two seconds after DLT-CRS, for
 * the locks on the groups, and one between ED-VCG and DLT-VCG. A denial in this time is retried,
 * because nothing was done; a denial at any other time has another reason. Thread-safe.
 */
final class ReleaseDelayRetryPolicy {

  /** Twice DRAGON's delay. */
  private static final Duration MAX_RELEASE_DELAY = Duration.ofSeconds(4);

  private final PollPolicy poll;
  private final InstantSource clock;
  private final Map<String, Instant> heldUntil = new ConcurrentHashMap<>();

  /**
   * Creates it for one element.
   *
   * @param poll how often, and at what interval, to retry a denied command
   * @param clock measures the delay
   */
  ReleaseDelayRetryPolicy(PollPolicy poll, InstantSource clock) {
    this.poll = poll;
    this.clock = clock;
  }

  /** Starts the delay for an entity and all it names, unless the command was denied. */
  void recordOutcome(ConfigItem released, EditOutcome outcome) {
    if (!(outcome instanceof EditOutcome.Denied)) {
      startDelay(released);
    }
  }

  private void startDelay(ConfigItem released) {
    var now = clock.instant();
    heldUntil.values().removeIf(until -> !until.isAfter(now));
    Stream.concat(Stream.of(released.key()), released.attributes().values().stream())
        .filter(name -> !name.equals(released.owner())) // the owner's name is not a resource
        .forEach(name -> heldUntil.put(name, now.plus(MAX_RELEASE_DELAY)));
  }

  /** The last outcome of a command, which is retried while it may be denied for this reason. */
  EditOutcome await(ConfigItem item, Supplier<EditOutcome> command) {
    var lastOutcome = new AtomicReference<>(command.get());
    if (isHeld(item, lastOutcome.get())) {
      var _ =
          poll.pollUntil(() -> {
            lastOutcome.set(command.get());
            return !isHeld(item, lastOutcome.get());
          });
    }
    return lastOutcome.get();
  }

  private boolean isHeld(ConfigItem item, EditOutcome outcome) {
    return outcome instanceof EditOutcome.Denied(var code, _)
        && !code.equals("IENE")
        && heldUntil.getOrDefault(item.key(), Instant.MIN).isAfter(clock.instant());
  }
}
