package org.touchpaper.tl1.element;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.touchpaper.tl1.message.Acknowledgement;

/**
 * What will go wrong with the commands to one element: the faults that wait for their command, of
 * which most strike once, and behind them those of a {@link FaultPlan}.
 */
public final class Faults {

  private record Waiting(String text, Fault fault, boolean stays) {}

  private final List<Waiting> waiting = new CopyOnWriteArrayList<>();
  private final String tid;
  private final Map<Mishap, Long> struck = new EnumMap<>(Mishap.class);
  private FaultPlan plan = FaultPlan.NONE;
  private RandomGenerator random = RandomGenerator.getDefault();

  Faults(String tid) {
    this.tid = tid;
    follow(FaultPlan.NONE);
  }

  /** The next command or line that holds this text, in either case, meets this fault. */
  public void next(String text, Fault fault) {
    waiting.add(new Waiting(text.toUpperCase(Locale.ROOT), fault, false));
  }

  /** From here on every command or line that holds this text, in either case, meets this fault. */
  public void always(String text, Fault fault) {
    waiting.add(new Waiting(text.toUpperCase(Locale.ROOT), fault, true));
  }

  /** True if every fault that waited for one command has struck. */
  public boolean areSpent() {
    return waiting.stream().allMatch(Waiting::stays);
  }

  /** From here on this plan lets things go wrong. */
  public synchronized void follow(FaultPlan next) {
    plan = next;
    random =
        RandomGeneratorFactory.of("L64X128MixRandom")
            .create(next.seed() * 0x9E3779B97F4A7C15L + tid.hashCode());
  }

  /** How often what has struck by the plan. */
  public synchronized Map<Mishap, Long> struck() {
    return Map.copyOf(struck);
  }

  Optional<Fault> take(String command) {
    return waiting.isEmpty() ? byPlan(command) : onDemand(command).or(() -> byPlan(command));
  }

  private Optional<Fault> onDemand(String command) {
    var text = command.toUpperCase(Locale.ROOT);
    return waiting.stream()
        .filter(each -> text.contains(each.text()))
        .findFirst()
        .filter(each -> each.stays() || waiting.remove(each))
        .map(Waiting::fault);
  }

  private synchronized Optional<Fault> byPlan(String command) {
    if (plan.rates().isEmpty()) {
      return Optional.empty();
    }
    var chance = random.nextDouble();
    for (var mishap : Mishap.values()) {
      chance -= mishap.isOfConnection() ? 0 : plan.rate(mishap);
      if (chance < 0) {
        if (mishap == Mishap.LATE && command.regionMatches(true, 0, "RTRV", 0, 4)) {
          return Optional.empty(); // of a retrieval, late is no more than silent
        }
        count(mishap);
        return Optional.of(fault(mishap));
      }
    }
    return Optional.empty();
  }

  /** Whether this befalls a connection that begins now. */
  synchronized boolean strikes(Mishap ofConnection) {
    var rate = plan.rate(ofConnection);
    var strikes = rate > 0 && random.nextDouble() < rate;
    if (strikes) {
      count(ofConnection);
    }
    return strikes;
  }

  synchronized int draw(int bound) {
    return random.nextInt(bound);
  }

  private void count(Mishap mishap) {
    struck.merge(mishap, 1L, Long::sum);
  }

  private Fault fault(Mishap mishap) {
    return switch (mishap) {
      case DROP_BEFORE -> new Fault.DropBefore();
      case DROP_AFTER -> new Fault.DropAfter();
      case SILENT -> new Fault.Silent();
      case LATE -> new Fault.Late(late());
      case GARBAGE -> new Fault.Garbage("\r\n#;%> M COMPLD \"DENY;\r\n");
      case BUSY -> new Fault.Deny("SARB", "Status, All Resources Busy");
      case REPEAT_LATER -> new Fault.Acknowledged(Acknowledgement.Code.RL, false);
      case CONFLICT -> new Fault.Acknowledged(Acknowledgement.Code.NG, false);
      case UNCERTAIN -> new Fault.Acknowledged(Acknowledgement.Code.NA, random.nextBoolean());
      case DELAY -> new Fault.Delayed(late());
      case PARTLY -> new Fault.Partly();
      case EMPTY_PROMISE -> new Fault.EmptyPromise();
      case DENY_BARE -> new Fault.DenyOddly(Fault.Oddity.BARE);
      case DENY_CODE_LAST -> new Fault.DenyOddly(Fault.Oddity.CODE_LAST);
      case DENY_UNTAGGED -> new Fault.DenyOddly(Fault.Oddity.UNTAGGED);
      case IN_PROGRESS -> new Fault.InProgress(1 + random.nextInt(3), plan.pause());
      case SEGMENTS -> new Fault.InSegments();
      case BLOCKS -> new Fault.InBlocks();
      case CHATTER -> new Fault.Chatter();
      case UNCLOSED_QUOTE -> new Fault.UnclosedQuote();
      case SLOW_RELEASE -> new Fault.SlowRelease(plan.pause());
      case LOGGED_OUT -> new Fault.LoggedOut();
      case LOGIN_LOST -> new Fault.LoginLost();
      case STRANGER_ENTERS -> new Fault.Stranger(false);
      case STRANGER_DELETES -> new Fault.Stranger(true);
      case SIGNAL -> new Fault.Signal();
      case RESTART -> new Fault.Restart(random.nextBoolean(), true);
      case RESTART_EMPTY -> new Fault.Restart(random.nextBoolean(), false);
      case CHOPPED, ECHO, BANNER, PROMPT, LF_ONLY, SID ->
          throw new IllegalStateException("befalls a connection: " + mishap);
    };
  }

  private Duration late() {
    return Duration.ofMillis(1 + random.nextLong(Math.max(plan.late().toMillis(), 1)));
  }
}
