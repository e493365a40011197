package org.touchpaper.bar.coallocation;

import java.util.List;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.segment.connection.Schedule;

/**
 * A transaction to be begun: schedule, parts and request. New parts have ids of this transaction
 * alone.
 */
public record TransactionPlan(
    Schedule schedule, List<CoAllocationPart> parts, TransactionRequest request) {
  public TransactionPlan {
    parts = List.copyOf(parts);
  }
}
