package org.touchpaper.harc.rm.network;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.rm.answer.Answers;
import org.touchpaper.harc.rm.local.FreeTime;
import org.touchpaper.harc.rm.local.FreeTimeQuestion;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;
import org.touchpaper.harc.rm.local.HoldAnswer.Reason;
import org.touchpaper.harc.rm.local.HoldAnswer.Refused;
import org.touchpaper.harc.rm.local.LocalScheduler;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.ReserveAnswer;

/**
 * A scheduler that is a BAR: prepare is reserve, commit is commit and provision, abort is abort, a
 * modification is the next version, and a cancel an empty one. No call is made inside a database
 * transaction; what is about to be asked is recorded before, so that a repeated request asks the
 * very same.
 */
public final class NetworkScheduler implements LocalScheduler {
  private final Bar bar;
  private final Intentions intentions;
  private final Lightpaths lightpaths;
  private final Answers answers;
  private final TransactionOperations database;
  private final NetworkTimetable timetable;
  private final Clock clock;

  /** Speaks to the BAR as the peer of that name. */
  public NetworkScheduler(
      String self,
      NetworkSegment segment,
      Network network,
      Lightpaths lightpaths,
      Answers answers,
      TransactionOperations database,
      Clock clock) {
    this.bar = new Bar(self, segment);
    this.intentions = new Intentions(bar, network, lightpaths, clock);
    this.timetable = new NetworkTimetable(self, bar, network);
    this.lightpaths = lightpaths;
    this.answers = answers;
    this.database = database;
    this.clock = clock;
  }

  @Override
  public HoldAnswer prepare(Transaction transaction) {
    var known = answers.find(transaction.id());
    return known.isPresent() ? answered(transaction, known.get()) : ask(transaction);
  }

  private HoldAnswer answered(Transaction transaction, Answers.Answer known) {
    return switch (known.state()) {
      case HELD, COMMITTED -> held(lightpaths.listOf(transaction.id()));
      case REFUSED -> new Refused(known.reasons());
      case ABORTED -> Answers.givenUp(transaction, "network");
    };
  }

  private static Held held(List<Lightpath> asked) {
    return new Held(
        asked.stream()
            .map(each ->
                new Part(
                    each.ident(),
                    Part.State.HELD,
                    each.connection().toString(),
                    each.path(),
                    null,
                    false))
            .toList());
  }

  private HoldAnswer ask(Transaction transaction) {
    var asked = lightpaths.listOf(transaction.id());
    if (asked.isEmpty()) {
      var intended = intentions.of(transaction);
      var impossible =
          intended.reasons().isEmpty()
              ? intend(transaction, intended.lightpaths())
              : intended.reasons();
      if (!impossible.isEmpty()) {
        return refuse(transaction, impossible);
      }
      asked = lightpaths.listOf(transaction.id());
    }
    var reasons = new ArrayList<Reason>();
    for (var lightpath : asked) {
      if (!lightpath.isMoot()) {
        reserve(transaction, lightpath)
            .ifPresent(why -> reasons.add(new Reason(lightpath.ident(), why)));
      }
    }
    return reasons.isEmpty() ? hold(transaction) : letGoAndRefuse(transaction, reasons);
  }

  /** Records all of it, or why none of it can be asked. */
  private List<Reason> intend(Transaction transaction, List<Lightpath> wanted) {
    return database.execute(_ -> {
      lightpaths.lock();
      var taken = wanted.stream().filter(lightpaths::isTaken).map(intentions::nameIsTaken).toList();
      if (taken.isEmpty()) {
        wanted.forEach(lightpaths::intend);
        lightpaths.owners().record(transaction);
      }
      return taken;
    });
  }

  private HoldAnswer hold(Transaction transaction) {
    if (answers.addHeld(transaction)) {
      return held(lightpaths.listOf(transaction.id()));
    }
    // An abort overtook us: whatever was held in the meantime is let go.
    var known = answers.find(transaction.id()).orElseThrow();
    if (known.state() == Answers.State.ABORTED) {
      abortAll(transaction);
    }
    return answered(transaction, known);
  }

  private HoldAnswer letGoAndRefuse(Transaction transaction, List<Reason> reasons) {
    abortAll(transaction);
    return refuse(transaction, reasons);
  }

  private HoldAnswer refuse(Transaction transaction, List<Reason> reasons) {
    answers.addRefused(transaction, reasons);
    return answered(transaction, answers.find(transaction.id()).orElseThrow());
  }

  private Optional<Refusal> reserve(Transaction transaction, Lightpath lightpath) {
    try {
      return answerOf(transaction, lightpath);
    } catch (Fault e) {
      waitForWhatIsDecided(transaction, lightpath, e);
    }
    try {
      return answerOf(transaction, lightpath);
    } catch (Fault e) {
      return Optional.of(Bar.refusal(e));
    }
  }

  private Optional<Refusal> answerOf(Transaction transaction, Lightpath lightpath) {
    return switch (bar.reserve(transaction, lightpath)) {
      case ReserveAnswer.Held(_, _, var path) -> {
        lightpaths.notePath(lightpath, path);
        yield Optional.empty();
      }
      case ReserveAnswer.Refused(var refusal) -> Optional.of(refusal);
    };
  }

  /**
   * A version that is decided is in nobody's way for long: while the BAR is still carrying out what
   * was decided, there is no vote to cast.
   */
  private void waitForWhatIsDecided(Transaction transaction, Lightpath lightpath, Fault why) {
    if (bar.query(transaction, lightpath.connection()) instanceof Report.Known known) {
      switch (known.reservation()) {
        case RESERVE_COMMITTING, RESERVE_ABORTING ->
            throw new SchedulerUnreachable(
                "the BAR has yet to carry out what was decided about an earlier change", why);
        case RESERVE_START, RESERVE_CHECKING, RESERVE_HELD, RESERVE_FAILED, RESERVE_TIMEOUT -> {}
      }
    }
  }

  @Override
  public void commit(Transaction transaction) {
    database.executeWithoutResult(_ -> answers.commit(transaction.id()));
    for (var lightpath : lightpaths.listOf(transaction.id())) {
      if (!lightpath.isMoot()) {
        commit(transaction, lightpath);
      }
    }
  }

  /** A commit cannot be refused; if the booking was lost meanwhile, the part has failed. */
  private void commit(Transaction transaction, Lightpath lightpath) {
    try {
      bar.commit(transaction, lightpath);
      if (!lightpath.isCancel()) {
        bar.provision(transaction, lightpath);
      }
    } catch (Fault e) {
      if (!(bar.query(transaction, lightpath.connection()) instanceof Report.Known known)
          || known.version() < lightpath.version()) {
        lightpaths.noteFailure(lightpath, String.valueOf(e.getMessage()));
      }
    }
  }

  @Override
  public void abort(Transaction transaction) {
    database.executeWithoutResult(_ -> answers.abort(transaction));
    abortAll(transaction);
  }

  private void abortAll(Transaction transaction) {
    for (var lightpath : lightpaths.listOf(transaction.id())) {
      if (!lightpath.isMoot()) {
        bar.abort(transaction, lightpath);
      }
    }
  }

  @Override
  public List<Part> query(Transaction transaction) {
    var known = answers.find(transaction.id());
    return known.isEmpty()
        ? List.of()
        : lightpaths.listOf(transaction.id()).stream()
            .map(lightpath -> part(transaction, lightpath, known.get().state()))
            .toList();
  }

  private Part part(Transaction transaction, Lightpath lightpath, Answers.State state) {
    var now = clock.instant();
    try {
      var report = bar.query(transaction, lightpath.connection());
      return LightpathPart.of(lightpath, state, report, now);
    } catch (SchedulerUnreachable e) {
      return LightpathPart.unheard(
          lightpath, state, byTheClock(lightpath, now), String.valueOf(e.getMessage()));
    }
  }

  private Part.State byTheClock(Lightpath lightpath, Instant now) {
    if (isOver(lightpath, now)) {
      return Part.State.ENDED;
    }
    return lightpath.isCancel() ? Part.State.CANCELLED : Part.State.COMMITTED;
  }

  /** A later modification may have moved its end. */
  private boolean isOver(Lightpath lightpath, Instant now) {
    return lightpaths
        .findDecided(lightpath.ident())
        .filter(decided -> !decided.isCancel())
        .or(() -> Optional.of(lightpath))
        .map(Lightpath::criteria)
        .filter(criteria -> !now.isBefore(criteria.schedule().endTime()))
        .isPresent();
  }

  /** Which booking an ident is the name of. */
  public static String bookingOf(String ident) {
    return Intentions.connectionOf(ident).toString();
  }

  @Override
  public void forget(Instant before) {
    database.executeWithoutResult(_ -> {
      lightpaths.lock();
      lightpaths.forget(before);
      answers.forget(before);
    });
  }

  @Override
  public FreeTime timetable(FreeTimeQuestion question) {
    return timetable.answer(question);
  }
}
