package org.touchpaper.bar.coallocation.harc;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.bar.coallocation.run.JobState;
import org.touchpaper.bar.coallocation.run.JobStatus;
import org.touchpaper.bar.coallocation.run.OfferedApplication;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.harc.client.BeginResult;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.PeerRequestException;
import org.touchpaper.harc.client.ResourceManagerQueries;
import org.touchpaper.harc.client.ResourceTimetableQuery;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.harc.client.model.ResourceManagerTransactionStatus;
import org.touchpaper.harc.client.model.ResourceTimetable;
import org.touchpaper.harc.client.model.RunStatus;
import org.touchpaper.harc.client.xml.MalformedMessageException;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.StartRanges;
import org.touchpaper.timetable.StepFunction;
import org.touchpaper.timetable.Window;

/** Implements {@link CommitProtocolPort} with HARC's clients. */
public final class HarcAdapter implements CommitProtocolPort {

  private static final Logger LOG = LoggerFactory.getLogger(HarcAdapter.class);

  private static final String RESTORED_FROM_BACKUP = "its database restored from a backup";

  private final HarcClient client;
  private final OutgoingPeerCallInterceptor outbound;
  private final Clock clock;
  private final Map<String, ResourceManagerQueries> localResourceManagers;

  public HarcAdapter(HarcClient client, OutgoingPeerCallInterceptor outbound, Clock clock) {
    this(client, outbound, clock, Map.of());
  }

  /**
   * Creates an adapter.
   *
   * @param localResourceManagers those in this process, by name
   */
  public HarcAdapter(
      HarcClient client,
      OutgoingPeerCallInterceptor outbound,
      Clock clock,
      Map<String, ResourceManagerQueries> localResourceManagers) {
    this.client = client;
    this.outbound = outbound;
    this.clock = clock;
    this.localResourceManagers = Map.copyOf(localResourceManagers);
  }

  @Override
  public TransactionResult begin(
      TransactionRequest request, Map<UUID, String> fields, Duration patience) {
    var id = request.record().id();
    try {
      var beginResult = outbound.send("harc begin", () -> client.begin(request, patience));
      if (!beginResult.objections().isEmpty()) {
        LOG.warn(
            "transaction={} outcome={}: {}",
            id,
            beginResult.report().outcome(),
            String.join("; ", beginResult.objections()));
      }
      return toResult(request.record(), beginResult, fields);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("no answer to begin " + id, e);
    }
  }

  private interface ResourceManagerCall<T> {
    T send(ResourceManagerQueries rmClient) throws PeerRequestException;
  }

  /**
   * Queries a resource manager.
   *
   * @throws NoAnswerException if it is not configured, does not answer, or returns an invalid
   *     response
   */
  private <T> T call(String rm, String purpose, ResourceManagerCall<T> call) {
    try {
      var local = localResourceManagers.get(rm);
      var rmClient = local == null ? client.resourceManager(rm) : local;
      return outbound.send(rm + " " + purpose, () -> call.send(rmClient));
    } catch (MalformedMessageException e) {
      throw new NoAnswerException(rm + " returned an invalid response: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new NoAnswerException(rm + " cannot be queried: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new NoAnswerException(rm + " does not answer: " + e.getMessage(), e);
    }
  }

  private TransactionResult toResult(
      TransactionRecord record, BeginResult beginResult, Map<UUID, String> fields) {
    var knowledge = beginResult.report();
    return switch (knowledge.outcome()) {
      case NOT_STARTED -> resolveNotStarted(record, beginResult.objections(), fields);
      case UNKNOWN, UNDECIDED -> new TransactionResult.Undecided(beginResult.objections());
      case COMMIT ->
          new TransactionResult.Commit(new VoteInterpreter(knowledge.votes(), fields).heldParts());
      case ABORT ->
          new TransactionResult.Abort(new VoteInterpreter(knowledge.votes(), fields).refusals());
      case OTHER_RECORD -> resolveTakenId(record.id());
    };
  }

  /**
   * A transaction that no majority accepts may have been begun by an earlier request. After the
   * vote deadline the acceptors are asked for the outcome of its record: each acceptor binds itself
   * to the record, and F+1 that do not know it finish it by phase 1 as <i>aborted</i>. The abort is
   * decided, not guessed, so messages still in transit cannot change it. This also works for
   * acceptors that refuse to begin it, for example because this broker may no longer act for the
   * person. If they refuse the query too, it stays undecided; see {@code Attempt#wasBegunOnce}.
   */
  private TransactionResult resolveNotStarted(
      TransactionRecord record, List<String> objections, Map<UUID, String> fields) {
    var notStarted = new TransactionResult.NotStarted(objections);
    if (!clock.instant().isAfter(record.voteBy())) {
      return notStarted;
    }
    try {
      var knowledge = outbound.send("harc question", () -> client.outcome(record));
      return switch (knowledge.outcome()) {
        case COMMIT ->
            new TransactionResult.Commit(
                new VoteInterpreter(knowledge.votes(), fields).heldParts());
        case ABORT ->
            new TransactionResult.Abort(
                new VoteInterpreter(knowledge.votes(), fields).refusals(objections));
        case UNDECIDED -> new TransactionResult.Undecided(objections);
        case NOT_STARTED, UNKNOWN, OTHER_RECORD -> notStarted;
      };
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      LOG.warn(
          "transaction={}: no majority accepts it, and its outcome could not be read: {}",
          record.id(),
          e.toString());
      return notStarted;
    }
  }

  /**
   * If the outcome of the other transaction is unknown, this one stays undecided: the other may
   * hold the same resources.
   */
  private TransactionResult resolveTakenId(TransactionId id) {
    try {
      return switch (outbound.send("harc outcome", () -> client.outcome(id)).outcome()) {
        case ABORT -> new TransactionResult.IdTakenByAborted();
        case COMMIT -> new TransactionResult.IdTakenByCommitted(id);
        case NOT_STARTED, UNKNOWN, UNDECIDED, OTHER_RECORD -> new TransactionResult.Undecided();
      };
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      LOG.warn(
          "transaction={}: id already used by another transaction; its outcome could not be read:"
              + " {}",
          id,
          e.toString());
      return new TransactionResult.Undecided();
    }
  }

  @Override
  public QueryResult query(String rm, TransactionId transaction) {
    try {
      return toQueryResult(rm, call(rm, "query", rmClient -> rmClient.queryStatus(transaction)));
    } catch (NoAnswerException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e; // this process is shutting down
      }
      return noAnswer(String.valueOf(e.getMessage()));
    }
  }

  private static NoAnswer noAnswer(String reason) {
    LOG.info("{}", reason);
    return new NoAnswer(reason + "; retrying, the status shown is the last one known");
  }

  /** The transaction was committed, so the resource manager had voted prepared. */
  private static QueryResult toQueryResult(String rm, ResourceManagerTransactionStatus state) {
    return switch (state.phase()) {
      case UNKNOWN ->
          transactionForgotten(rm + " has no record of this part", RESTORED_FROM_BACKUP);
      case ABORTED ->
          transactionForgotten(
              rm + " reports this part as aborted",
              RESTORED_FROM_BACKUP + ", or the decision overridden");
      case PREPARING, PREPARED, COMMITTED -> statusReport(state);
    };
  }

  private static TransactionForgotten transactionForgotten(String fact, String suspectedCause) {
    return new TransactionForgotten(
        fact
            + ", although it had agreed to it: was "
            + suspectedCause
            + "? Cancel this booking and make a new one");
  }

  private static QueryResult statusReport(ResourceManagerTransactionStatus state) {
    var states = new HashMap<UUID, ReportedState>();
    for (var part : state.bookings()) {
      VoteInterpreter.parsePartId(part.bookingId())
          .ifPresent(
              partId -> toReportedState(part).ifPresent(reported -> states.put(partId, reported)));
    }
    return new QueryResult.Report(states);
  }

  private static Optional<ReportedState> toReportedState(
      ResourceManagerTransactionStatus.BookingStatus part) {
    return toPhase(part.state())
        .map(state ->
            new ReportedState(
                state,
                part.problem().isEmpty() ? null : part.problem(),
                part.isReleased(),
                part.run() == null ? null : toJobStatus(part.run())));
  }

  private static JobStatus toJobStatus(RunStatus run) {
    return new JobStatus(
        JobState.valueOf(run.state().name()),
        run.number(),
        run.jobId(),
        run.nodes(),
        run.port(),
        run.protocol(),
        run.since(),
        run.exitCode(),
        run.message() == null || run.message().isEmpty() ? null : run.message(),
        run.output());
  }

  /** A resource manager that has not received the decision leaves the known state unchanged. */
  private static Optional<BookingPhase> toPhase(
      ResourceManagerTransactionStatus.BookingState state) {
    return switch (state) {
      case HELD, ABORTED -> Optional.empty();
      case COMMITTED -> Optional.of(BookingPhase.COMMITTED);
      case ACTIVE -> Optional.of(BookingPhase.ACTIVE);
      case ENDED -> Optional.of(BookingPhase.ENDED);
      case CANCELLED -> Optional.of(BookingPhase.CANCELLED);
      case FAILED -> Optional.of(BookingPhase.FAILED);
    };
  }

  @Override
  public Timetable timetable(
      String rm,
      String resource,
      Person person,
      Schedule window,
      @Nullable Integer amount,
      @Nullable Duration length,
      @Nullable UUID ownPart) {
    var isLightpath = resource.contains("..");
    var query =
        new ResourceTimetableQuery(
            resource,
            window.startTime(),
            window.endTime(),
            isLightpath ? amount : null,
            isLightpath ? null : amount,
            length,
            toPerson(person),
            ownPart == null ? null : ownPart.toString());
    return call(rm, "timetable", rmClient -> parseTimetable(rmClient.timetable(query)));
  }

  @Override
  public List<OfferedApplication> applications(String rm, String resource, Person person) {
    return call(rm, "applications", rmClient -> rmClient.applications(resource, toPerson(person)))
        .stream()
        .map(HarcAdapter::toApplication)
        .toList();
  }

  private static OfferedApplication toApplication(RegisteredApplication application) {
    return new OfferedApplication(
        application.name(),
        application.description(),
        application.protocol(),
        application.parameters().stream()
            .map(parameter ->
                new OfferedApplication.Parameter(
                    parameter.name(),
                    parameter.pattern(),
                    parameter.defaultValue(),
                    parameter.description()))
            .toList(),
        application.freeExecutable());
  }

  private static ResourceTimetableQuery.Person toPerson(Person person) {
    return new ResourceTimetableQuery.Person(
        person.name(), person.homeSite(), person.virtualOrganisations(), person.role());
  }

  /** A well-formed timetable may still have its steps out of order. */
  private static Timetable parseTimetable(ResourceTimetable timetable) {
    try {
      return toTimetable(timetable);
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException("invalid timetable: " + e.getMessage());
    }
  }

  private static Timetable toTimetable(ResourceTimetable timetable) {
    var steps =
        timetable.steps().stream()
            .map(step -> new StepFunction.Step(new Window(step.from(), step.to()), step.free()))
            .toList();
    var starts =
        timetable.startRanges().stream()
            .map(range -> new StartRanges.Range(range.first(), range.last()))
            .toList();
    return new Timetable(timetable.unit(), new StepFunction(steps), new StartRanges(starts));
  }
}
