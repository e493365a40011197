package org.touchpaper.harc.rm.voting;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.LocalScheduler;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.scheduler.Transaction;

/** A scheduler that holds every request, and records decisions. */
public final class StubScheduler implements LocalScheduler {

  /** The decisions, as {@code commit t.1}, in the order received. */
  public final List<String> decisions = new ArrayList<>();

  /** The prepared transactions, in order. */
  public final List<String> prepared = new ArrayList<>();

  /** The number of next decisions that it does not answer. */
  public int unreachableCount;

  /** The message of these failures. */
  public String unreachableMessage = "silent";

  /** The number of next decisions on which it fails as on a machine without memory. */
  public int exhaustedCount;

  @Override
  public PrepareResult prepare(Transaction transaction) {
    prepared.add(transaction.id());
    return new PrepareResult.Held(List.of());
  }

  @Override
  public void commit(Transaction transaction) {
    recordDecision("commit " + transaction.id());
  }

  @Override
  public void abort(Transaction transaction) {
    recordDecision("abort " + transaction.id());
  }

  private void recordDecision(String decision) {
    if (exhaustedCount > 0) {
      exhaustedCount--;
      throw new OutOfMemoryError("scripted");
    }
    if (unreachableCount > 0) {
      unreachableCount--;
      throw new SchedulerUnreachableException(
          unreachableMessage, new IllegalStateException("scripted"));
    }
    decisions.add(decision);
  }

  @Override
  public List<ActionStatusDetails> queryStatuses(Transaction transaction) {
    return List.of();
  }

  @Override
  public void purgeEndedBefore(Instant before) {}

  @Override
  public ResourceAvailability queryAvailability(ResourceAvailabilityQuery query) {
    return new ResourceAvailability("nodes", List.of(), List.of());
  }
}
