package org.touchpaper.bar.coallocation.service;

import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;
import org.touchpaper.bar.coallocation.transaction.CoAllocationChanged;
import org.touchpaper.bar.schedule.BookingChangeWaiters;

/** Calls that wait for a co-allocation that the poller advances. */
@Component
public class OutcomeWaiters extends BookingChangeWaiters {

  @TransactionalEventListener(fallbackExecution = true)
  void onCoAllocationChanged(CoAllocationChanged event) {
    wake(event.id());
  }
}
