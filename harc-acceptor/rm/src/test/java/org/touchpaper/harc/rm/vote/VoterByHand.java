package org.touchpaper.harc.rm.vote;

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
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.HoldAnswer.Reason;
import org.touchpaper.harc.rm.local.LocalScheduler;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.platform.time.SettableClock;
import tools.jackson.databind.json.JsonMapper;

/**
 * A voter before a scheduler. What is slow is done when the test says so, and acceptors know what
 * the test says.
 */
public final class VoterByHand {
  private final String name;
  private final Voter voter;
  private final Ledgers ledgers;
  private final LocalScheduler scheduler;
  private final SettableClock clock;
  private final List<Runnable> tasks = new ArrayList<>();
  private final Map<String, List<Action>> asked = new HashMap<>();
  private final Map<TransactionId, Decision> known = new HashMap<>();
  private Predicate<String> isUnreadable = _ -> false;
  private final List<String> leaders = new ArrayList<>();
  private int questions;

  /** Whoever asks the acceptors fails, for a reason that nobody has thought of. */
  boolean isBroken;

  public VoterByHand(Store store, LocalScheduler scheduler) {
    this("rm", store, scheduler);
  }

  public VoterByHand(String name, Store store, LocalScheduler scheduler) {
    this(
        name,
        store.database(),
        scheduler,
        VoterByHand::forget,
        SettableClock.at(Ask.NINE.minusSeconds(3600)));
  }

  public VoterByHand(
      DataSource database, LocalScheduler scheduler, Reminders reminders, SettableClock clock) {
    this("rm", database, scheduler, reminders, clock);
  }

  private VoterByHand(
      String name,
      DataSource database,
      LocalScheduler scheduler,
      Reminders reminders,
      SettableClock clock) {
    this.name = name;
    this.scheduler = scheduler;
    this.clock = clock;
    var jdbc = JdbcClient.create(database);
    ledgers = new Ledgers(jdbc, new JsonMapper(), clock);
    voter =
        new Voter(
            name,
            Timing.DEFAULT,
            Duration.ofHours(1),
            ledgers,
            scheduler,
            new Reader(),
            new Known(),
            reminders,
            new TransactionTemplate(new JdbcTransactionManager(database)),
            tasks::add,
            clock);
  }

  /** The test itself says when to go on. */
  private static void forget(String transaction, Instant at) {}

  public Message.Prepare prepare(String id, Action... actions) {
    asked.put(id, List.of(actions));
    var anne = Ask.ANNE;
    var request =
        Request.of(
            new TransactionId(id),
            List.of("a1"),
            1,
            clock.instant().plusSeconds(30),
            new Caller(
                anne.name(), anne.homeSite(), anne.virtualOrganisations(), anne.role(), "c-1"),
            List.of(new Actions(name, id)));
    var prepare =
        new Message.Prepare(request.record(), request.caller(), request.actionsFor(name), "a1");
    voter.prepare(prepare);
    return prepare;
  }

  /** Asks it for a node for an hour, and has it vote. */
  public Message.Prepare voted(String id) {
    var prepare = prepare(id, Ask.nodes("run", 1, Ask.minutes(0, 60)));
    work();
    return prepare;
  }

  /** That acceptor leads now, and asks again. */
  void prepare(Message.Prepare again, String leader) {
    voter.prepare(new Message.Prepare(again.record(), again.caller(), again.actions(), leader));
  }

  public OtherNames otherNames() {
    return new OtherNames(name, ledgers);
  }

  public Ledgers ledgers() {
    return ledgers;
  }

  public Voter voter() {
    return voter;
  }

  /** As it does once a day. */
  void forget() {
    new Retention(Duration.ofDays(90), ledgers, voter, scheduler, clock).forget();
  }

  /** What acceptors decided and what cannot be. */
  Optional<String> contradictions() {
    return voter.contradictions();
  }

  /** Turns its clock. */
  void later(Duration duration) {
    clock.advance(duration);
  }

  /** Whom the votes were for that were told, in order. */
  List<String> leaders() {
    return List.copyOf(leaders);
  }

  public void decide(Message.Prepare of, Decision decision) {
    voter.decide(new Message.Decide(of.record(), decision));
  }

  /** As they have decided, and did not tell. */
  public void acceptorsKnow(Message.Prepare of, Decision decision) {
    known.put(of.record().id(), decision);
  }

  /** As after an upgrade to a build that does not know what travelled. */
  public void readsNothing(boolean any) {
    isUnreadable = _ -> any;
  }

  /** As the other, of one transaction. */
  public void readsNothing(String transaction) {
    isUnreadable = transaction::equals;
  }

  /** How often the acceptors were asked what became of something. */
  public int questions() {
    return questions;
  }

  /** What goes wrong with it at the moment. */
  public Optional<String> problem(Message.Prepare of) {
    return ledgers.findProblem(of.record().id().value());
  }

  /** As the service does when it is started. */
  void restart() {
    voter.restart();
    work();
  }

  /** True once what was decided of it is done. */
  public boolean isCarriedOut(Message.Prepare what) {
    return ledgers.find(what.record().id().value()).filter(Ledger::carriedOut).isPresent();
  }

  /** Looks again, and does what is to be done. */
  public void goOn(Message.Prepare what) {
    goOn(what.record().id().value());
  }

  /** As the other; answers when to look next. */
  public Optional<Instant> goOn(String transaction) {
    var next = voter.goOn(transaction);
    work();
    return next;
  }

  /** Does what is to be done, and what comes of that. */
  public void work() {
    while (!tasks.isEmpty()) {
      tasks.removeFirst().run();
    }
  }

  /** What was to be done by now, and is to be done later. */
  public List<Runnable> putOff() {
    var late = List.copyOf(tasks);
    tasks.clear();
    return late;
  }

  /** Empty if it has not voted. */
  public Optional<Vote.Choice> vote(Message.Prepare on) {
    return ledgers
        .find(on.record().id().value())
        .flatMap(ledger -> Optional.ofNullable(ledger.vote()))
        .map(Vote::choice);
  }

  /** A vote is written down; a question is answered. */
  private final class Known implements Acceptors {
    @Override
    public boolean know(TransactionRecord record) {
      return true;
    }

    @Override
    public void tell(String acceptor, Message.Phase2a vote, boolean patient) {
      leaders.add(vote.leader());
    }

    @Override
    public Optional<Decision> ask(TransactionRecord record) {
      questions++;
      if (isBroken) {
        throw new IllegalStateException("scripted");
      }
      return Optional.ofNullable(known.get(record.id()));
    }

    @Override
    public List<URI> endpoints(TransactionRecord record) {
      return List.of(URI.create("http://127.0.0.1:8101"));
    }
  }

  /** Of the actions only the transaction's id travels. */
  private final class Reader implements WorkReader {
    @Override
    public List<Action> read(TransactionId transaction, Actions actions) {
      if (isUnreadable.test(actions.text())) {
        throw new UnreadableWork("nothing here does this Work");
      }
      return asked.getOrDefault(actions.text(), List.of());
    }

    @Override
    public String heldNote(List<Part> parts) {
      return "held";
    }

    @Override
    public String refusedNote(List<Reason> reasons) {
      return reasons.toString();
    }

    @Override
    public String unreadableNote(TransactionId transaction, String reason) {
      return reason;
    }
  }
}
