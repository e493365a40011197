package org.touchpaper.bar.coallocation;

import java.util.concurrent.CompletableFuture;
import org.springframework.context.ApplicationContext;
import org.touchpaper.bar.coallocation.service.DueCoAllocationPoller;

/** Polls all due co-allocations once and waits for the checks; for tests in other packages. */
public final class CoAllocationPolling {

  private CoAllocationPolling() {}

  public static void pollOnce(ApplicationContext context) {
    var checks = context.getBean(DueCoAllocationPoller.class).poll();
    CompletableFuture.allOf(checks.toArray(CompletableFuture[]::new)).join();
  }
}
