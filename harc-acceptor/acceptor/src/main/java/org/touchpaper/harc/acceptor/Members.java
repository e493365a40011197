package org.touchpaper.harc.acceptor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.commit.Effect;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Member;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.Tombstone;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;

/**
 * This acceptor's part in every transaction that is not over, and what is left of the others. One
 * thread steps them; others may look.
 */
final class Members {
  private static final Logger LOG = LoggerFactory.getLogger(Members.class);

  private final Member.Self self;
  private final Journal journal;
  private final Timers timers;
  private final Supplier<Duration> age;
  private final Duration longestVote;
  private final Map<TransactionId, Member> members = new ConcurrentHashMap<>();
  private final AtomicInteger undecided = new AtomicInteger();

  /**
   * As the journal remembers them.
   *
   * @param age how long this life of the journal has lasted, by a clock that nobody sets
   * @param longestVote how far ahead the end of a vote may be of what is taken up from now on
   */
  Members(
      Member.Self self,
      Journal journal,
      Timers timers,
      Supplier<Duration> age,
      Duration longestVote) {
    this.self = self;
    this.journal = journal;
    this.timers = timers;
    this.age = age;
    this.longestVote = longestVote;
    for (var memory : journal.state().memories()) {
      var member = Member.remembering(self, memory);
      members.put(memory.record().id(), member);
      undecided.addAndGet(count(member));
    }
  }

  /** Those that are not over. */
  List<TransactionId> ids() {
    return List.copyOf(members.keySet());
  }

  /** All that is not over, as it is remembered at this moment. */
  List<Memory> memories() {
    var all = new ArrayList<Memory>();
    for (var member : members.values()) {
      if (member.memory() != null) {
        all.add(member.memory());
      }
    }
    return all;
  }

  @Nullable Memory memory(TransactionId id) {
    var member = members.get(id);
    return member == null ? null : member.memory();
  }

  /** Who has yet to acknowledge a decision that is announced here. */
  Set<String> unheard(TransactionId id) {
    var member = members.get(id);
    return member == null ? Set.of() : member.unheard();
  }

  /** When it was first written down here; empty before that, and when it is over. */
  Optional<Instant> since(TransactionId id) {
    return journal.state().since(id);
  }

  @Nullable Tombstone tombstone(TransactionId id) {
    return journal.state().tombstones().find(id);
  }

  /** True of what is under way here or was. */
  boolean know(TransactionId id) {
    return members.containsKey(id) || tombstone(id) != null;
  }

  /**
   * True of what a begin can start no more, whoever sends it. What has only been asked about is
   * known, and can be begun.
   */
  boolean isBegun(TransactionId id) {
    var memory = memory(id);
    return memory == null ? tombstone(id) != null : !memory.isFree();
  }

  /**
   * True if it may be said that something was not started. That an acceptor leads is written in
   * time only, and a crash may come before: of what may have been begun in an earlier life, and can
   * be voted on still, it cannot tell.
   */
  boolean mayDeny() {
    return journal.state().isInFirstLife() || age.get().compareTo(longestVote) >= 0;
  }

  int undecided() {
    return undecided.get();
  }

  /** Takes an event, and says what is to be done. */
  List<Effect> step(TransactionId id, Event event, Instant now) {
    if (journal.state().tombstones().mayHaveForgotten(event) && !isBoundTo(event.record())) {
      return Tombstone.forgotten(event);
    }
    var member = members.get(id);
    return member == null ? stepUnknown(id, event, now) : step(member, id, event, now);
  }

  /** False of the record of an id that is bound to another since, too. */
  private boolean isBoundTo(@Nullable TransactionRecord record) {
    if (record == null) {
      return false;
    }
    var memory = memory(record.id());
    var tombstone = tombstone(record.id());
    return memory == null
        ? tombstone != null && tombstone.isOf(record)
        : memory.record().equals(record);
  }

  private List<Effect> stepUnknown(TransactionId id, Event event, Instant now) {
    var tombstone = tombstone(id);
    if (tombstone != null) {
      return tombstone.on(event, self);
    }
    // Looked for last: it may have been dropped since we looked before.
    if (journal.state().tombstones().mayHaveForgotten(event)) {
      return Tombstone.forgotten(event);
    }
    var record = event.record();
    return record != null && record.voteBy().isAfter(now.plus(longestVote))
        ? leave(record, event)
        : step(Member.fresh(self), id, event, now);
  }

  /**
   * Whoever's word it is, it would bind the record, and have it asked about, until then. Nothing of
   * it is known here; to the other acceptors this one is as good as away.
   */
  private List<Effect> leave(TransactionRecord record, Event event) {
    LOG.warn(
        "transaction={} may be voted on until {}, longer than {} (--longest-vote), and is not taken up: {}",
        record.id(),
        record.voteBy(),
        longestVote,
        event);
    return switch (event) {
      case Event.Begun _, Event.Asked _ ->
          List.of(new Effect.Answer(record.id(), Knowledge.of(Knowledge.Outcome.UNKNOWN)));
      case Event.Received _,
          Event.Heard _,
          Event.Overruled _,
          Event.Forgotten _,
          Event.TimePassed _,
          Event.Restarted _ ->
          List.of();
    };
  }

  private List<Effect> step(Member member, TransactionId id, Event event, Instant now) {
    var step = member.on(event, now);
    var over = step.next().tombstone(now);
    if (over != null) {
      journal.state().bury(over);
      members.remove(id);
    } else if (step.next().memory() != null) {
      members.put(id, step.next());
    }
    if (step.next().wakeAt() == null) {
      timers.cancel(id);
    }
    undecided.addAndGet(count(step.next()) - count(member));
    return step.effects();
  }

  private static int count(Member member) {
    return member.memory() != null && member.memory().verdict() == null ? 1 : 0;
  }
}
