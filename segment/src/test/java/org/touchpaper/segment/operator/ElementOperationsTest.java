package org.touchpaper.segment.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.touchpaper.elementsession.transcript.TranscriptStore;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.inventory.ExpectedItemRepository;

/** Operations of an operator on an element. */
class ElementOperationsTest {

  private final AtomicInteger retries = new AtomicInteger();
  private final AtomicInteger triedBefore = new AtomicInteger(-1);
  private final ElementOperations operations =
      new ElementOperations(
          "nsap",
          new OperatedElements(
              List.of(new OperatedElement("openconfig", new RetryCountingSession()))),
          new ElementReadCache(
              DriverRegistry.of(List.of()),
              Clock.systemUTC(),
              System::nanoTime,
              ElementReadCache.MAX_WAIT),
          TranscriptStore.inMemory(),
          new ExpectedItemRepository(JdbcClient.create(new DriverManagerDataSource())),
          _ -> List.of(),
          new NothingFound(),
          Clock.systemUTC());

  /** The operator may know that the element accepts logins again. */
  @Test
  void retriesAPostponedLoginAtOnce() {
    operations.restore("RTR", "olga");
    assertThat(triedBefore).hasValue(1);
  }

  /** A reconciler that finds nothing. */
  private final class NothingFound implements ReconcilerFindings {
    @Override
    public List<PortAlarm> problems(String element) {
      return List.of();
    }

    @Override
    public boolean isCompared(String element) {
      return true;
    }

    @Override
    public Map<ConnectionId, Integer> lackingItems(String element) {
      return Map.of();
    }

    @Override
    public Set<ConnectionId> impairedCircuits(String element) {
      return Set.of();
    }

    @Override
    public List<ConnectionId> restoreMissing(String element, String operator) {
      triedBefore.set(retries.get());
      return List.of();
    }

    @Override
    public void compareSoon(String element) {}
  }

  /** A session that counts immediate retries. */
  private final class RetryCountingSession extends IdleSession {
    @Override
    public void retryNow() {
      retries.incrementAndGet();
    }
  }
}
