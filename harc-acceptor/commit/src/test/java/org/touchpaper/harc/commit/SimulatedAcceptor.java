package org.touchpaper.harc.commit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An acceptor in the simulation: the shell's work, with a disk that only keeps what was synced. */
final class SimulatedAcceptor extends SimulatedProcess {
  private final Member.Self self;
  private Member member;
  private @Nullable Memory durable;
  private final List<String> waiting = new ArrayList<>();

  SimulatedAcceptor(Simulation world, String name) {
    super(world, name);
    this.self = new Member.Self(name, 1, world.timing);
    this.member = Member.fresh(self);
  }

  @Nullable Memory durable() {
    return durable;
  }

  /** Takes an event; {@code from} hears the answer if it asks for one. */
  void step(Event event, String from) {
    if (!isUp()) {
      return;
    }
    world.tell(() -> name() + " <- " + from + " " + brief(event));
    var asks = event instanceof Event.Asked || event instanceof Event.Begun;
    if (asks && !waiting.contains(from)) {
      waiting.add(from);
    }
    mutateBefore(event);
    var shared = shared();
    var step = member.on(shared == null ? event : shared.inward(event), clock());
    member = step.next();
    for (var effect : inOrder(step.effects())) {
      if (crashesHere()) {
        return;
      }
      perform(effect, from);
    }
  }

  private void mutateBefore(Event event) {
    var memory = member.memory();
    if (world.mutant == Mutant.PROMISE_BROKEN
        && memory != null
        && event instanceof Event.Received(Message.Phase2a(_, var ballot, _, _), _)
        && ballot.isBelow(memory.promised())) {
      member = new Member(self, memory.promise(ballot), member.role(), member.wakeAt());
    }
    if (world.mutant == Mutant.BALLOT_USED_TWICE
        && memory != null
        && event instanceof Event.Received(Message.Phase2a(_, var ballot, _, _), _)
        && ballot.equals(memory.promised())) {
      // Ours keeps the first value of a ballot, which would hide the mistake; the paper's does not.
      member = new Member(self, withoutVotes(memory), member.role(), member.wakeAt());
    }
  }

  private static Memory withoutVotes(Memory memory) {
    return memory.promised().equals(Ballot.ZERO)
        ? memory
        : new Memory(
            memory.record(),
            memory.leader(),
            memory.promised(),
            Map.of(),
            memory.verdict(),
            memory.announced());
  }

  private List<Effect> inOrder(List<Effect> effects) {
    if (world.mutant != Mutant.SPEAKS_BEFORE_DURABLE) {
      return effects;
    }
    var reordered = new ArrayList<>(effects);
    reordered.sort(java.util.Comparator.comparing(each -> each instanceof Effect.Persist));
    return reordered;
  }

  private void perform(Effect effect, String from) {
    switch (effect) {
      case Effect.Persist(var memory) -> {
        durable = memory;
        world.watch.persisted(name(), memory);
      }
      case Effect.Send(var to, var message) -> send(to, message);
      case Effect.Answer(_, var knowledge) -> answer(knowledge, from);
      case Effect.Wake(_, var at) -> {
        var life = life();
        atOwn(
            at,
            () -> {
              if (life() == life) {
                step(new Event.TimePassed(), "clock");
              }
            });
      }
    }
  }

  private @Nullable SharedBallots shared() {
    return world.mutant == Mutant.BALLOT_USED_TWICE
        ? new SharedBallots(world.request.record(), name())
        : null;
  }

  private void send(String to, Message said) {
    var shared = shared();
    var message = shared == null ? said : shared.outward(said);
    world.watch.said(name(), message);
    switch (message) {
      case Message.ForAcceptor toAcceptor -> {
        deliver(to, toAcceptor);
        if (world.mutant == Mutant.COUNTED_TWICE) {
          for (var name : toAcceptor.record().acceptors()) {
            deliver(to, underTheName(name, toAcceptor));
          }
        }
      }
      case Message.Prepare prepare ->
          world.deliver(
              name(),
              to,
              () -> world.resourceManager(to).step(new VoterEvent.PrepareCame(prepare)));
      case Message.Decide(var record, var decision) ->
          world.deliver(
              name(), to, () -> world.resourceManager(to).decide(record, decision, name()));
    }
  }

  private void deliver(String to, Message.ForAcceptor message) {
    world.deliver(
        name(), to, () -> world.acceptor(to).step(new Event.Received(message, name()), name()));
  }

  private static Message.ForAcceptor underTheName(String other, Message.ForAcceptor message) {
    return switch (message) {
      case Message.Phase1b(var record, var ballot, _, var accepted) ->
          new Message.Phase1b(record, ballot, other, accepted);
      case Message.Phase2b(var record, _, var accepted) ->
          new Message.Phase2b(record, other, accepted);
      case Message.Enlist _,
          Message.Enlisted _,
          Message.Learn _,
          Message.Phase1a _,
          Message.Phase2a _,
          Message.Outbid _,
          Message.Decided _ ->
          message;
    };
  }

  private void answer(Knowledge knowledge, String from) {
    var outcome = knowledge.outcome();
    if (outcome.isDecided()) {
      waiting.forEach(each -> hears(each, knowledge));
      waiting.clear();
    } else if (outcome == Knowledge.Outcome.UNKNOWN && world.mutant == Mutant.UNKNOWN_IS_ABORTED) {
      hears(from, Knowledge.of(Knowledge.Outcome.ABORT));
    } else if (outcome == Knowledge.Outcome.NOT_STARTED) {
      world.watch.notStarted(name());
    }
  }

  private void hears(String who, Knowledge knowledge) {
    if (who.equals("client")) {
      world.watch.clientHears(knowledge);
    } else {
      var decision = Decision.valueOf(knowledge.outcome().name());
      var record = world.request.record();
      world.deliver(name(), who, () -> world.resourceManager(who).decide(record, decision, ""));
    }
  }

  @Override
  void forget() {
    waiting.clear();
    if (world.mutant == Mutant.ACCEPTOR_FORGETS) {
      durable = null;
    }
    member = durable == null ? Member.fresh(self) : Member.remembering(self, durable);
  }

  @Override
  void remember() {
    step(new Event.Restarted(), "itself");
  }

  private static String brief(Event event) {
    return switch (event) {
      case Event.Received(var message, _) -> brief(message);
      case Event.Begun _ -> "Begin";
      case Event.Asked _ -> "question";
      case Event.Heard(var resourceManager) -> resourceManager + " heard";
      case Event.TimePassed _ -> "time";
      case Event.Restarted _ -> "restart";
    };
  }

  private static String brief(Message message) {
    return switch (message) {
      case Message.Phase1a(_, var ballot, _) -> "1a " + ballot;
      case Message.Phase1b(_, var ballot, _, var accepted) ->
          "1b " + ballot + " " + new TreeMap<>(accepted);
      case Message.Phase2a(_, var ballot, var votes, _) ->
          "2a " + ballot + " " + new TreeMap<>(votes);
      case Message.Phase2b(_, _, var accepted) -> "2b " + new TreeMap<>(accepted);
      case Message.Enlisted(_, _, var leader, _) -> "enlisted for " + leader;
      case Message.Outbid(_, var promised, _) -> "outbid by " + promised;
      case Message.Decided(_, var decision, _) -> "decided " + decision;
      case Message.Decide(_, var decision) -> "decide " + decision;
      case Message.Enlist _, Message.Learn _, Message.Prepare _ ->
          message.getClass().getSimpleName();
    };
  }
}
