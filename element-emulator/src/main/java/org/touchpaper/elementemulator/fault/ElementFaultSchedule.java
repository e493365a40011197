package org.touchpaper.elementemulator.fault;

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
 * The faults to inject into the commands of one element. Faults that are registered for a command
 * come first; most of these apply once. Then the random faults of {@link RandomFaultSettings}
 * apply.
 */
public final class ElementFaultSchedule {

  private record PendingFault(String text, InjectedFault fault, boolean isPermanent) {}

  private final List<PendingFault> pending = new CopyOnWriteArrayList<>();
  private final String tid;
  private final Map<FaultKind, Long> triggeredCounts = new EnumMap<>(FaultKind.class);
  private RandomFaultSettings plan = RandomFaultSettings.NONE;
  private RandomGenerator random = RandomGenerator.getDefault();

  public ElementFaultSchedule(String tid) {
    this.tid = tid;
    usePlan(RandomFaultSettings.NONE);
  }

  /** Injects a fault into the next command or line that contains this text, ignoring case. */
  public void injectOnce(String text, InjectedFault fault) {
    pending.add(new PendingFault(text.toUpperCase(Locale.ROOT), fault, false));
  }

  /** Injects a fault into every further command or line that contains this text, ignoring case. */
  public void injectAlways(String text, InjectedFault fault) {
    pending.add(new PendingFault(text.toUpperCase(Locale.ROOT), fault, true));
  }

  /** True if every fault that applies once has been injected. */
  public boolean isExhausted() {
    return pending.stream().allMatch(PendingFault::isPermanent);
  }

  public synchronized void usePlan(RandomFaultSettings newPlan) {
    plan = newPlan;
    random =
        RandomGeneratorFactory.of("L64X128MixRandom")
            .create(newPlan.seed() * 0x9E3779B97F4A7C15L + tid.hashCode());
  }

  /** The number of faults injected by the plan. */
  public synchronized Map<FaultKind, Long> triggeredCounts() {
    return Map.copyOf(triggeredCounts);
  }

  public Optional<InjectedFault> takeFault(String command) {
    return pending.isEmpty()
        ? drawFromPlan(command)
        : takePending(command).or(() -> drawFromPlan(command));
  }

  private Optional<InjectedFault> takePending(String command) {
    var text = command.toUpperCase(Locale.ROOT);
    return pending.stream()
        .filter(pendingFault -> text.contains(pendingFault.text()))
        .findFirst()
        .filter(pendingFault -> pendingFault.isPermanent() || pending.remove(pendingFault))
        .map(PendingFault::fault);
  }

  private synchronized Optional<InjectedFault> drawFromPlan(String command) {
    if (plan.rates().isEmpty()) {
      return Optional.empty();
    }
    var chance = random.nextDouble();
    for (var kind : FaultKind.values()) {
      chance -= kind.isPerConnection() ? 0 : plan.rate(kind);
      if (chance < 0) {
        if (kind == FaultKind.LATE && command.regionMatches(true, 0, "RTRV", 0, 4)) {
          return Optional.empty(); // a late retrieval equals no response
        }
        recordTriggered(kind);
        return Optional.of(createFault(kind));
      }
    }
    return Optional.empty();
  }

  /** True if this fault applies to a connection that begins now. */
  public synchronized boolean triggers(FaultKind kind) {
    var rate = plan.rate(kind);
    var isTriggered = rate > 0 && random.nextDouble() < rate;
    if (isTriggered) {
      recordTriggered(kind);
    }
    return isTriggered;
  }

  public synchronized int nextInt(int bound) {
    return random.nextInt(bound);
  }

  private void recordTriggered(FaultKind kind) {
    triggeredCounts.merge(kind, 1L, Long::sum);
  }

  private InjectedFault createFault(FaultKind kind) {
    return switch (kind) {
      case DROP_BEFORE -> new InjectedFault.DropBefore();
      case DROP_AFTER -> new InjectedFault.DropAfter();
      case NO_RESPONSE -> new InjectedFault.NoResponse();
      case LATE -> new InjectedFault.LateExecution(randomLateness());
      case GARBAGE -> new InjectedFault.Garbage("\r\n#;%> M COMPLD \"DENY;\r\n");
      case BUSY -> new InjectedFault.Deny("SARB", "Status, All Resources Busy");
      case REPEAT_LATER -> new InjectedFault.Acknowledged(Acknowledgement.Code.RL, false);
      case CONFLICT -> new InjectedFault.Acknowledged(Acknowledgement.Code.NG, false);
      case UNCERTAIN ->
          new InjectedFault.Acknowledged(Acknowledgement.Code.NA, random.nextBoolean());
      case DELAY -> new InjectedFault.Delayed(randomLateness());
      case PARTIAL -> new InjectedFault.PartialResponse();
      case FALSE_COMPLETION -> new InjectedFault.FalseCompletion();
      case DENY_BARE -> new InjectedFault.MalformedDeny(InjectedFault.DenyForm.BARE);
      case DENY_CODE_LAST -> new InjectedFault.MalformedDeny(InjectedFault.DenyForm.CODE_LAST);
      case DENY_UNTAGGED -> new InjectedFault.MalformedDeny(InjectedFault.DenyForm.UNTAGGED);
      case IN_PROGRESS -> new InjectedFault.InProgress(1 + random.nextInt(3), plan.pause());
      case SEGMENTS -> new InjectedFault.SegmentedResponse();
      case BLOCKS -> new InjectedFault.RtrvBlockResponse();
      case INTERLEAVED_REPORTS -> new InjectedFault.InterleavedReports();
      case UNCLOSED_QUOTE -> new InjectedFault.UnclosedQuote();
      case SLOW_RELEASE -> new InjectedFault.SlowRelease(plan.pause());
      case LOGGED_OUT -> new InjectedFault.IdleLogout();
      case LOGIN_LOST -> new InjectedFault.LoginLost();
      case THIRD_PARTY_ENTERS -> new InjectedFault.ThirdPartyChange(false);
      case THIRD_PARTY_DELETES -> new InjectedFault.ThirdPartyChange(true);
      case SIGNAL_CHANGE -> new InjectedFault.SignalChange();
      case RESTART -> new InjectedFault.Restart(random.nextBoolean(), true);
      case RESTART_EMPTY -> new InjectedFault.Restart(random.nextBoolean(), false);
      case FRAGMENTED, ECHO, BANNER, PROMPT, LF_ONLY, SID ->
          throw new IllegalStateException("applies to connections, not to commands: " + kind);
    };
  }

  private Duration randomLateness() {
    return Duration.ofMillis(1 + random.nextLong(Math.max(plan.maxLateness().toMillis(), 1)));
  }
}
