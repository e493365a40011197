package org.touchpaper.harc.proof;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Accepted;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Effect;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Member;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;

/**
 * All that an acceptor may do. Between events what it remembers is durable; a crash comes between
 * two events, or in one before it has written for the second time. Alarms may ring at any time.
 */
final class AcceptorActor implements Actor<Member> {
  private final Machines machines;
  private final Request request;
  private final Member.Self self;
  private final long highestBallot;
  private final Map<Memory, List<Letter>> answers = new HashMap<>();

  AcceptorActor(Machines machines, Request request, String name, long highestBallot) {
    this.machines = machines;
    this.request = request;
    this.self = new Member.Self(name, request.record().epoch(), Times.TIMING);
    this.highestBallot = highestBallot;
  }

  @Override
  public Member beginning() {
    return Member.fresh(self);
  }

  @Override
  public List<Turnout<Member>> receive(Member member, Letter letter) {
    if (!(letter instanceof Letter.ToAcceptor(_, var event))) {
      return List.of();
    }
    var all = new ArrayList<>(take(member, event, Times.EARLY));
    // A vote's letter does not say who leads: it may be this one.
    if (event
            instanceof
            Event.Received(Message.Phase2a(var record, var ballot, var votes, _), var from)
        && ballot.equals(Ballot.ZERO)) {
      var ours = new Message.Phase2a(record, ballot, votes, self.name());
      all.addAll(take(member, new Event.Received(ours, from), Times.EARLY));
    }
    return all;
  }

  @Override
  public List<Turnout<Member>> byItself(Member member) {
    var all = new ArrayList<Turnout<Member>>();
    for (var now : List.of(Times.EARLY, Times.LATE)) {
      all.addAll(take(member, new Event.Begun(request, present()), now));
      all.addAll(take(member, new Event.Asked(request.record().id(), request.record()), now));
      // After the decision time only says the decision again, and a letter once said is for ever.
      if (member.memory() == null || member.memory().verdict() == null) {
        all.addAll(take(member, new Event.TimePassed(), now));
      }
    }
    all.addAll(take(member, new Event.Asked(request.record().id(), null), Times.EARLY));
    for (var other : request.record().acceptors()) {
      if (!other.equals(self.name())) {
        var learn = new Event.Received(new Message.Learn(request.record(), other), other);
        all.addAll(take(member, learn, Times.EARLY));
      }
    }
    all.add(crash(member.memory(), List.of(), "crash"));
    return all;
  }

  /** The first has heard nobody and asks; all others have heard all. */
  private Set<String> present() {
    var acceptors = request.record().acceptors();
    return acceptors.getFirst().equals(self.name()) ? Set.of() : Set.copyOf(acceptors);
  }

  private List<Turnout<Member>> take(Member member, Event event, Instant now) {
    var what = StoryText.of(event) + (now.equals(Times.LATE) ? ", after voteBy" : "");
    var step = machines.step(member, event, now);
    var after = step.next().memory();
    if (after != null && highestBallot < after.promised().number()) {
      return List.of();
    }
    var all = new ArrayList<Turnout<Member>>();
    var durable = member.memory();
    var said = new ArrayList<Letter>();
    for (var effect : step.effects()) {
      var written =
          switch (effect) {
            case Effect.Persist(var memory) -> memory;
            case Effect.Note(var memory) -> memory;
            case Effect.Send _, Effect.Answer _, Effect.Wake _ -> null;
          };
      if (written != null) {
        if (!said.isEmpty()) {
          all.add(crash(durable, said, what + ", and a crash"));
        }
        durable = written;
      }
      said.addAll(letters(effect));
    }
    all.add(turnout(what, step.next(), said));
    return all;
  }

  private Turnout<Member> crash(@Nullable Memory durable, List<Letter> before, String what) {
    var step = machines.step(machines.restarted(self, durable), new Event.Restarted(), Times.EARLY);
    var said = new ArrayList<>(before);
    step.effects().forEach(effect -> said.addAll(letters(effect)));
    return turnout(what, step.next(), said);
  }

  private Turnout<Member> turnout(String what, Member next, List<Letter> said) {
    var memory = next.memory();
    if (memory != null) {
      said.addAll(answers.computeIfAbsent(memory, _ -> answers(next, memory)));
    }
    return new Turnout<>(what, timeless(next), said);
  }

  /**
   * What it will say when asked, said at once: there is always somebody who asks. It answers from
   * memory, whatever else it is doing.
   */
  private List<Letter> answers(Member member, Memory memory) {
    var record = memory.record();
    var questions = new ArrayList<Event>();
    for (var other : record.acceptors()) {
      if (!other.equals(self.name())) {
        questions.add(new Event.Received(new Message.Learn(record, other), other));
        questions.add(new Event.Received(new Message.Enlist(record, other), other));
        if (Ballot.ZERO.isBelow(memory.promised())) {
          var late = new Message.Phase2a(record, Ballot.ZERO, Map.of(), other);
          questions.add(new Event.Received(late, other));
        }
        if (memory.promised().belongsTo(record, other)) {
          var again = new Message.Phase1a(record, memory.promised(), other);
          questions.add(new Event.Received(again, other));
        }
      }
    }
    if (memory.verdict() != null) {
      questions.add(new Event.Asked(record.id(), record));
    }
    return questions.stream()
        .flatMap(each -> machines.step(member, each, Times.EARLY).effects().stream())
        .flatMap(effect -> letters(effect).stream())
        .toList();
  }

  private List<Letter> letters(Effect effect) {
    return switch (effect) {
      case Effect.Send(_, Message.Learn _) -> List.of();
      case Effect.Send(_, Message.Phase2b(_, var acceptor, var accepted)) ->
          facts(acceptor, accepted);
      case Effect.Send(var to, var message) -> List.of(Letter.of(self.name(), to, message));
      case Effect.Answer(_, var knowledge) when knowledge.outcome().isDecided() ->
          List.of(Letter.decided(request.record(), Decision.valueOf(knowledge.outcome().name())));
      case Effect.Answer _, Effect.Persist _, Effect.Note _, Effect.Wake _ -> List.of();
    };
  }

  /** A bundle is as good as its parts. */
  private List<Letter> facts(String acceptor, Map<String, Accepted> accepted) {
    var all = new ArrayList<Letter>();
    accepted.forEach((voter, each) -> {
      var fact = new Message.Phase2b(request.record(), acceptor, Map.of(voter, each));
      all.add(Letter.of(acceptor, Letter.ACCEPTORS, fact));
    });
    return all;
  }

  /**
   * Whether and when the next alarm is set, and after which, is of no account: it may ring at any
   * time.
   */
  private static Member timeless(Member member) {
    var wakeAt = member.memory() == null ? null : Times.EARLY;
    return new Member(member.self(), member.memory(), member.role(), wakeAt, Duration.ZERO, null);
  }

  @Override
  public int claims(Member member) {
    var memory = member.memory();
    var verdict = memory == null ? null : memory.verdict();
    return verdict == null ? 0 : Claims.of(verdict.decision());
  }

  @Override
  public String brief(Member member) {
    return StoryText.of(member.memory());
  }
}
