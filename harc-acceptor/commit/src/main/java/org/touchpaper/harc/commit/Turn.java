package org.touchpaper.harc.commit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Effect.Answer;
import org.touchpaper.harc.commit.Effect.Persist;
import org.touchpaper.harc.commit.Effect.Send;
import org.touchpaper.harc.commit.Effect.Wake;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Message.Decide;
import org.touchpaper.harc.commit.Message.Decided;
import org.touchpaper.harc.commit.Message.Enlist;
import org.touchpaper.harc.commit.Message.Enlisted;
import org.touchpaper.harc.commit.Message.ForAcceptor;
import org.touchpaper.harc.commit.Message.Learn;
import org.touchpaper.harc.commit.Message.Outbid;
import org.touchpaper.harc.commit.Message.Phase1a;
import org.touchpaper.harc.commit.Message.Phase1b;
import org.touchpaper.harc.commit.Message.Phase2a;
import org.touchpaper.harc.commit.Message.Phase2b;
import org.touchpaper.harc.commit.Message.Prepare;
import org.touchpaper.harc.commit.Role.Announcing;
import org.touchpaper.harc.commit.Role.Enlisting;
import org.touchpaper.harc.commit.Role.Following;
import org.touchpaper.harc.commit.Role.Joining;
import org.touchpaper.harc.commit.Role.Preparing;
import org.touchpaper.harc.commit.Role.Promising;
import org.touchpaper.harc.commit.Role.Proposing;

/**
 * A member's handling of one event. It lives as long as the event and collects effects so that
 * whatever changed in memory is persisted before the next word is said.
 */
final class Turn {
  private final Member.Self self;
  private final Instant now;
  private final List<Effect> effects = new ArrayList<>();
  private @Nullable Memory memory;
  private boolean unsaved;
  private Role role;
  private @Nullable Instant wakeAt;

  Turn(Member member, Instant now) {
    this.self = member.self();
    this.now = now;
    this.memory = member.memory();
    this.role = member.role();
    this.wakeAt = member.wakeAt();
  }

  Member.Step take(Event event) {
    switch (event) {
      case Event.Received(var message, var from) -> receive(message, from);
      case Event.Begun(var request) -> begin(request);
      case Event.Asked(var id, var record) -> answer(id, record);
      case Event.Heard(var resourceManager) -> heard(resourceManager);
      case Event.TimePassed() -> timePassed();
      case Event.Restarted() -> restart();
    }
    save();
    return new Member.Step(new Member(self, memory, role, wakeAt), effects);
  }

  // The acceptor

  private void receive(ForAcceptor message, String from) {
    var known = bind(message.record());
    if (known == null) {
      if (message instanceof Enlist(var record, var leader)) {
        send(leader, new Enlisted(record, self.name(), self.name(), false));
      }
      return;
    }
    var verdict = known.verdict();
    if (verdict != null) {
      tell(verdict, message, from);
      return;
    }
    switch (message) {
      case Enlist(var record, var leader) -> {
        remember(known.enlist(leader));
        send(leader, new Enlisted(record, self.name(), mine().follows(), true));
      }
      case Learn(var record, var leader) ->
          send(leader, new Phase2b(record, self.name(), known.accepted()));

      case Phase1a(var record, var ballot, var leader) when ballot.isBelow(known.promised()) ->
          send(leader, new Outbid(record, known.promised(), self.name()));
      case Phase1a(var record, var ballot, var leader) -> {
        remember(known.promise(ballot));
        giveWay(leader, ballot);
        send(leader, new Phase1b(record, ballot, self.name(), known.accepted()));
      }

      case Phase2a(var record, var ballot, _, var leader) when ballot.isBelow(known.promised()) ->
          send(leader, new Outbid(record, known.promised(), self.name()));
      case Phase2a(var record, var ballot, var votes, var leader) -> {
        remember(known.accept(ballot, votes));
        send(leader, new Phase2b(record, self.name(), mine().accepted()));
      }

      case Enlisted answer -> enlisted(answer);
      case Phase1b promise -> promised(promise);
      case Phase2b(_, var acceptor, var accepted) -> accepted(acceptor, accepted);
      case Outbid(_, var promised, _) -> outbid(promised);
      case Decided(_, var decision, var votes) -> adopt(new Verdict(decision, votes));
    }
  }

  /** After the decision every question about the past is answered by it. */
  private void tell(Verdict verdict, ForAcceptor message, String from) {
    var record = message.record();
    switch (message) {
      case Phase2a _ when record.resourceManagers().contains(from) ->
          send(from, new Decide(record, verdict.decision()));
      case Enlist(_, var leader) -> send(leader, decided(record, verdict));
      case Learn(_, var leader) -> send(leader, decided(record, verdict));
      case Phase1a(_, _, var leader) -> send(leader, decided(record, verdict));
      case Phase2a(_, _, _, var leader) -> send(leader, decided(record, verdict));
      case Decided(_, var decision, _) when decision != verdict.decision() ->
          throw new IllegalStateException(
              record.id()
                  + " decided "
                  + verdict.decision()
                  + " here, "
                  + decision
                  + " at "
                  + from);
      case Enlisted _, Phase1b _, Phase2b _, Outbid _, Decided _ -> {}
    }
  }

  private static Decided decided(TransactionRecord record, Verdict verdict) {
    return new Decided(record, verdict.decision(), verdict.votes());
  }

  /** The id's memory if it is bound to this very record and we are one of its acceptors. */
  private @Nullable Memory bind(TransactionRecord record) {
    if (memory == null
        && record.epoch() == self.epoch()
        && record.acceptors().contains(self.name())) {
      remember(Memory.bound(record));
      wake(recoverAt());
    }
    return memory != null && memory.record().equals(record) ? memory : null;
  }

  // Clients and resource managers that ask

  private void begin(Request request) {
    var known = bind(request.record());
    if (known == null) {
      say(request.record().id(), Knowledge.of(Outcome.OTHER_RECORD));
    } else if (known.verdict() != null) {
      say(known.record().id(), known.knowledge());
    } else if (role instanceof Following && known.isFree() && isBeforeVoteBy()) {
      enlist(request);
    } else {
      pursue();
    }
  }

  private void answer(TransactionId id, @Nullable TransactionRecord asked) {
    var known = asked == null ? memory : bind(asked);
    if (known == null) {
      say(id, Knowledge.of(asked == null ? Outcome.UNKNOWN : Outcome.OTHER_RECORD));
      return;
    }
    if (known.verdict() == null) {
      pursue();
    }
    if (mine().verdict() != null || isBeforeVoteBy()) {
      say(id, mine().knowledge());
    }
  }

  /**
   * Somebody wants to know: find out, or after voteBy see to it that there is something to know.
   */
  private void pursue() {
    if (role instanceof Following(var outbidBy) && outbidBy.equals(Ballot.ZERO)) {
      join();
    } else if (role instanceof Joining && !isBeforeVoteBy()) {
      recover();
    }
  }

  // The leader of ballot 0

  private void enlist(Request request) {
    remember(mine().enlist(self.name()));
    role = new Enlisting(request, now, Set.of());
    toAll(new Enlist(record(), self.name()));
    wake(now.plus(self.timing().retry()));
  }

  private void enlisted(Enlisted answer) {
    if (!(role instanceof Enlisting enlisting)) {
      return;
    }
    if (!answer.sameRecord()) {
      follow();
      say(record().id(), Knowledge.of(Outcome.OTHER_RECORD));
    } else if (!answer.leader().equals(self.name())) {
      join();
    } else {
      var more = enlisting.with(answer.acceptor());
      role = more;
      if (more.enlisted().size() >= record().majority()) {
        prepare(more.request());
      }
    }
  }

  private void prepare(Request request) {
    role = new Preparing(request, Tally.EMPTY, null);
    sendPrepare(request, Set.of());
    wake(earlier(now.plus(self.timing().retry()), giveUpAt()));
  }

  private void sendPrepare(Request request, Set<String> except) {
    for (var voter : record().resourceManagers()) {
      if (!except.contains(voter)) {
        send(
            voter, new Prepare(record(), request.caller(), request.actionsFor(voter), self.name()));
      }
    }
  }

  // Learning

  private void join() {
    if (!isBeforeVoteBy()) {
      recover();
      return;
    }
    role = new Joining(Tally.EMPTY, null);
    toAll(new Learn(record(), self.name()));
    wake(earlier(now.plus(self.timing().retry()), recoverAt()));
  }

  private void accepted(String acceptor, Map<String, Accepted> reported) {
    switch (role) {
      case Preparing(var request, var tally, var abortAt) -> {
        var more = tally.with(acceptor, reported);
        role = new Preparing(request, more, abortAt(more, abortAt));
        judge(more);
      }
      case Joining(var tally, var abortAt) -> {
        var more = tally.with(acceptor, reported);
        role = new Joining(more, abortAt(more, abortAt));
        judge(more);
      }
      case Proposing(var proposal, var tally) -> {
        var more = tally.with(acceptor, reported);
        role = new Proposing(proposal, more);
        judge(more);
      }
      case Following _, Enlisting _, Promising _, Announcing _ -> {}
    }
  }

  /** When the other votes need no longer be waited for. */
  private @Nullable Instant abortAt(Tally tally, @Nullable Instant already) {
    var refused = tally.chosen(record()).values().stream().anyMatch(vote -> !vote.isPrepared());
    if (already != null || !refused) {
      return already;
    }
    var at = now.plus(self.timing().abortGrace());
    wake(wakeAt == null ? at : earlier(wakeAt, at));
    return at;
  }

  private void judge(Tally tally) {
    var chosen = tally.chosen(record());
    if (chosen.size() == record().resourceManagers().size()) {
      decide(chosen);
    }
  }

  // Recovery: the leader of a higher ballot

  private void recover() {
    var heardOf = role instanceof Following(var outbidBy) ? outbidBy : Ballot.ZERO;
    var above = heardOf.isBelow(mine().promised()) ? mine().promised() : heardOf;
    var ballot = above.nextFor(record(), self.name());
    role = new Promising(ballot, Tally.EMPTY);
    toAll(new Phase1a(record(), ballot, self.name()));
    wake(now.plus(self.timing().retry()));
  }

  private void promised(Phase1b promise) {
    if (role instanceof Promising(var ballot, var promises) && promise.ballot().equals(ballot)) {
      var more = promises.with(promise.acceptor(), promise.accepted());
      role = new Promising(ballot, more);
      if (more.accepted().size() >= record().majority()) {
        propose(new Phase2a(record(), ballot, more.proposal(record()), self.name()));
      }
    }
  }

  private void propose(Phase2a proposal) {
    role = new Proposing(proposal, Tally.EMPTY);
    toAll(proposal);
    wake(now.plus(self.timing().retry()));
  }

  private void outbid(Ballot promised) {
    switch (role) {
      case Promising(var ballot, _) when ballot.isBelow(promised) -> backOff(promised);
      case Proposing(var proposal, _) when proposal.ballot().isBelow(promised) -> backOff(promised);
      case Preparing(_, var tally, var abortAt) -> role = new Joining(tally, abortAt);
      case Following _, Enlisting _, Joining _, Promising _, Proposing _, Announcing _ -> {}
    }
  }

  /** Another leader is finishing the transaction: let it, and see to it again later. */
  private void giveWay(String leader, Ballot ballot) {
    if (!leader.equals(self.name()) && (role instanceof Following || role instanceof Joining)) {
      backOff(ballot);
    }
  }

  /** Twice as long in every round of ballots, and for each acceptor different: duels end. */
  private void backOff(Ballot promised) {
    role = new Following(promised);
    var round = promised.number() / record().acceptors().size();
    var patience = self.timing().retry().multipliedBy(1L << Math.min(round, 5));
    wake(now.plus(patience).plus(staggered()));
  }

  // The decision

  private void decide(Map<String, Vote> votes) {
    var commit = votes.values().stream().allMatch(Vote::isPrepared);
    var verdict = new Verdict(commit ? Decision.COMMIT : Decision.ABORT, votes);
    remember(mine().decided(verdict, false));
    say(record().id(), verdict.knowledge());
    for (var acceptor : record().acceptors()) {
      if (!acceptor.equals(self.name())) {
        send(acceptor, decided(record(), verdict));
      }
    }
    announce(new Announcing(Set.copyOf(record().resourceManagers()), 0));
  }

  private void adopt(Verdict verdict) {
    remember(mine().decided(verdict, true));
    say(record().id(), verdict.knowledge());
    role = new Following(Ballot.ZERO);
    wakeAt = null;
  }

  private void announce(Announcing announcing) {
    var verdict = mine().verdict();
    if (verdict == null) {
      throw new IllegalStateException(record().id() + " has nothing to announce");
    }
    role = new Announcing(announcing.unheard(), announcing.attempts() + 1);
    for (var voter : record().resourceManagers()) {
      if (announcing.unheard().contains(voter)) {
        send(voter, new Decide(record(), verdict.decision()));
      }
    }
    wake(now.plus(self.timing().retry().multipliedBy(Math.min(announcing.attempts() + 1, 16))));
  }

  private void heard(String resourceManager) {
    if (role instanceof Announcing announcing) {
      var rest = announcing.without(resourceManager);
      role = rest;
      if (rest.unheard().isEmpty()) {
        remember(mine().everyoneHeard());
        role = new Following(Ballot.ZERO);
        wakeAt = null;
      }
    }
  }

  // Time

  private void timePassed() {
    if (wakeAt == null || now.isBefore(wakeAt)) {
      return;
    }
    wakeAt = null;
    switch (role) {
      case Following _ -> followOn();
      case Enlisting enlisting -> enlistOn(enlisting);
      case Preparing(var request, var tally, var abortAt) -> prepareOn(request, tally, abortAt);
      case Joining(var tally, var abortAt) -> joinOn(tally, abortAt);
      case Promising(var ballot, _) -> {
        toAll(new Phase1a(record(), ballot, self.name()));
        wake(now.plus(self.timing().retry()));
      }
      case Proposing(var proposal, _) -> {
        toAll(proposal);
        wake(now.plus(self.timing().retry()));
      }
      case Announcing announcing -> announce(announcing);
    }
  }

  private void followOn() {
    if (memory == null || memory.verdict() != null) {
      return;
    }
    if (isBeforeVoteBy()) {
      wake(recoverAt());
    } else {
      recover();
    }
  }

  private void enlistOn(Enlisting enlisting) {
    if (now.isBefore(enlisting.since().plus(self.timing().enlisting()))) {
      toOthers(new Enlist(record(), self.name()), enlisting.enlisted());
      wake(now.plus(self.timing().retry()));
    } else {
      // Nobody else can have sent Prepare, and we shall not: it can only end aborted.
      follow();
      say(record().id(), Knowledge.of(Outcome.NOT_STARTED));
    }
  }

  private void prepareOn(Request request, Tally tally, @Nullable Instant abortAt) {
    if (abortAt != null && !now.isBefore(abortAt)) {
      decide(tally.chosen(record()));
    } else if (!now.isBefore(giveUpAt())) {
      recover();
    } else {
      sendPrepare(request, tally.chosen(record()).keySet());
      var next = earlier(now.plus(self.timing().retry()), giveUpAt());
      wake(abortAt == null ? next : earlier(next, abortAt));
    }
  }

  private void joinOn(Tally tally, @Nullable Instant abortAt) {
    if (abortAt != null && !now.isBefore(abortAt)) {
      decide(tally.chosen(record()));
    } else if (!now.isBefore(recoverAt())) {
      recover();
    } else {
      toAll(new Learn(record(), self.name()));
      wake(earlier(now.plus(self.timing().retry()), recoverAt()));
    }
  }

  private void restart() {
    if (memory == null) {
      return;
    }
    if (memory.verdict() == null) {
      wake(isBeforeVoteBy() ? recoverAt() : now.plus(staggered()));
    } else if (!memory.announced()) {
      announce(new Announcing(Set.copyOf(record().resourceManagers()), 0));
    }
  }

  private void follow() {
    role = new Following(Ballot.ZERO);
    wake(recoverAt());
  }

  private boolean isBeforeVoteBy() {
    return now.isBefore(record().voteBy());
  }

  /** When the leader of ballot 0 stops waiting for votes. */
  private Instant giveUpAt() {
    return record().voteBy().plus(self.timing().grace());
  }

  /** When this acceptor finishes the transaction unasked; each at another time. */
  private Instant recoverAt() {
    return giveUpAt().plus(staggered());
  }

  private Duration staggered() {
    return self.timing().stagger().multipliedBy(record().placeOf(self.name()) + 1L);
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  // Effects

  private Memory mine() {
    if (memory == null) {
      throw new IllegalStateException("no memory of the transaction at " + self.name());
    }
    return memory;
  }

  private TransactionRecord record() {
    return mine().record();
  }

  private void remember(Memory next) {
    unsaved |= !next.equals(memory);
    memory = next;
  }

  private void save() {
    if (unsaved && memory != null) {
      effects.add(new Persist(memory));
      unsaved = false;
    }
  }

  private void send(String to, Message message) {
    if (to.equals(self.name()) && message instanceof ForAcceptor own) {
      receive(own, to);
      return;
    }
    save();
    effects.add(new Send(to, message));
  }

  /** To ourselves first: what we ask of others we have promised durably before. */
  private void toAll(ForAcceptor message) {
    receive(message, self.name());
    toOthers(message, Set.of(self.name()));
  }

  private void toOthers(ForAcceptor message, Set<String> except) {
    for (var acceptor : record().acceptors()) {
      if (!acceptor.equals(self.name()) && !except.contains(acceptor)) {
        send(acceptor, message);
      }
    }
  }

  private void say(TransactionId id, Knowledge knowledge) {
    save();
    effects.add(new Answer(id, knowledge));
  }

  private void wake(Instant at) {
    wakeAt = at;
    effects.add(new Wake(record().id(), at));
  }
}
