package org.touchpaper.harc.proof;

import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Verdict;
import org.touchpaper.harc.commit.Vote;

/** The invariants, looked at after every event (TCommit: TCConsistent; Paxos: promises). */
final class Invariants {
  /** Whoever has heard of it for less long, from one that has known it, may still be at it. */
  private static final Duration LONG = Duration.ofSeconds(15);

  private final Simulation world;
  private final Map<String, Memory> memories = new HashMap<>();
  private final Map<TransactionRecord, Agreement> agreements = new HashMap<>();
  private final Set<String> preparing = new HashSet<>();
  private final Set<String> gaveUp = new HashSet<>();

  /** Where clients have begun so far. */
  private final Set<String> begun = new HashSet<>();

  private final Map<String, Decision> heard = new HashMap<>();

  /** Resource managers that somebody had forgotten: they need not have heard. */
  private final Set<String> forgotten = new HashSet<>();

  private boolean overruled;
  private boolean isBeingOverruled;
  private boolean clientKnows;

  /**
   * What is known of one record.
   *
   * @param votes on it, by resource manager
   * @param decisions that were heard of it, one at most, and where first
   * @param refusing the acceptors that are bound to another
   */
  private record Agreement(
      Map<String, Vote> votes, Map<Decision, String> decisions, Set<String> refusing) {
    Agreement() {
      this(new HashMap<>(), new EnumMap<>(Decision.class), new HashSet<>());
    }
  }

  Invariants(Simulation world) {
    this.world = world;
  }

  boolean clientKnows() {
    return clientKnows;
  }

  /** True if somebody has forced a decision: then who knows otherwise may never learn it. */
  boolean isOverruled() {
    return overruled;
  }

  @Nullable Decision decision() {
    return decision(world.request.record());
  }

  private @Nullable Decision decision(TransactionRecord record) {
    return on(record).decisions().keySet().stream().findFirst().orElse(null);
  }

  private Agreement on(TransactionRecord record) {
    return agreements.computeIfAbsent(record, _ -> new Agreement());
  }

  void persisted(String acceptor, Memory memory) {
    var before = world.mutant() == Mutant.NONE ? memories.put(acceptor, memory) : null;
    if (before != null && !memory.record().equals(before.record())) {
      throw new Violation(acceptor + " is bound to another record");
    }
    if (before != null && memory.promised().isBelow(before.promised())) {
      throw new Violation(acceptor + " took back its promise");
    }
    if (before != null && !memory.accepted().keySet().containsAll(before.accepted().keySet())) {
      throw new Violation(acceptor + " lost a vote");
    }
    if (before != null && before.leader() != null && !before.leader().equals(memory.leader())) {
      throw new Violation(acceptor + " changed its leader");
    }
    var verdict = memory.verdict();
    if (verdict != null && verdict.forced() == null) {
      decided(memory.record(), verdict.decision(), acceptor);
    } else if (verdict != null) {
      overruled = true;
      allowed(memory.record(), verdict, acceptor);
    }
    if (verdict != null && memory.announced()) {
      buried(memory.record(), verdict, acceptor);
    }
  }

  /** Even by force nobody is told to commit what it may not hold. */
  private void allowed(TransactionRecord record, Verdict forced, String acceptor) {
    if (forced.decision() == Decision.COMMIT) {
      everyonePrepared(record, "forced commit at " + acceptor);
    }
  }

  /** What is buried has been made durable by everyone, that very decision. */
  private void buried(TransactionRecord record, Verdict verdict, String acceptor) {
    for (var name : record.resourceManagers()) {
      var resourceManager = world.resourceManager(name);
      var ledger = resourceManager.durable();
      if (!forgotten.contains(resourceManager.name())
          && !isStranger(ledger, record, verdict)
          && (ledger == null || ledger.decision() != verdict.decision())) {
        throw new Violation(
            "%s buries %s, but %s knows %s"
                .formatted(acceptor, verdict, resourceManager.name(), StoryText.of(ledger)));
      }
    }
  }

  /** Who is bound to another record holds nothing of this one, and has nothing to let go. */
  private static boolean isStranger(
      @Nullable Ledger ledger, TransactionRecord record, Verdict verdict) {
    return ledger != null
        && !ledger.record().equals(record)
        && verdict.decision() == Decision.ABORT;
  }

  /** Said by an acceptor that it is bound to another record: F+1 of them never vote on this one. */
  void refused(TransactionRecord record, String acceptor) {
    on(record).refusing().add(acceptor);
    unrefused(record);
  }

  private void unrefused(TransactionRecord record) {
    if (isRefused(record) && decision(record) == Decision.COMMIT) {
      throw new Violation("commit of what is refused by " + on(record).refusing());
    }
  }

  /** True if F+1 acceptors have said so: then whoever began it asks no more. */
  private boolean isRefused(TransactionRecord record) {
    return on(record).refusing().size() >= record.majority();
  }

  void forgotten(String resourceManager) {
    forgotten.add(resourceManager);
  }

  /** It starts anew from what it remembered once: nobody is to notice, or to suffer. */
  void putBack(String acceptor) {
    memories.remove(acceptor);
  }

  void persisted(String resourceManager, Ledger ledger) {
    var vote = ledger.vote();
    if (vote != null) {
      var before = on(ledger.record()).votes().putIfAbsent(resourceManager, vote);
      if (before != null && before.choice() != vote.choice()) {
        throw new Violation(resourceManager + " voted twice");
      }
    }
    var decision = ledger.decision();
    if (decision != null) {
      heard(ledger.record(), decision, resourceManager);
      if (decision == Decision.COMMIT && (vote == null || !vote.isPrepared())) {
        throw new Violation(resourceManager + " commits with the vote " + vote);
      }
    }
  }

  void said(String acceptor, Message message) {
    if (message instanceof Message.OtherRecord(var record, _)) {
      refused(record, acceptor);
    }
    if (message instanceof Message.Prepare && message.record().equals(world.request.record())) {
      preparing.add(acceptor);
      if (gaveUp.contains(acceptor)) {
        throw new Violation(acceptor + " sent Prepare after it said not started");
      }
      if (isBelievable()) {
        throw new Violation(acceptor + " sent Prepare after the only client heard not started");
      }
    }
  }

  void begins(String acceptor) {
    begun.add(acceptor);
  }

  /** Said by an acceptor that remembers this. */
  void notStarted(String acceptor, @Nullable Memory memory) {
    gaveUp.add(acceptor);
    if (preparing.contains(acceptor)) {
      throw new Violation(acceptor + " said not started after it sent Prepare");
    }
    if (memory != null && !memory.accepted().isEmpty()) {
      throw new Violation(acceptor + " said not started although it knows votes");
    }
    if (isBelievable() && !preparing.isEmpty()) {
      throw new Violation("the only client heard not started, but Prepare came from " + preparing);
    }
  }

  /** True if "not started" was said to the only client, which has begun at one acceptor only. */
  private boolean isBelievable() {
    return begun.size() == 1 && gaveUp.equals(begun);
  }

  void clientHears(TransactionRecord record, Decision decision) {
    clientKnows |= record.equals(world.request.record());
    heard(record, decision, "client");
  }

  /** Who hears a forced decision cannot tell; but nobody changes its mind. */
  private void heard(TransactionRecord record, Decision decision, String who) {
    if (!overruled) {
      decided(record, decision, who);
    } else if (!who.equals("client") && decision != heard.merge(who, decision, (a, _) -> a)) {
      throw new Violation(who + " heard two decisions and followed both");
    }
  }

  /** From now on an acceptor may remember a forced decision. */
  void somebodyForces() {
    isBeingOverruled = true;
  }

  /**
   * A machine meets what must not be: only a forced decision may lead there, be it one that an
   * acceptor remembers and has not written down yet.
   */
  void shouted(IllegalStateException shout, @Nullable Verdict by) {
    if (!overruled && !(isBeingOverruled && by != null && by.forced() != null)) {
      throw new Violation("a machine says: " + shout.getMessage(), shout);
    }
    world.tell(() -> "shouted: " + shout.getMessage());
  }

  void carriedOut(String resourceManager, Decision decision, boolean holding) {
    if (decision == Decision.COMMIT && !holding) {
      throw new Violation(resourceManager + " commits what it does not hold");
    }
  }

  private void decided(TransactionRecord record, Decision decision, String who) {
    var decisions = on(record).decisions();
    decisions.putIfAbsent(decision, who);
    if (decisions.size() > 1) {
      throw new Violation("two decisions: " + decisions);
    }
    if (decision == Decision.COMMIT) {
      everyonePrepared(record, "commit at " + who);
      unrefused(record);
      if (isBelievable() && record.equals(world.request.record())) {
        throw new Violation("commit at " + who + " after the only client heard not started");
      }
    }
  }

  private void everyonePrepared(TransactionRecord record, String what) {
    for (var voter : record.resourceManagers()) {
      var vote = on(record).votes().get(voter);
      if (vote == null || !vote.isPrepared()) {
        throw new Violation(what + ", but " + voter + " voted " + vote);
      }
    }
  }

  /** A majority is up and messages flow: no acceptor that is up has waited in vain. */
  void checkDecided() {
    var longAgo = world.now.minus(LONG);
    for (var acceptor : world.acceptors()) {
      var memory = acceptor.durable();
      if (memory != null
          && memory.verdict() == null
          && !isHopeless(memory.record())
          && !acceptor.isGone()
          && acceptor.hasKnownSince(longAgo)) {
        throw Violation.stuck(acceptor.name() + " has not learnt the decision: " + memory);
      }
    }
  }

  /**
   * True if F+1 acceptors are bound to another: nothing more is decided of this one, unless by a
   * person.
   */
  private boolean isHopeless(TransactionRecord record) {
    var elsewhere =
        world.acceptors().stream()
            .map(SimulatedAcceptor::durable)
            .filter(memory -> memory != null && !memory.record().equals(record))
            .count();
    return elsewhere >= record.majority();
  }

  /**
   * Everybody who has heard of the transaction has learnt its end and done what it says.
   *
   * @param clientAsked true if a client has asked until it knew
   */
  void checkEnd(boolean clientAsked) {
    checkDecided();
    if (clientAsked && !clientKnows && !isRefused(world.request.record())) {
      throw Violation.stuck("the client never learnt the decision");
    }
    for (var resourceManager : world.resourceManagers()) {
      if (!resourceManager.isGone()) {
        checkEnd(resourceManager);
      }
    }
  }

  /** Long after the end: whoever announces it has been heard, or knows that nobody need hear it. */
  void checkAnnounced() {
    for (var acceptor : world.acceptors()) {
      var memory = acceptor.durable();
      if (memory != null
          && !memory.announced()
          && !acceptor.isGone()
          && !isHopeless(memory.record())) {
        throw Violation.stuck(acceptor.name() + " announces it for ever: " + memory);
      }
    }
  }

  private void checkEnd(SimulatedRm resourceManager) {
    var ledger = resourceManager.durable();
    if (ledger == null) {
      if (world.records().stream().anyMatch(each -> isMissing(resourceManager, each))) {
        throw Violation.stuck(resourceManager.name() + " never heard of a commit");
      }
      return;
    }
    if (ledger.decision() == null || !ledger.carriedOut()) {
      throw Violation.stuck(resourceManager.name() + " is not through: " + ledger);
    }
    var decision = decision(ledger.record());
    if (resourceManager.holds() != (decision == Decision.COMMIT)) {
      throw Violation.stuck(
          resourceManager.name() + " holds " + resourceManager.holds() + " after " + decision);
    }
  }

  private boolean isMissing(SimulatedRm resourceManager, TransactionRecord record) {
    return record.resourceManagers().contains(resourceManager.name())
        && decision(record) == Decision.COMMIT;
  }
}
