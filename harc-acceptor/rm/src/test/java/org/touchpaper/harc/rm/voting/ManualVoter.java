package org.touchpaper.harc.rm.voting;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.DurableTimer;
import org.touchpaper.harc.rm.scheduler.LocalScheduler;
import org.touchpaper.harc.rm.scheduler.PrepareResult.ActionRefusal;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.platform.time.SettableClock;
import tools.jackson.databind.json.JsonMapper;

/**
 * A voter in front of a scheduler. Slow tasks run when the test requests it, and acceptors know the
 * outcomes that the test sets.
 */
public final class ManualVoter {
  private final String name;
  private final Voter voter;
  private final VoteRepository votes;
  private final LocalScheduler scheduler;
  private final SettableClock clock;
  private final List<Runnable> tasks = new ArrayList<>();
  private final Map<String, List<BookingAction>> actionsByTransaction = new HashMap<>();
  private final Map<TransactionId, Decision> decisions = new HashMap<>();
  private Predicate<String> isUnreadable = _ -> false;
  private final List<String> leaders = new ArrayList<>();
  private int questions;

  /** Makes outcome queries fail unexpectedly. */
  boolean failsQueries;

  public ManualVoter(ResourceManagerDatabase store, LocalScheduler scheduler) {
    this("rm", store, scheduler);
  }

  public ManualVoter(String name, ResourceManagerDatabase store, LocalScheduler scheduler) {
    this(
        name,
        store.database(),
        scheduler,
        ManualVoter::purge,
        SettableClock.at(TestRequests.NINE_O_CLOCK.minusSeconds(3600)));
  }

  public ManualVoter(
      DataSource database, LocalScheduler scheduler, DurableTimer reminders, SettableClock clock) {
    this("rm", database, scheduler, reminders, clock);
  }

  private ManualVoter(
      String name,
      DataSource database,
      LocalScheduler scheduler,
      DurableTimer reminders,
      SettableClock clock) {
    this.name = name;
    this.scheduler = scheduler;
    this.clock = clock;
    var jdbc = JdbcClient.create(database);
    votes = new VoteRepository(jdbc, JsonMapper.shared(), clock);
    voter =
        new Voter(
            name,
            ProtocolTimeouts.DEFAULT,
            Duration.ofHours(1),
            votes,
            scheduler,
            new ScriptedWorkCodec(),
            new ScriptedAcceptorClients(),
            reminders,
            new TransactionTemplate(new JdbcTransactionManager(database)),
            tasks::add,
            clock);
  }

  /** Creates it without a timer: the test calls {@link #advance}. */
  private static void purge(String transaction, Instant at) {}

  public Message.Prepare prepare(String id, BookingAction... actions) {
    actionsByTransaction.put(id, List.of(actions));
    var anne = TestRequests.ANNE;
    var request =
        TransactionRequest.of(
            new TransactionId(id),
            List.of("a1"),
            1,
            clock.instant().plusSeconds(30),
            new RequestingUser(
                anne.name(), anne.homeSite(), anne.virtualOrganisations(), anne.role(), "c-1"),
            List.of(new ResourceManagerActions(name, id)));
    var prepare =
        new Message.Prepare(request.record(), request.caller(), request.actionsFor(name), "a1");
    voter.prepare(prepare);
    return prepare;
  }

  /** Prepares a node for an hour, and has it vote. */
  public Message.Prepare prepareAndVote(String id) {
    var prepare = prepare(id, TestRequests.nodes("run", 1, TestRequests.minutes(0, 60)));
    runTasks();
    return prepare;
  }

  /** Repeats the Prepare with that acceptor as the leader. */
  void prepare(Message.Prepare prepare, String leader) {
    voter.prepare(
        new Message.Prepare(prepare.record(), prepare.caller(), prepare.actions(), leader));
  }

  public RenamedServiceGuard renamedServiceGuard() {
    return new RenamedServiceGuard(name, votes);
  }

  public VoteRepository votes() {
    return votes;
  }

  public Voter voter() {
    return voter;
  }

  /** Runs the daily purge. */
  void purge() {
    new TransactionPurger(Duration.ofDays(90), votes, voter, scheduler, clock).purge();
  }

  /** The conflicting decisions. */
  Optional<String> describeConflicts() {
    return voter.describeConflicts();
  }

  /** Advances its clock. */
  void advanceClock(Duration duration) {
    clock.advance(duration);
  }

  /** The leaders named in the votes, in the order sent. */
  List<String> leaders() {
    return List.copyOf(leaders);
  }

  public void decide(Message.Prepare prepare, Decision decision) {
    voter.decide(new Message.Decide(prepare.record(), decision));
  }

  /** Sets an outcome that the acceptors return when queried, but do not send. */
  public void setKnownOutcome(Message.Prepare prepare, Decision decision) {
    decisions.put(prepare.record().id(), decision);
  }

  /** Makes all work unreadable, as after an upgrade to a build that does not support it. */
  public void setUnreadable(boolean any) {
    isUnreadable = _ -> any;
  }

  /** Makes the work of one transaction unreadable. */
  public void setUnreadable(String transaction) {
    isUnreadable = transaction::equals;
  }

  /** The number of outcome queries. */
  public int questions() {
    return questions;
  }

  /** The current problem. */
  public Optional<String> problemOf(Message.Prepare prepare) {
    return votes.findProblem(prepare.record().id().value());
  }

  /** Recovers as at the start of the service. */
  void resume() {
    voter.resume();
    runTasks();
  }

  /** Returns true once the decision is applied. */
  public boolean isCarriedOut(Message.Prepare prepare) {
    return votes
        .find(prepare.record().id().value())
        .filter(ResourceManagerState::carriedOut)
        .isPresent();
  }

  /** Advances the transaction and runs the resulting tasks. */
  public void advance(Message.Prepare prepare) {
    advance(prepare.record().id().value());
  }

  /** As the other; returns when to advance again. */
  public Optional<Instant> advance(String transaction) {
    var nextCheck = voter.advance(transaction);
    runTasks();
    return nextCheck;
  }

  /** Runs all pending tasks, and those that result from them. */
  public void runTasks() {
    while (!tasks.isEmpty()) {
      tasks.removeFirst().run();
    }
  }

  /** Removes the pending tasks, for the test to run later. */
  public List<Runnable> postponeTasks() {
    var postponed = List.copyOf(tasks);
    tasks.clear();
    return postponed;
  }

  /** Its vote; empty before it has voted. */
  public Optional<Vote.Choice> voteOf(Message.Prepare prepare) {
    return votes
        .find(prepare.record().id().value())
        .flatMap(state -> Optional.ofNullable(state.vote()))
        .map(Vote::choice);
  }

  /** Records votes and answers queries. */
  private final class ScriptedAcceptorClients implements AcceptorClients {
    @Override
    public boolean areAllKnown(TransactionRecord record) {
      return true;
    }

    @Override
    public void sendVote(String acceptor, Message.Phase2a vote, boolean mayBatch) {
      leaders.add(vote.leader());
    }

    @Override
    public Optional<Decision> queryOutcome(TransactionRecord record) {
      questions++;
      if (failsQueries) {
        throw new IllegalStateException("scripted");
      }
      return Optional.ofNullable(decisions.get(record.id()));
    }

    @Override
    public List<URI> endpoints(TransactionRecord record) {
      return List.of(URI.create("http://127.0.0.1:8101"));
    }
  }

  /** A codec that carries only the transaction's id. */
  private final class ScriptedWorkCodec implements ActionAndVoteNoteCodec {
    @Override
    public List<BookingAction> readActions(
        TransactionId transaction, ResourceManagerActions actions) {
      if (isUnreadable.test(actions.text())) {
        throw new MalformedWorkException("nothing here does this Work");
      }
      return actionsByTransaction.getOrDefault(actions.text(), List.of());
    }

    @Override
    public String heldNote(List<ActionStatusDetails> statuses) {
      return "held";
    }

    @Override
    public String refusedNote(List<ActionRefusal> refusals) {
      return refusals.toString();
    }

    @Override
    public String malformedNote(TransactionId transaction, String reason) {
      return reason;
    }
  }
}
