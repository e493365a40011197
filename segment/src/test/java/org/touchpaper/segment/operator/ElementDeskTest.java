package org.touchpaper.segment.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.provider.Holdings;
import org.touchpaper.segment.provider.Repairs;
import org.touchpaper.tl1.session.ElementSession;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.SessionEvent;
import org.touchpaper.tl1.session.SessionState;
import org.touchpaper.tl1.session.Transcripts;

/** What an operator does with an element by hand. */
class ElementDeskTest {

  private final Session session = new Session();
  private final AtomicInteger triedBefore = new AtomicInteger(-1);
  private final Repairs repairs =
      new Repairs() {
        @Override
        public List<ConnectionId> putBack(String element, String who) {
          triedBefore.set(session.retries.get());
          return List.of();
        }
      };

  private final ElementDesk desk =
      new ElementDesk(
          "nsap",
          new OperatedElements(List.of(new OperatedElement("openconfig", session))),
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
  private static final class Session implements ElementSession.Wordless {
    private final AtomicInteger retries = new AtomicInteger();

    @Override
    public Endpoint endpoint() {
      return new Endpoint("RTR", "192.0.2.2", 830);
    }

    @Override
    public SessionState state() {
      return new SessionState.Idle("");
    }

    @Override
    public int logins() {
      return 0;
    }

    @Override
    public void watch(Consumer<SessionEvent> watcher) {}

    @Override
    public void stayConnected() {}

    @Override
    public void retryNow() {
      retries.incrementAndGet();
    }

    @Override
    public void close() {}
  }
}
