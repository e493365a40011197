package org.touchpaper.harc.proof;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Effect;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Extent;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Member;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Tombstone;
import org.touchpaper.harc.commit.VoterEvent;

/** An acceptor in the simulation: the shell's work, with a disk that only keeps what was synced. */
final class SimulatedAcceptor extends SimulatedProcess {
  private static final Duration NOTES = Duration.ofMillis(20);

  private final Member.Self self;
  private Member member;
  private @Nullable Memory durable;
  private @Nullable Tombstone tombstone;
  private boolean forgotten;

  /** Not durable yet, and said nothing about since. */
  private @Nullable Memory noted;

  private final List<String> waiting = new ArrayList<>();
  private final SimulatedExtents extents;

  SimulatedAcceptor(Simulation world, String name) {
    super(world, name);
    this.self = new Member.Self(name, 1, world.timing);
    this.member = Member.fresh(self);
    this.extents = new SimulatedExtents(name);
  }

  SimulatedExtents extents() {
    return extents;
  }

  @Nullable Memory durable() {
    return durable;
  }

  /** Takes an event; {@code from} hears the answer if it asks for one. */
  void step(Event event, String from) {
    if (!isUp()) {
      return;
    }
    world.tell(() -> name() + " <- " + from + ": " + StoryText.of(event));
    var asks = event instanceof Event.Asked || event instanceof Event.Begun;
    if (asks && !waiting.contains(from)) {
      waiting.add(from);
    }
    for (var effect : effects(event)) {
      if (crashesHere()) {
        return;
      }
      perform(effect);
    }
    bury();
  }

  private List<Effect> effects(Event event) {
    if (tombstone != null) {
      return tombstone.on(event, name());
    }
    if (forgotten && world.mutant() != Mutant.FORGOTTEN_IS_TAKEN_UP) {
      return Tombstone.forgotten(event, name());
    }
    var step = world.machines.step(member, event, clock());
    member = step.next();
    return step.effects();
  }

  /** What is over leaves a tombstone, which after a while is forgotten too. */
  private void bury() {
    var buried = member.tombstone(clock());
    if (buried != null) {
      world.tell(() -> name() + " buries it");
      tombstone = buried;
      member = Member.fresh(self);
      world.faults.forgetLater(this::forgetForGood);
    }
  }

  /** Its journal is written anew without it. */
  private void forgetForGood() {
    world.tell(() -> name() + " forgets it for good");
    tombstone = null;
    durable = null;
    noted = null;
    forgotten = true;
  }

  private void perform(Effect effect) {
    switch (effect) {
      case Effect.Persist(var memory) -> write(memory);
      case Effect.Note(var memory) -> {
        noted = memory;
        atOwn(clock().plus(NOTES), this::writeNote);
      }
      case Effect.Send(var to, var message) -> {
        writeNote();
        send(to, message);
      }
      case Effect.Answer(_, var knowledge) -> {
        writeNote();
        answer(knowledge);
      }
      case Effect.Wake(_, var at) -> atOwn(at, () -> step(new Event.TimePassed(), "clock"));
    }
  }

  private void write(Memory memory) {
    world.tell(() -> name() + " writes: " + StoryText.of(memory));
    durable = memory;
    noted = null;
    extents.grow();
    world.invariants.persisted(name(), memory);
  }

  private void writeNote() {
    if (noted != null) {
      write(noted);
    }
  }

  private void send(String to, Message said) {
    world.invariants.said(name(), said);
    switch (said) {
      case Message.ForAcceptor message -> {
        var shown = extents.extent();
        world.deliver(name(), to, () -> world.acceptor(to).hear(message, this, shown));
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

  /** What another says arrives on a stream that has been opened, and so with a greeting. */
  private void hear(Message.ForAcceptor message, SimulatedAcceptor other, Extent shown) {
    if (isUp() && (!other.isUp() || greets(other, shown))) {
      step(new Event.Received(message, other.name()), other.name());
    }
  }

  /** Each reminds the other of what it has seen of it; who has forgotten that is out of it. */
  private boolean greets(SimulatedAcceptor other, Extent shown) {
    if (!isReminded(other) || !other.isReminded(this)) {
      return false;
    }
    extents.see(other.name(), shown, other.extents.extent());
    return true;
  }

  private boolean isReminded(SimulatedAcceptor by) {
    if (world.mutant() == Mutant.COPY_PASSES || extents.isReminded(by.extents)) {
      return true;
    }
    world.tell(() -> name() + " is reminded by " + by.name() + " of what it has forgotten");
    perish();
    return false;
  }

  /** Its memory as it is now, to be put back later. */
  Runnable copy() {
    var memory = durable;
    var known = extents.copy();
    return () -> {
      if (!isGone() && world.isSeenBeyond(name(), known)) {
        world.tell(() -> name() + " is put back from a copy");
        fail();
        durable = memory;
        extents.putBack(known);
        world.invariants.putBack(name());
        forget();
        restart();
      }
    };
  }

  private void answer(Knowledge knowledge) {
    if (knowledge.outcome() == Knowledge.Outcome.NOT_STARTED && !extents.mayDeny()) {
      return;
    }
    if (knowledge.outcome().isDecided()) {
      waiting.forEach(each -> hears(each, knowledge));
      waiting.clear();
    } else if (knowledge.outcome() == Knowledge.Outcome.NOT_STARTED) {
      world.invariants.notStarted(name(), member.memory());
    }
  }

  private void hears(String who, Knowledge knowledge) {
    if (who.equals("client")) {
      world.invariants.clientHears(knowledge);
    } else {
      var decision = Decision.valueOf(knowledge.outcome().name());
      var record = world.request.record();
      world.deliver(name(), who, () -> world.resourceManager(who).decide(record, decision, ""));
    }
  }

  @Override
  void forget() {
    waiting.clear();
    noted = null;
    member = world.machines.restarted(self, durable);
    durable = member.memory();
    tombstone = null;
    bury();
  }

  @Override
  void remember() {
    extents.live();
    step(new Event.Restarted(), "itself");
  }
}
