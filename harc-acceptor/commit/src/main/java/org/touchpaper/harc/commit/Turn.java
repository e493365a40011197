package org.touchpaper.harc.commit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Effect.Answer;
import org.touchpaper.harc.commit.Effect.Note;
import org.touchpaper.harc.commit.Effect.Persist;
import org.touchpaper.harc.commit.Effect.Send;
import org.touchpaper.harc.commit.Effect.Wake;
import org.touchpaper.harc.commit.Message.ForAcceptor;
import org.touchpaper.harc.commit.Role.Announcing;
import org.touchpaper.harc.commit.Role.Enlisting;
import org.touchpaper.harc.commit.Role.Following;
import org.touchpaper.harc.commit.Role.Joining;
import org.touchpaper.harc.commit.Role.Preparing;
import org.touchpaper.harc.commit.Role.Promising;
import org.touchpaper.harc.commit.Role.Proposing;

/**
 * A member's handling of one event: what it remembers, what it says, and which of its parts takes
 * the event. It lives as long as the event and collects effects so that whatever changed in memory
 * is persisted before the next word is said.
 */
final class Turn {
  /** So many first pauses are a long time. */
  private static final int LONG = 32;

  private final Member.Self self;
  private final Instant now;
  private final List<Effect> effects = new ArrayList<>();
  private @Nullable Memory memory;
  private boolean unsaved;
  private Role role;
  private @Nullable Instant wakeAt;
  private Duration pause;
  private @Nullable Instant heardLate;
  private boolean unnoted;

  private final Acceptance acceptance = new Acceptance(this);
  private final Questions questions = new Questions(this);
  private final Registrar registrar = new Registrar(this);
  private final BallotZero ballotZero = new BallotZero(this);
  private final Learner learner = new Learner(this);
  private final Recovery recovery = new Recovery(this);
  private final Announcer announcer = new Announcer(this);

  Turn(Member member, Instant now) {
    this.self = member.self();
    this.now = now;
    this.memory = member.memory();
    this.role = member.role();
    this.wakeAt = member.wakeAt();
    this.pause = member.pause();
    this.heardLate = member.heardLate();
  }

  Member.Step take(Event event) {
    if (heardLate != null && now.plus(longTime()).isBefore(heardLate)) {
      // Our clock was set back far: it has been put right, or it is wrong still.
      hear();
    }
    switch (event) {
      case Event.Received(var message, var from) -> acceptance.receive(message, from);
      case Event.Begun(var request, var present) -> questions.begin(request, present);
      case Event.Asked(var id, var record) -> questions.answer(id, record);
      case Event.Overruled overruled -> announcer.overrule(overruled);
      case Event.Forgotten(var id, var resourceManager, var force) ->
          announcer.forget(id, resourceManager, force);
      case Event.Heard(var resourceManager) -> announcer.heard(resourceManager);
      case Event.TimePassed() -> timePassed();
      case Event.Restarted() -> restart();
    }
    save();
    if (unnoted && memory != null) {
      effects.add(new Note(memory));
    }
    return new Member.Step(new Member(self, memory, role, wakeAt, pause, heardLate), effects);
  }

  private void timePassed() {
    if (wakeAt == null) {
      return;
    }
    if (now.isBefore(wakeAt)) {
      // The clock was set back after the alarm rang: it is asked for again, or nobody would wake
      // us.
      wake(wakeAt);
      return;
    }
    wakeAt = null;
    switch (role) {
      case Following _ -> followOn();
      case Enlisting enlisting -> registrar.goOn(enlisting);
      case Preparing preparing -> ballotZero.goOn(preparing);
      case Joining joining -> learner.goOn(joining);
      case Promising promising -> recovery.goOn(promising);
      case Proposing proposing -> recovery.goOn(proposing);
      case Announcing announcing -> announcer.announceAgain(announcing);
    }
  }

  private void followOn() {
    if (memory == null || isOver(memory)) {
      return;
    }
    if (memory.verdict() != null) {
      announcer.announce();
    } else if (mayBeVotedOn()) {
      wake(recoverAt());
    } else {
      recovery.begin();
    }
  }

  private void restart() {
    if (memory == null || isOver(memory)) {
      return;
    }
    if (memory.verdict() == null) {
      wakeNoLaterThan(mayBeVotedOn() ? recoverAt() : now.plus(staggered()));
    } else {
      announcer.announce();
    }
  }

  private static boolean isOver(Memory memory) {
    return memory.verdict() != null && memory.announced();
  }

  // Its parts, which call each other

  Acceptance acceptance() {
    return acceptance;
  }

  Registrar registrar() {
    return registrar;
  }

  BallotZero ballotZero() {
    return ballotZero;
  }

  Learner learner() {
    return learner;
  }

  Recovery recovery() {
    return recovery;
  }

  Announcer announcer() {
    return announcer;
  }

  // What is known

  Member.Self self() {
    return self;
  }

  String name() {
    return self.name();
  }

  @Nullable Memory memory() {
    return memory;
  }

  /** The memory of a transaction that is known here. */
  Memory mine() {
    if (memory == null) {
      throw new IllegalStateException("no memory of the transaction at " + self.name());
    }
    return memory;
  }

  TransactionRecord record() {
    return mine().record();
  }

  Role role() {
    return role;
  }

  // Time

  Instant now() {
    return now;
  }

  Timing timing() {
    return self.timing();
  }

  /** When something unanswered is said again; later each time. */
  Instant retryAt() {
    pause = timing().retry().after(pause);
    return now.plus(timing().retry().spread(pause, record().id(), name(), pause));
  }

  /** When a decision is told again to who has not heard: much later each time. */
  Instant tellAgainAt() {
    pause = timing().telling().after(pause);
    return now.plus(timing().telling().spread(pause, record().id(), name(), pause));
  }

  /** True if what is said again has long been answered by nobody. */
  boolean hasWaitedLong() {
    return pause.compareTo(longTime()) >= 0;
  }

  boolean isBeforeVoteBy() {
    return now.isBefore(record().voteBy());
  }

  /** True until this acceptor may finish the transaction in its leader's place. */
  boolean mayBeVotedOn() {
    return now.isBefore(votesEndAt());
  }

  /**
   * At {@code voteBy}, but when peers speak of it for the first time after that: then it may be our
   * clock that is ahead, and who finished it at once would have every transaction aborted. So it
   * gets as long as a vote is given. This ends when somebody leads a higher ballot, for then there
   * is nothing left to spoil, and where our clock has been put right since: set back to before
   * {@code voteBy}. Set back far, and not so far, it begins anew. Set back by less than a vote is
   * given it may be as wrong as before, and what is put off is put off by as much longer.
   */
  private Instant votesEndAt() {
    var isLed = Ballot.ZERO.isBelow(mine().promised());
    return heardLate == null || isLed ? record().voteBy() : heardLate.plus(longTime());
  }

  /** A peer speaks of it for the first time, or our clock was set back far since one did. */
  void hear() {
    heardLate = isBeforeVoteBy() ? null : now;
  }

  /** When the leader of ballot 0 stops waiting for votes. */
  Instant giveUpAt() {
    return record().voteBy().plus(timing().grace());
  }

  /** When this acceptor finishes the transaction unasked; each at another time. */
  Instant recoverAt() {
    return votesEndAt().plus(timing().grace()).plus(staggered());
  }

  /** When a decision that another announces has taken too long to be heard by all. */
  Instant takeOverAt() {
    return now.plus(longTime()).plus(staggered());
  }

  private Duration longTime() {
    return timing().retry().first().multipliedBy(LONG);
  }

  Duration staggered() {
    return timing().stagger().multipliedBy(record().placeOf(self.name()) + 1L);
  }

  static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  // Effects

  void remember(Memory next) {
    unsaved |= !next.equals(memory);
    memory = next;
  }

  /**
   * Remembers what others can tell it again, such as a decision that has been taken: it is said at
   * once, and written down in time.
   */
  void note(Memory next) {
    save();
    unnoted |= !next.equals(memory);
    memory = next;
  }

  /**
   * What was to be remembered is written in time, too: what is said next claims nothing about it,
   * and a crash may lose it.
   */
  void putOff() {
    unnoted |= unsaved;
    unsaved = false;
  }

  private void save() {
    if (unsaved && memory != null) {
      effects.add(new Persist(memory));
      unsaved = false;
      unnoted = false;
    }
  }

  void become(Role next) {
    if (next.getClass() != role.getClass()) {
      pause = Duration.ZERO;
    }
    role = next;
  }

  /** Does nothing more until somebody speaks. */
  void rest() {
    become(new Following(Ballot.ZERO));
    wakeAt = null;
  }

  void send(String to, Message message) {
    if (to.equals(self.name()) && message instanceof ForAcceptor own) {
      acceptance.receive(own, to);
      return;
    }
    save();
    effects.add(new Send(to, message));
  }

  void send(Send answer) {
    send(answer.to(), answer.message());
  }

  /** To ourselves first: what we ask of others we have promised durably before. */
  void toAll(ForAcceptor message) {
    acceptance.receive(message, self.name());
    toOthers(message, Set.of());
  }

  void toOthers(ForAcceptor message, Set<String> except) {
    for (var acceptor : record().acceptors()) {
      if (!acceptor.equals(self.name()) && !except.contains(acceptor)) {
        send(acceptor, message);
      }
    }
  }

  void say(TransactionId id, Knowledge knowledge) {
    save();
    effects.add(new Answer(id, knowledge));
  }

  void wake(Instant at) {
    wakeAt = at;
    effects.add(new Wake(record().id(), at));
  }

  /** As {@link #wake}, unless it wakes before. */
  void wakeNoLaterThan(Instant at) {
    wake(wakeAt == null ? at : earlier(wakeAt, at));
  }
}
