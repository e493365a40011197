package org.touchpaper.bar.coallocation;

import java.util.concurrent.CompletableFuture;
import org.springframework.context.ApplicationContext;

/** One round over all co-allocations that are due, waited for; for tests beyond this package. */
public final class Followed {

  private Followed() {}

  public static void all(ApplicationContext service) {
    var looks = service.getBean(Rounds.class).go();
    CompletableFuture.allOf(looks.toArray(CompletableFuture[]::new)).join();
  }
}
