package org.touchpaper.harc.rm.backend.network;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.platform.ParallelCalls;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.SegmentFaultException;

/**
 * Makes the calls to the BAR for the lightpaths of a transaction, side by side. Lightpaths that
 * differ and may share a link are reserved in the order of the transaction's actions, so that the
 * same request gets the same answer.
 */
record ParallelLightpathClient(BarClient bar) {

  /** Less than the calls of one peer that a BAR serves at the same time (24 by default). */
  private static final int AT_ONCE = 8;

  /** How long others may still be answered once one is refused: all will be aborted. */
  private static final Duration GRACE = Duration.ofMillis(500);

  /** The BAR's answer about a lightpath. */
  record Answer(LightpathVersion lightpath, ReserveResult result) {
    boolean isRefused() {
      return result instanceof ReserveResult.Refused;
    }
  }

  /** What came of a call: either the answer, or why there is none. */
  private sealed interface Reply {
    record Answered(Answer answer) implements Reply {}

    record Unanswered(SchedulerUnreachableException cause) implements Reply {}
  }

  /**
   * Reserves all, or as many as it takes until one is refused.
   *
   * @return the answers; without those of lightpaths that had none when one was refused
   * @throws SchedulerUnreachableException if none is refused, but not all are answered
   */
  List<Answer> reserve(Transaction transaction, List<LightpathVersion> lightpaths) {
    var answers = new ArrayList<Answer>();
    for (var interchangeable : groupInterchangeable(lightpaths)) {
      answers.addAll(reserveSideBySide(transaction, interchangeable));
      if (answers.stream().anyMatch(Answer::isRefused)) {
        break;
      }
    }
    return answers;
  }

  /**
   * Groups lightpaths that may be reserved in any order. For new ones that ask for the same it is
   * irrelevant which of them gets what. Between different ones the order may decide whether all
   * fit: all have an end at this campus, and which links the wide area chooses is unknown here. A
   * change depends on what its lightpath has; a cancellation takes nothing.
   */
  private static Collection<List<LightpathVersion>> groupInterchangeable(
      List<LightpathVersion> lightpaths) {
    return lightpaths.stream()
        .collect(
            Collectors.groupingBy(
                ParallelLightpathClient::orderKey, LinkedHashMap::new, Collectors.toList()))
        .values();
  }

  private static Optional<Object> orderKey(LightpathVersion lightpath) {
    return lightpath.version() == 1 || lightpath.isCancel()
        ? Optional.ofNullable(lightpath.criteria())
        : Optional.of(lightpath.connection());
  }

  private List<Answer> reserveSideBySide(
      Transaction transaction, List<LightpathVersion> lightpaths) {
    var replies =
        ParallelCalls.invokeUntil(
                lightpaths.stream()
                    .<Supplier<Reply>>map(lightpath -> () -> reply(transaction, lightpath))
                    .toList(),
                AT_ONCE,
                ParallelLightpathClient::isRefused,
                GRACE)
            .stream()
            .flatMap(Optional::stream)
            .toList();
    if (replies.stream().noneMatch(ParallelLightpathClient::isRefused)) {
      replies.forEach(ParallelLightpathClient::throwIfUnanswered);
    }
    return replies.stream()
        .map(reply -> reply instanceof Reply.Answered(var answer) ? answer : null)
        .filter(Objects::nonNull)
        .toList();
  }

  private static boolean isRefused(Reply reply) {
    return reply instanceof Reply.Answered(var answer) && answer.isRefused();
  }

  private static void throwIfUnanswered(Reply reply) {
    if (reply instanceof Reply.Unanswered(var cause)) {
      throw cause;
    }
  }

  private Reply reply(Transaction transaction, LightpathVersion lightpath) {
    try {
      return new Reply.Answered(new Answer(lightpath, reserve(transaction, lightpath)));
    } catch (SchedulerUnreachableException e) {
      return new Reply.Unanswered(e);
    }
  }

  private ReserveResult reserve(Transaction transaction, LightpathVersion lightpath) {
    try {
      return tryReserve(transaction, lightpath);
    } catch (SegmentFaultException e) {
      throwIfDecisionPending(transaction, lightpath, e);
    }
    try {
      return tryReserve(transaction, lightpath);
    } catch (SegmentFaultException e) {
      return new ReserveResult.Refused(BarClient.toRefusal(e));
    }
  }

  private ReserveResult tryReserve(Transaction transaction, LightpathVersion lightpath) {
    return switch (bar.reserve(transaction, lightpath)) {
      case ReserveResult.Held held -> held;
      case ReserveResult.Refused(var refusal) ->
          new ReserveResult.Refused(LightpathSetupLead.of(transaction, lightpath).explain(refusal));
    };
  }

  /**
   * While the BAR is still applying an earlier decision there is no vote: the request is repeated.
   */
  private void throwIfDecisionPending(
      Transaction transaction, LightpathVersion lightpath, SegmentFaultException fault) {
    if (bar.query(transaction, lightpath.connection()) instanceof ConnectionReport.Known known) {
      switch (known.reservation()) {
        case RESERVE_COMMITTING, RESERVE_ABORTING ->
            throw new SchedulerUnreachableException(
                "the BAR has not carried out the decision about an earlier change yet", fault);
        case RESERVE_START, RESERVE_CHECKING, RESERVE_HELD, RESERVE_FAILED, RESERVE_TIMEOUT -> {}
      }
    }
  }

  /**
   * Makes a call for each lightpath side by side. One that fails does not keep the others from
   * being made; the first failure is thrown then.
   */
  void forEach(List<LightpathVersion> lightpaths, Consumer<LightpathVersion> call) {
    ParallelCalls.invokeAll(
        lightpaths.stream()
            .<Supplier<LightpathVersion>>map(lightpath ->
                () -> {
                  call.accept(lightpath);
                  return lightpath;
                })
            .toList(),
        AT_ONCE);
  }
}
