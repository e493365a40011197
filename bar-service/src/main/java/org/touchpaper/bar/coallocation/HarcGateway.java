package org.touchpaper.bar.coallocation;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.harc.client.Begun;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.MalformedMessage;
import org.touchpaper.harc.client.PeerUnreachable;
import org.touchpaper.harc.client.ResourceState;
import org.touchpaper.harc.client.ResourceTimetable;
import org.touchpaper.harc.client.RmClient;
import org.touchpaper.harc.client.TimetableQuestion;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.platform.peers.Outbound;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.Starts;
import org.touchpaper.timetable.Steps;
import org.touchpaper.timetable.Window;

/** {@link Harc} over the wire. */
final class HarcGateway implements Harc {

  private static final Logger LOG = LoggerFactory.getLogger(HarcGateway.class);

  private static final String PUT_BACK = "its database put back from a copy";

  private final HarcClient client;
  private final Outbound outbound;
  private final Clock clock;

  HarcGateway(HarcClient client, Outbound outbound, Clock clock) {
    this.client = client;
    this.outbound = outbound;
    this.clock = clock;
  }

  @Override
  public Answer begin(Request request, Duration patience) {
    var id = request.record().id();
    try {
      var begun = outbound.send("harc begin", () -> client.begin(request, patience));
      if (!begun.objections().isEmpty()) {
        LOG.warn(
            "transaction={} is {}: {}",
            id,
            begun.knowledge().outcome(),
            String.join("; ", begun.objections()));
      }
      return answer(request.record(), begun);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("no answer to begin " + id, e);
    }
  }

  /** What is asked of a resource manager. */
  private interface Question<T> {
    T put(RmClient to) throws PeerUnreachable;
  }

  /**
   * Asks it.
   *
   * @throws Unanswered if it is not configured, does not answer, or not so that it is understood
   */
  private <T> T ask(String rm, String what, Question<T> question) {
    try {
      var to = client.resourceManager(rm);
      return outbound.send(rm + " " + what, () -> question.put(to));
    } catch (MalformedMessage e) {
      throw new Unanswered(rm + " is not understood: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new Unanswered(rm + " cannot be asked: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new Unanswered(rm + " does not answer: " + e.getMessage(), e);
    }
  }

  private Answer answer(TransactionRecord record, Begun begun) {
    var knowledge = begun.knowledge();
    return switch (knowledge.outcome()) {
      case NOT_STARTED -> notStarted(record, begun.objections());
      case UNKNOWN, UNDECIDED -> new Answer.Undecided(begun.objections());
      case COMMIT -> new Answer.Commit(new Votes(knowledge.votes()).held());
      case ABORT -> new Answer.Abort(new Votes(knowledge.votes()).refusals());
      case OTHER_RECORD -> other(record.id());
    };
  }

  /**
   * What nobody takes up may have been begun before, when it was asked first. Once it can be voted
   * on no more, the acceptors are asked what became of it instead: whoever is asked is bound to its
   * record, and finishes what none of F+1 knows by phase 1, as <i>aborted</i>. So that end is
   * chosen, not guessed, and holds against every message that is still on its way. It takes
   * acceptors that may be asked what they will not begin, such as for people whom this broker may
   * not speak for any more. What they will not be asked either stays as it is; see {@link
   * Attempt#wasAskedOnce}.
   */
  private Answer notStarted(TransactionRecord record, List<String> objections) {
    var unknown = new Answer.NotStarted(objections);
    if (!clock.instant().isAfter(record.voteBy())) {
      return unknown;
    }
    try {
      var knowledge = outbound.send("harc question", () -> client.outcome(record));
      return switch (knowledge.outcome()) {
        case COMMIT -> new Answer.Commit(new Votes(knowledge.votes()).held());
        case ABORT -> new Answer.Abort(new Votes(knowledge.votes()).refusals(objections));
        case UNDECIDED -> new Answer.Undecided(objections);
        case NOT_STARTED, UNKNOWN, OTHER_RECORD -> unknown;
      };
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      LOG.warn(
          "transaction={} is taken up by nobody, and what became of it is not known: {}",
          record.id(),
          e.toString());
      return unknown;
    }
  }

  /** Whoever cannot learn what became of the other comes back: it may hold what we would hold. */
  private Answer other(TransactionId id) {
    try {
      return switch (outbound.send("harc outcome", () -> client.outcome(id)).outcome()) {
        case ABORT -> new Answer.OtherRecord();
        case COMMIT -> new Answer.OtherCommitted(id);
        case NOT_STARTED, UNKNOWN, UNDECIDED, OTHER_RECORD -> new Answer.Undecided();
      };
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      LOG.warn("transaction={} is something else, of which nothing is known: {}", id, e.toString());
      return new Answer.Undecided();
    }
  }

  @Override
  public Told query(String rm, TransactionId transaction) {
    try {
      return told(rm, ask(rm, "query", to -> to.query(transaction)));
    } catch (Unanswered e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e; // it is us who end
      }
      return silent(String.valueOf(e.getMessage()));
    }
  }

  private static Silent silent(String why) {
    LOG.info("{}", why);
    return new Silent(why + "; it is asked again, and until then this is what was known last");
  }

  /** What it is asked about was committed, and so it had voted prepared. */
  private static Told told(String rm, ResourceState state) {
    return switch (state.phase()) {
      case UNKNOWN -> forgotten(rm + " knows nothing of it", PUT_BACK);
      case ABORTED -> forgotten(rm + " takes it for given up", PUT_BACK + ", or was it forced");
      case PREPARING, PREPARED, COMMITTED -> report(state);
    };
  }

  private static Forgotten forgotten(String what, String cause) {
    return new Forgotten(
        what
            + ", though it had agreed to it: was "
            + cause
            + "? Cancel what is left of this booking, and book it anew");
  }

  private static Told report(ResourceState state) {
    var heard = new HashMap<UUID, Heard>();
    for (var part : state.parts()) {
      Votes.ident(part.ident())
          .ifPresent(ident -> heard(part).ifPresent(word -> heard.put(ident, word)));
    }
    return new Told.Report(heard);
  }

  private static Optional<Heard> heard(ResourceState.Part part) {
    return state(part.state())
        .map(state ->
            new Heard(state, part.problem().isEmpty() ? null : part.problem(), part.released()));
  }

  /** Where a resource manager has not heard the decision yet, what we know stands. */
  private static Optional<Phase> state(ResourceState.PartState state) {
    return switch (state) {
      case HELD, ABORTED -> Optional.empty();
      case COMMITTED -> Optional.of(Phase.COMMITTED);
      case ACTIVE -> Optional.of(Phase.ACTIVE);
      case ENDED -> Optional.of(Phase.ENDED);
      case CANCELLED -> Optional.of(Phase.CANCELLED);
      case FAILED -> Optional.of(Phase.FAILED);
    };
  }

  @Override
  public Free timetable(
      String rm,
      String resource,
      Person person,
      Schedule window,
      @Nullable Integer amount,
      @Nullable Duration length) {
    var path = resource.contains("..");
    var question =
        new TimetableQuestion(
            resource,
            window.startTime(),
            window.endTime(),
            path ? amount : null,
            path ? null : amount,
            length,
            new TimetableQuestion.Person(
                person.name(), person.homeSite(), person.virtualOrganisations(), person.role()));
    return ask(rm, "timetable", to -> understood(to.timetable(question)));
  }

  /** Its steps may be in no order, though each is well formed. */
  private static Free understood(ResourceTimetable timetable) {
    try {
      return free(timetable);
    } catch (IllegalArgumentException e) {
      throw new MalformedMessage("its timetable makes no sense: " + e.getMessage());
    }
  }

  private static Free free(ResourceTimetable timetable) {
    var steps =
        timetable.steps().stream()
            .map(step -> new Steps.Step(new Window(step.from(), step.to()), step.free()))
            .toList();
    var starts =
        timetable.starts().stream()
            .map(range -> new Starts.Range(range.first(), range.last()))
            .toList();
    return new Free(timetable.unit(), new Steps(steps), new Starts(starts));
  }
}
