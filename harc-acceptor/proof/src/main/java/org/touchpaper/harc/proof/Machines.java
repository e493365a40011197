package org.touchpaper.harc.proof;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Accepted;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Effect;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.Member;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Refusals;
import org.touchpaper.harc.commit.ResourceManager;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.commit.VoterEffect;
import org.touchpaper.harc.commit.VoterEvent;

/** The production machines, as they are or with one mistake put in around them. */
record Machines(Mutant mutant, TransactionRecord record) {

  Member.Step step(Member member, Event event, Instant now) {
    var step =
        mutant == Mutant.BALLOT_USED_TWICE
            ? withSharedBallots(mistaken(member, event), event, now)
            : mistaken(member, event).on(misheard(member, event), now);
    if (mutant == Mutant.HEARD_AND_FORGOTTEN
        && event instanceof Event.Received(Message.Decided _, _)) {
      step = withoutVotes(step);
    }
    if (mutant == Mutant.NEVER_BACKS_OFF && hearsOfAnother(event) && !now.isBefore(voteBy())) {
      step = wokenAt(step, now);
    }
    if (mutant == Mutant.FINISHES_ONLY_WHEN_ASKED
        && event instanceof Event.TimePassed
        && leadsAnew(member, step)) {
      return new Member.Step(member, List.of());
    }
    var effects = new ArrayList<>(misspoken(step.effects()));
    if (isWronglyGivenUp(step.next(), event)) {
      effects.add(new Effect.Answer(record.id(), Knowledge.of(Knowledge.Outcome.NOT_STARTED)));
    }
    askedBack(member, event).forEach(effects::add);
    return new Member.Step(step.next(), effects);
  }

  /** Questions that nobody needs answered. */
  private Stream<Effect> askedBack(Member member, Event event) {
    var self = member.self().name();
    if (!(event instanceof Event.Received(Message.Decided _, var from)) || from.equals(self)) {
      return Stream.of();
    }
    if (mutant == Mutant.ASKS_BACK) {
      return Stream.of(question(from, self));
    }
    if (mutant == Mutant.ASKS_EVERYBODY_BACK) {
      return record.acceptors().stream()
          .filter(other -> !other.equals(self))
          .map(other -> question(other, self));
    }
    return Stream.of();
  }

  private Effect question(String to, String self) {
    return new Effect.Send(to, new Message.Learn(record, self));
  }

  private Instant voteBy() {
    return record.voteBy();
  }

  private static boolean hearsOfAnother(Event event) {
    return event instanceof Event.Received(Message.Outbid _, _)
        || event instanceof Event.Received(Message.Phase1a _, _);
  }

  /** Whenever it wanted to be woken, it is woken then. */
  private static Member.Step wokenAt(Member.Step step, Instant now) {
    var next = step.next();
    var effects =
        step.effects().stream()
            .map(effect ->
                effect instanceof Effect.Wake(var id, _) ? new Effect.Wake(id, now) : effect)
            .toList();
    return effects.equals(step.effects())
        ? step
        : new Member.Step(
            new Member(
                next.self(), next.memory(), next.role(), now, next.pause(), next.heardLate()),
            effects);
  }

  /** True if it has promised itself a ballot of its own. */
  private static boolean leadsAnew(Member before, Member.Step step) {
    var was = before.memory();
    var is = step.next().memory();
    return was != null && is != null && was.promised().isBelow(is.promised());
  }

  ResourceManager.Step step(ResourceManager voter, VoterEvent event, Instant now) {
    var ledger = voter.ledger();
    var gives =
        mutant == Mutant.PREPARED_TIMES_OUT
            && event instanceof VoterEvent.TimePassed
            && ledger != null
            && ledger.phase() == Ledger.Phase.PREPARED;
    if (mutant == Mutant.ANOTHERS_ABORT_IS_REJECTED
        && event instanceof VoterEvent.DecisionCame(var another, _)
        && ledger != null
        && !ledger.record().equals(another)) {
      var reject = new VoterEffect.Reject(another.id(), "this id is bound to another record");
      return new ResourceManager.Step(voter, List.of(reject));
    }
    return voter.on(gives ? new VoterEvent.DecisionCame(record, Decision.ABORT) : event, now);
  }

  Optional<Decision> hear(Refusals refusals, Message.OtherRecord refusal) {
    return mutant == Mutant.ONE_STRANGER_IS_ENOUGH
        ? Optional.of(Decision.ABORT)
        : refusals.hear(refusal);
  }

  /** An acceptor after a crash; {@link Event.Restarted} is to follow. */
  Member restarted(Member.Self self, @Nullable Memory durable) {
    return durable == null || mutant == Mutant.ACCEPTOR_FORGETS
        ? Member.fresh(self)
        : Member.remembering(self, durable);
  }

  /** A resource manager after a crash; {@link VoterEvent.Restarted} is to follow. */
  ResourceManager restarted(String name, Timing timing, @Nullable Ledger durable) {
    return new ResourceManager(name, timing, mutant == Mutant.RM_FORGETS ? null : durable);
  }

  private boolean isWronglyGivenUp(Member member, Event event) {
    var memory = member.memory();
    if (memory == null || memory.verdict() != null) {
      return false;
    }
    return switch (event) {
      case Event.TimePassed() ->
          mutant == Mutant.NOT_STARTED_TOO_SOON && member.self().name().equals(memory.leader());
      case Event.Begun _ ->
          mutant == Mutant.NOT_STARTED_DESPITE_VOTES && !memory.accepted().isEmpty();
      case Event.Received _,
          Event.Asked _,
          Event.Overruled _,
          Event.Forgotten _,
          Event.Heard _,
          Event.Restarted _ ->
          false;
    };
  }

  private static Member.Step withoutVotes(Member.Step step) {
    var memory = step.next().memory();
    if (memory == null) {
      return step;
    }
    var wrong =
        new Memory(
            memory.record(),
            memory.leader(),
            memory.promised(),
            Map.of(),
            null,
            memory.announced());
    return new Member.Step(
        Member.remembering(step.next().self(), wrong), List.of(new Effect.Persist(wrong)));
  }

  private Member.Step withSharedBallots(Member member, Event event, Instant now) {
    var shared = new SharedBallots(record, member.self().name());
    var step = member.on(shared.inward(event), now);
    return new Member.Step(
        step.next(),
        step.effects().stream()
            .map(effect ->
                effect instanceof Effect.Send(var to, var message)
                    ? new Effect.Send(to, shared.outward(message))
                    : effect)
            .toList());
  }

  /** A memory that is wrong before the event is taken. */
  private Member mistaken(Member member, Event event) {
    var memory = member.memory();
    if (mutant == Mutant.BEGINS_AFTER_NOT_STARTED
        && event instanceof Event.Begun
        && memory != null) {
      return with(member, null, memory.promised(), memory);
    }
    if (memory == null || !(event instanceof Event.Received(var message, _))) {
      return member;
    }
    if (message instanceof Message.Phase2a(_, var ballot, _, _)) {
      if (mutant == Mutant.PROMISE_BROKEN && ballot.isBelow(memory.promised())) {
        return with(member, memory.leader(), ballot, memory);
      }
      // Ours keeps the first value of a ballot, which would hide the mistake; the paper's does not.
      if (mutant == Mutant.BALLOT_USED_TWICE
          && ballot.equals(memory.promised())
          && Ballot.ZERO.isBelow(ballot)) {
        return with(member, memory.leader(), ballot, Map.of(), memory);
      }
    }
    return member;
  }

  private static Member with(
      Member member, @Nullable String leader, Ballot promised, Memory memory) {
    return with(member, leader, promised, memory.accepted(), memory);
  }

  private static Member with(
      Member member,
      @Nullable String leader,
      Ballot promised,
      Map<String, Accepted> accepted,
      Memory memory) {
    var wrong =
        new Memory(
            memory.record(), leader, promised, accepted, memory.verdict(), memory.announced());
    return new Member(
        member.self(), wrong, member.role(), member.wakeAt(), member.pause(), member.heardLate());
  }

  private Event misheard(Member member, Event event) {
    if (mutant == Mutant.ANY_ACKNOWLEDGEMENT_WILL_DO
        && event instanceof Event.Received(Message.Acknowledged _, var from)
        && member.memory() != null
        && member.memory().verdict() != null) {
      var own = member.memory().verdict().decision();
      return new Event.Received(new Message.Acknowledged(record, own), from);
    }
    return event instanceof Event.Received(Message.Phase1b promise, var from)
        ? new Event.Received(misheard(promise), from)
        : event;
  }

  private Message.Phase1b misheard(Message.Phase1b promise) {
    var accepted = promise.accepted();
    if (mutant == Mutant.IGNORES_VOTES_FOUND) {
      accepted = Map.of();
    } else if (mutant == Mutant.SILENCE_IS_CONSENT) {
      accepted = consenting(accepted);
    } else if (mutant == Mutant.LOWEST_BALLOT_WINS) {
      accepted = upsideDown(accepted);
    }
    return new Message.Phase1b(promise.record(), promise.ballot(), promise.acceptor(), accepted);
  }

  private Map<String, Accepted> consenting(Map<String, Accepted> accepted) {
    var all = new HashMap<String, Accepted>();
    for (var voter : record.resourceManagers()) {
      all.put(voter, new Accepted(Ballot.ZERO, Vote.prepared("")));
    }
    all.putAll(accepted);
    return all;
  }

  private static Map<String, Accepted> upsideDown(Map<String, Accepted> accepted) {
    var all = new HashMap<String, Accepted>();
    accepted.forEach((voter, each) ->
        all.put(voter, new Accepted(new Ballot(1_000_000 - each.ballot().number()), each.vote())));
    return all;
  }

  private List<Effect> misspoken(List<Effect> effects) {
    if (mutant == Mutant.SPEAKS_BEFORE_DURABLE) {
      var reordered = new ArrayList<>(effects);
      reordered.sort(Comparator.comparing(each -> each instanceof Effect.Persist));
      return reordered;
    }
    if (mutant == Mutant.UNKNOWN_IS_ABORTED) {
      return effects.stream().map(Machines::unknownIsAborted).toList();
    }
    if (mutant == Mutant.FORCED_PASSES_FOR_CHOSEN) {
      return effects.stream().map(Machines::unforced).toList();
    }
    return effects.stream().flatMap(this::underOtherNames).toList();
  }

  private static Effect unknownIsAborted(Effect effect) {
    return effect instanceof Effect.Answer(var id, Knowledge(var outcome, _))
            && outcome == Knowledge.Outcome.UNKNOWN
        ? new Effect.Answer(id, Knowledge.of(Knowledge.Outcome.ABORT))
        : effect;
  }

  private static Effect unforced(Effect effect) {
    return effect
            instanceof Effect.Send(var to, Message.Forced(var record, var decision, var all, _))
        ? new Effect.Send(to, new Message.Decided(record, decision, all))
        : effect;
  }

  private Stream<Effect> underOtherNames(Effect effect) {
    return switch (effect) {
      case Effect.Send(
              var to,
              Message.Phase1b(var about, var ballot, var acceptor, var accepted)) ->
          namesOf(acceptor)
              .map(name -> new Effect.Send(to, new Message.Phase1b(about, ballot, name, accepted)));
      case Effect.Send(var to, Message.Phase2b(var about, var acceptor, var accepted)) ->
          namesOf(acceptor)
              .map(name -> new Effect.Send(to, new Message.Phase2b(about, name, accepted)));
      case Effect.Send _, Effect.Persist _, Effect.Note _, Effect.Answer _, Effect.Wake _ ->
          Stream.of(effect);
    };
  }

  private Stream<String> namesOf(String acceptor) {
    var all = record.acceptors();
    if (mutant == Mutant.ONE_IS_ENOUGH) {
      return all.stream();
    }
    if (mutant == Mutant.F_ARE_ENOUGH) {
      return Stream.of(acceptor, all.getFirst()).distinct();
    }
    return mutant == Mutant.COUNTED_TWICE
        ? Stream.of(acceptor, all.get((record.placeOf(acceptor) + 1) % all.size())).distinct()
        : Stream.of(acceptor);
  }
}
