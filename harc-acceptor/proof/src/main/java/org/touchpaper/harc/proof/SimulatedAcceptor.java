package org.touchpaper.harc.proof;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Effect;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Extent;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Member;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.MemoryCodec;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Round;
import org.touchpaper.harc.commit.Tombstone;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Verdict;
import org.touchpaper.harc.commit.VoteBatcher;
import org.touchpaper.harc.commit.VoterEvent;

/**
 * An acceptor in the simulation: the production order of rounds ({@link Round}) and of votes that
 * wait for each other ({@link VoteBatcher}), and its memory as the journal's bytes, with a disk
 * that only keeps what was synced.
 */
final class SimulatedAcceptor extends SimulatedProcess {
  private static final Duration NOTES = Duration.ofMillis(20);

  private final Member.Self self;
  private Member member;
  private @Nullable Memory durable;
  private byte @Nullable [] disk;
  private @Nullable Tombstone tombstone;
  private boolean forgotten;

  private final List<Entry> inbox = new ArrayList<>();
  private VoteBatcher<Entry> batcher = batcher();
  private boolean isRoundDue;
  private @Nullable Instant alarm;
  private Instant knownSince = Simulation.START;
  private Instant pausedUntil = Simulation.START;

  /** Not durable yet, and said nothing about since. */
  private final Map<TransactionId, Memory> noted = new HashMap<>();

  private final Set<Waiting> waiting = new LinkedHashSet<>();
  private final SimulatedExtents extents;

  /** Who hears the answer if the event asks for one; it is as deep as the letter. */
  private record Entry(Event event, String from, int depth) {}

  /** Who asked, and of what. */
  private record Waiting(String who, TransactionRecord record) {}

  /** What was remembered when an event had been dealt with, and who had asked what by it. */
  private record Dealt(@Nullable Memory memory, @Nullable Waiting asker, int depth) {}

  SimulatedAcceptor(Simulation world, String name) {
    super(world, name);
    this.self = new Member.Self(name, 1, world.timing);
    this.member = Member.fresh(self);
    this.extents = new SimulatedExtents(name);
  }

  private VoteBatcher<Entry> batcher() {
    return new VoteBatcher<>((what, millis) -> atOwn(clock().plusMillis(millis), what), this::wake);
  }

  SimulatedExtents extents() {
    return extents;
  }

  @Nullable Memory durable() {
    return durable;
  }

  /** True if it first heard of the transaction before that. */
  boolean hasKnownSince(Instant when) {
    return knownSince.isBefore(when);
  }

  /** True if it is there, and knows the decision. */
  boolean hasDecided() {
    return isUp() && durable != null && durable.verdict() != null;
  }

  /** Takes an event; {@code from} hears the answer if it asks for one. */
  void step(Event event, String from) {
    if (isUp()) {
      inbox.add(new Entry(event, from, world.depth()));
      wake();
    }
  }

  /** Somebody stops it; what comes in meanwhile waits, and so do its alarms. */
  void pause(long millis) {
    pausedUntil = world.now.plusMillis(millis);
    world.tell(() -> name() + " is stopped for " + millis + " ms");
  }

  private void wake() {
    if (!isRoundDue) {
      isRoundDue = true;
      world.later(world.random.nextInt(1 + world.slowestFlush), thisLife(this::round));
    }
  }

  /** All that has come in, in one round with one flush. */
  private void round() {
    if (world.now.isBefore(pausedUntil)) {
      world.at(pausedUntil, thisLife(this::round));
      return;
    }
    isRoundDue = false;
    var round = new Round<Dealt>(noted);
    for (var entry : take()) {
      var effects = effects(entry);
      var asker = asker(entry);
      if (asker != null && !Effect.refuse(effects)) {
        waiting.add(asker);
      }
      var dealt = new Dealt(member.memory(), asker, entry.depth());
      if (!perform(round.take(dealt, id(), effects), dealt)) {
        return;
      }
    }
    if (world.mutant() == Mutant.SPEAKS_BEFORE_FLUSH) {
      var _ = performDeferred(round) && flush(round);
    } else {
      var _ = flush(round) && performDeferred(round);
    }
  }

  /** False if it has crashed on the way. */
  private boolean flush(Round<Dealt> round) {
    if (!round.changed().isEmpty()) {
      if (crashesHere()) {
        return false;
      }
      var changed = new HashMap<>(round.changed());
      noted.forEach(changed::putIfAbsent);
      changed.values().forEach(this::write);
    }
    return true;
  }

  /** False if it has crashed on the way. */
  private boolean performDeferred(Round<Dealt> round) {
    for (var deferred : round.deferred()) {
      if (!perform(deferred.effects(), deferred.event())) {
        return false;
      }
    }
    return true;
  }

  private List<Entry> take() {
    var all = new ArrayList<Entry>();
    for (var entry : inbox) {
      all.addAll(batcher.with(entry, id(), entry.event(), member.memory()));
    }
    inbox.clear();
    all.addAll(batcher.late());
    return all;
  }

  private TransactionId id() {
    return world.request.record().id();
  }

  private @Nullable Waiting asker(Entry entry) {
    var event = entry.event();
    if (!(event instanceof Event.Asked || event instanceof Event.Begun)) {
      return null;
    }
    var asked = event.record();
    return new Waiting(entry.from(), asked == null ? world.request.record() : asked);
  }

  private List<Effect> effects(Entry entry) {
    var event = entry.event();
    world.tell(() -> name() + " <- " + entry.from() + ": " + StoryText.of(event));
    try {
      if (tombstone != null) {
        return tombstone.on(event, self);
      }
      if (forgotten && world.mutant() != Mutant.FORGOTTEN_IS_TAKEN_UP) {
        return Tombstone.forgotten(event);
      }
      var step = world.machines.step(member, event, clock());
      member = step.next();
      bury();
      return step.effects();
    } catch (IllegalStateException e) {
      world.invariants.shouted(e, verdict());
      return List.of();
    }
  }

  private @Nullable Verdict verdict() {
    var memory = member.memory();
    return tombstone != null ? tombstone.verdict() : memory == null ? null : memory.verdict();
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
    disk = null;
    noted.clear();
    forgotten = true;
  }

  /** False if it has crashed on the way. */
  private boolean perform(List<Effect> effects, Dealt dealt) {
    world.goBackTo(dealt.depth());
    for (var effect : effects) {
      if (crashesHere()) {
        return false;
      }
      perform(effect, dealt);
    }
    if (!noted.isEmpty()) {
      atOwn(clock().plus(NOTES), this::writeNotes);
    }
    return true;
  }

  private void perform(Effect effect, Dealt dealt) {
    switch (effect) {
      case Effect.Persist _, Effect.Note _ -> {} // the round sees to them
      case Effect.Send(var to, var message) -> send(to, message);
      case Effect.Answer(_, var knowledge) -> answer(knowledge, dealt);
      case Effect.Wake(_, var at) -> {
        alarm = at;
        atOwn(at, () -> ring(at));
      }
    }
  }

  /** As with real timers the last that was set counts. */
  private void ring(Instant at) {
    if (at.equals(alarm)) {
      alarm = null;
      step(new Event.TimePassed(), "clock");
    }
  }

  private void write(Memory memory) {
    world.tell(() -> name() + " writes: " + StoryText.of(memory));
    knownSince = durable == null ? world.now : knownSince;
    durable = memory;
    disk = MemoryCodec.write(memory, clock());
    noted.clear();
    extents.grow();
    world.invariants.persisted(name(), memory);
  }

  private void writeNotes() {
    List.copyOf(noted.values()).forEach(this::write);
  }

  private void send(String to, Message said) {
    world.invariants.said(name(), said);
    switch (said) {
      case Message.ForAcceptor message -> {
        var shown = extents.extent();
        world.deliver(name(), to, () -> world.acceptor(to).hear(message, this, shown));
        world.faults.hasSpoken(name(), message);
      }
      case Message.Prepare prepare ->
          world.deliver(
              name(),
              to,
              () -> world.resourceManager(to).step(new VoterEvent.PrepareCame(prepare)));
      case Message.OtherRecord _ when world.mutant() == Mutant.STRANGERS_ARE_NOT_TOLD -> {}
      case Message.OtherRecord refusal ->
          world.deliver(name(), to, () -> world.resourceManager(to).hear(refusal));
      case Message.Decide(var record, var decision) -> {
        // It is acknowledged on the stream on which it came, which ends with this life.
        var heard = thisLife(() -> step(new Event.Heard(to), to));
        var told = world.resourceManager(to);
        Runnable acknowledge = () -> world.deliver(to, name(), heard);
        world.deliver(name(), to, () -> told.decide(record, decision, acknowledge));
      }
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
    var memory = disk;
    var known = extents.copy();
    return () -> {
      if (!isGone() && world.isSeenBeyond(name(), known)) {
        world.tell(() -> name() + " is put back from a copy");
        fail();
        disk = memory;
        extents.putBack(known);
        world.invariants.putBack(name());
        forget();
        restart();
      }
    };
  }

  private void answer(Knowledge knowledge, Dealt dealt) {
    if (knowledge.outcome() == Knowledge.Outcome.NOT_STARTED
        && !extents.mayDeny()
        && world.mutant() != Mutant.DENIES_AFTER_CRASH) {
      return;
    }
    var asker = dealt.asker();
    if (knowledge.outcome() == Knowledge.Outcome.OTHER_RECORD && asker != null) {
      refuse(asker);
    } else if (knowledge.outcome().isDecided()) {
      waiting.forEach(each -> hears(each, knowledge));
      waiting.clear();
    } else if (knowledge.outcome() == Knowledge.Outcome.NOT_STARTED
        && isOfTheFirst(dealt.memory())) {
      world.invariants.notStarted(name(), dealt.memory());
    }
  }

  private boolean isOfTheFirst(@Nullable Memory memory) {
    return memory == null || memory.record().equals(world.request.record());
  }

  /** Only who asked is told that; a resource manager asks all, one after the other. */
  private void refuse(Waiting asker) {
    if (!forgotten) {
      world.invariants.refused(asker.record(), name());
    }
    if (!asker.who().endsWith("client")) {
      send(asker.who(), new Message.OtherRecord(asker.record(), name()));
    }
  }

  private void hears(Waiting asker, Knowledge knowledge) {
    var decision = Decision.valueOf(knowledge.outcome().name());
    if (asker.who().endsWith("client")) {
      world.invariants.clientHears(asker.record(), decision);
    } else {
      var told = world.resourceManager(asker.who());
      world.deliver(name(), told.name(), () -> told.decide(asker.record(), decision, () -> {}));
    }
  }

  @Override
  void forget() {
    waiting.clear();
    inbox.clear();
    batcher = batcher();
    isRoundDue = false;
    alarm = null;
    noted.clear();
    member = world.machines.restarted(self, disk == null ? null : MemoryCodec.read(disk));
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
