package org.touchpaper.segment.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.provider.Holdings;
import org.touchpaper.segment.provider.Repairs;
import org.touchpaper.tl1.session.Transcripts;

/** What an operator does with an element by hand. */
class ElementDeskTest {

  private final AtomicInteger retries = new AtomicInteger();
  private final AtomicInteger triedBefore = new AtomicInteger(-1);
  private final Repairs repairs =
      new Repairs() {
        @Override
        public List<ConnectionId> putBack(String element, String who) {
          triedBefore.set(retries.get());
          return List.of();
        }
      };

  private final ElementDesk desk =
      new ElementDesk(
          "nsap",
          new OperatedElements(List.of(new OperatedElement("openconfig", new Retried()))),
          new Readings(
              Elements.of(List.of()), Clock.systemUTC(), System::nanoTime, Readings.PATIENCE),
          Transcripts.inMemory(),
          new Holdings(JdbcClient.create(new DriverManagerDataSource())),
          _ -> List.of(),
          repairs,
          _ -> List.of(),
          Clock.systemUTC());

  /** Who does something by hand may know that the element lets us in again. */
  @Test
  void hasALoginThatWasPutOffTriedAtOnce() {
    desk.restore("RTR", "olga");
    assertThat(triedBefore).hasValue(1);
  }

  /** A session that counts how often it is to be tried at once. */
  private final class Retried extends IdleSession {
    @Override
    public void retryNow() {
      retries.incrementAndGet();
    }
  }
}
