package org.touchpaper.harc.rm.backend.network;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.rm.backend.network.ParallelLightpathClient.Answer;
import org.touchpaper.harc.rm.booking.TransactionResultRepository;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.LocalScheduler;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.PrepareResult.ActionRefusal;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.SegmentFaultException;

/**
 * The scheduler that a BAR is: prepare is reserve, commit is commit and provision, abort is abort,
 * a modification is the next version, and a cancellation is an empty version. No call is made
 * inside a database transaction. All requests of a transaction are recorded before the first is
 * sent, so that a repetition sends the same requests, and an abort reaches all, answered or not.
 */
public final class NetworkScheduler implements LocalScheduler {
  private final BarClient bar;
  private final ParallelLightpathClient parallelLightpathClient;
  private final LightpathRequestPlanner planner;
  private final LightpathVersionRepository lightpaths;
  private final TransactionResultRepository transactionResultRepository;
  private final TransactionOperations database;
  private final BarAvailabilityClient availability;
  private final Clock clock;

  /** Calls the BAR as the peer of that name. */
  public NetworkScheduler(
      String self,
      NetworkSegment segment,
      NetworkSettings network,
      LightpathVersionRepository lightpaths,
      TransactionResultRepository transactionResultRepository,
      TransactionOperations database,
      Clock clock) {
    this.bar = new BarClient(self, segment);
    this.parallelLightpathClient = new ParallelLightpathClient(bar);
    this.planner = new LightpathRequestPlanner(bar, network, lightpaths, clock);
    this.availability = new BarAvailabilityClient(self, bar, network);
    this.lightpaths = lightpaths;
    this.transactionResultRepository = transactionResultRepository;
    this.database = database;
    this.clock = clock;
  }

  @Override
  public PrepareResult prepare(Transaction transaction) {
    return recordedResult(transaction).orElseGet(() -> reserveAll(transaction));
  }

  private Optional<PrepareResult> recordedResult(Transaction transaction) {
    return transactionResultRepository.findResult(
        transaction, "network", () -> heldStatuses(lightpaths.listByTransaction(transaction.id())));
  }

  private static List<ActionStatusDetails> heldStatuses(List<LightpathVersion> held) {
    return held.stream()
        .map(lightpath ->
            ActionStatusDetails.held(
                lightpath.bookingId(), lightpath.connection().toString(), lightpath.path()))
        .toList();
  }

  private PrepareResult reserveAll(Transaction transaction) {
    var requested = lightpaths.listByTransaction(transaction.id());
    if (requested.isEmpty()) {
      var plan = planner.plan(transaction);
      var planRefusals =
          plan.refusals().isEmpty()
              ? recordIntents(transaction, plan.lightpaths())
              : plan.refusals();
      if (!planRefusals.isEmpty()) {
        return recordRefusal(transaction, planRefusals);
      }
      requested = lightpaths.listByTransaction(transaction.id());
    }
    var answers =
        parallelLightpathClient.reserve(
            transaction, requested.stream().filter(lightpath -> !lightpath.isMoot()).toList());
    var refusals = refusals(answers, requested);
    return refusals.isEmpty()
        ? recordHeld(transaction, withPaths(requested, answers))
        : releaseAndRefuse(transaction, refusals);
  }

  private static List<ActionRefusal> refusals(
      List<Answer> answers, List<LightpathVersion> requested) {
    var refusals = new ArrayList<ActionRefusal>();
    for (var answer : answers) {
      if (answer.result() instanceof ReserveResult.Refused(var refusal)) {
        refusals.add(
            new ActionRefusal(
                answer.lightpath().bookingId(),
                permanentIfOwnRival(refusal, answer.lightpath(), requested)));
      }
    }
    return refusals;
  }

  private static List<LightpathVersion> withPaths(
      List<LightpathVersion> requested, List<Answer> answers) {
    var paths = new HashMap<Integer, List<String>>();
    for (var answer : answers) {
      if (answer.result() instanceof ReserveResult.Held(_, _, var path, _)) {
        paths.put(answer.lightpath().index(), path);
      }
    }
    return requested.stream()
        .map(lightpath ->
            lightpath.withPath(paths.getOrDefault(lightpath.index(), lightpath.path())))
        .toList();
  }

  private static Refusal permanentIfOwnRival(
      Refusal refusal, LightpathVersion refused, List<LightpathVersion> requested) {
    var isOwnRival =
        refusal.code() == Refusal.Code.PORT_BUSY
            && requested.stream()
                .filter(other -> !other.connection().equals(refused.connection()))
                .anyMatch(other -> refused.sharesPort(other, refusal.resource()));
    return isOwnRival ? refusal.asOwnRival() : refusal;
  }

  /** Records all requests, or returns why none of them can be made. */
  private List<ActionRefusal> recordIntents(
      Transaction transaction, List<LightpathVersion> planned) {
    return database.execute(_ -> {
      lightpaths.lock();
      var nameRefusals =
          planned.stream().filter(lightpaths::isNameTaken).map(planner::nameTakenRefusal).toList();
      if (nameRefusals.isEmpty()) {
        planned.forEach(lightpaths::recordIntent);
        lightpaths.ownership().recordOwner(transaction);
      }
      return nameRefusals;
    });
  }

  /** Records the paths with the result, in one database transaction. */
  private PrepareResult recordHeld(Transaction transaction, List<LightpathVersion> held) {
    var isFirst =
        database.execute(_ -> {
          lightpaths.recordPaths(held);
          return transactionResultRepository.addHeld(transaction);
        });
    if (isFirst) {
      return new PrepareResult.Held(heldStatuses(held));
    }
    if (transactionResultRepository.find(transaction.id()).orElseThrow().state()
        == TransactionResultRepository.State.ABORTED) {
      abortAll(transaction); // An abort overtook this prepare: release what was held since.
    }
    return recordedResult(transaction).orElseThrow();
  }

  private PrepareResult releaseAndRefuse(Transaction transaction, List<ActionRefusal> refusals) {
    abortAll(transaction);
    return recordRefusal(transaction, refusals);
  }

  private PrepareResult recordRefusal(Transaction transaction, List<ActionRefusal> refusals) {
    transactionResultRepository.addRefused(transaction, refusals);
    return recordedResult(transaction).orElseThrow();
  }

  @Override
  public void commit(Transaction transaction) {
    database.executeWithoutResult(_ -> transactionResultRepository.commit(transaction.id()));
    parallelLightpathClient.forEach(
        listToCall(transaction), lightpath -> commit(transaction, lightpath));
  }

  /** Commits. It cannot be refused; if the reservation was lost, the part has failed. */
  private void commit(Transaction transaction, LightpathVersion lightpath) {
    try {
      if (lightpath.isCancel()) {
        bar.commit(transaction, lightpath);
      } else {
        bar.commitAndProvision(transaction, lightpath);
      }
    } catch (SegmentFaultException e) {
      if (!(bar.query(transaction, lightpath.connection()) instanceof ConnectionReport.Known known)
          || known.version() < lightpath.version()) {
        lightpaths.recordFailure(lightpath, String.valueOf(e.getMessage()));
      }
    }
  }

  @Override
  public void abort(Transaction transaction) {
    database.executeWithoutResult(_ -> transactionResultRepository.abort(transaction));
    abortAll(transaction);
  }

  private void abortAll(Transaction transaction) {
    parallelLightpathClient.forEach(
        listToCall(transaction), lightpath -> bar.abort(transaction, lightpath));
  }

  private List<LightpathVersion> listToCall(Transaction transaction) {
    return lightpaths.listByTransaction(transaction.id()).stream()
        .filter(lightpath -> !lightpath.isMoot())
        .toList();
  }

  @Override
  public List<ActionStatusDetails> queryStatuses(Transaction transaction) {
    var recorded = transactionResultRepository.find(transaction.id());
    return recorded.isEmpty()
        ? List.of()
        : lightpaths.listByTransaction(transaction.id()).stream()
            .map(lightpath -> status(transaction, lightpath, recorded.get().state()))
            .toList();
  }

  private ActionStatusDetails status(
      Transaction transaction,
      LightpathVersion lightpath,
      TransactionResultRepository.State state) {
    var now = clock.instant();
    try {
      var report = bar.query(transaction, lightpath.connection());
      return LightpathStatusMapper.toStatus(lightpath, state, report, now);
    } catch (SchedulerUnreachableException e) {
      return LightpathStatusMapper.statusWithoutReport(
          lightpath, state, stateByClock(lightpath, now), String.valueOf(e.getMessage()));
    }
  }

  private ActionStatusDetails.State stateByClock(LightpathVersion lightpath, Instant now) {
    if (isOver(lightpath, now)) {
      return ActionStatusDetails.State.ENDED;
    }
    return lightpath.isCancel()
        ? ActionStatusDetails.State.CANCELLED
        : ActionStatusDetails.State.COMMITTED;
  }

  /** Considers that a later modification may have moved the end. */
  private boolean isOver(LightpathVersion lightpath, Instant now) {
    return lightpaths
        .findDecided(lightpath.bookingId())
        .filter(latest -> !latest.isCancel())
        .or(() -> Optional.of(lightpath))
        .map(LightpathVersion::criteria)
        .filter(criteria -> !now.isBefore(criteria.schedule().endTime()))
        .isPresent();
  }

  /** The id under which the booking is known, whatever form of its id a client uses. */
  public static String canonicalBookingId(String bookingId) {
    return LightpathRequestPlanner.connectionIdOf(bookingId).toString();
  }

  @Override
  public void purgeEndedBefore(Instant cutoff) {
    database.executeWithoutResult(_ -> {
      lightpaths.lock();
      lightpaths.purge(cutoff);
      transactionResultRepository.purge(cutoff);
    });
  }

  @Override
  public ResourceAvailability queryAvailability(ResourceAvailabilityQuery query) {
    return availability.query(query);
  }
}
