package org.touchpaper.harc.rm.voting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;

/** The log of problems with transactions. */
class ProblemLogTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final StubScheduler scheduler = new StubScheduler();
  private final ManualVoter voter = new ManualVoter(STORE, scheduler);
  private final ListAppender<ILoggingEvent> logEvents = new ListAppender<>();
  private final List<Logger> loggers =
      List.of(logger(Voter.class), logger(TransactionProblemRecorder.class));

  private static Logger logger(Class<?> of) {
    return (Logger) LoggerFactory.getLogger(of);
  }

  @BeforeEach
  void freshDatabase() {
    logEvents.start();
    loggers.forEach(logger -> logger.addAppender(logEvents));
  }

  @AfterEach
  void detach() {
    loggers.forEach(logger -> logger.detachAppender(logEvents));
  }

  private List<String> messages(Level level) {
    return logEvents.list.stream()
        .filter(line -> line.getLevel().equals(level))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  /** It is repeated every second while a BAR is unreachable. */
  @Test
  void aRepeatedProblemIsLoggedOnceUntilItChanges() {
    var run = voter.prepareAndVote("t.1");
    scheduler.unreachableCount = 5;
    voter.decide(run, Decision.COMMIT);
    voter.runTasks();
    voter.advance(run);
    voter.advance(run);
    assertThat(messages(Level.WARN))
        .containsExactly("transaction=t.1 COMMIT will be retried: silent");
    scheduler.unreachableMessage = "out of order";
    voter.advance(run);
    voter.advance(run);
    assertThat(messages(Level.WARN))
        .hasSize(2)
        .contains("transaction=t.1 COMMIT will be retried: out of order");
    voter.advance(run);
    assertThat(voter.isCarriedOut(run)).isTrue();
    assertThat(voter.problemOf(run)).isEmpty();
  }

  /** Background tasks have no caller that would see the failure. */
  @Test
  void anUnexpectedFailureIsLoggedWithItsTransactionAndRetried() {
    var run = voter.prepareAndVote("t.1");
    voter.failsQueries = true;
    voter.resume();
    assertThat(messages(Level.ERROR))
        .containsExactly("transaction=t.1 query outcome failed and will be retried");
    voter.failsQueries = false;
    voter.setKnownOutcome(run, Decision.COMMIT);
    voter.resume();
    assertThat(voter.isCarriedOut(run)).isTrue();
  }

  /** An Error must not end the work on a decision either. */
  @Test
  void aTaskThatAnErrorStoppedIsRetried() {
    var run = voter.prepareAndVote("t.1");
    scheduler.exhaustedCount = 1;
    voter.decide(run, Decision.COMMIT);
    assertThatThrownBy(voter::runTasks).isInstanceOf(OutOfMemoryError.class);
    assertThat(voter.isCarriedOut(run)).isFalse();
    voter.advance(run);
    assertThat(voter.isCarriedOut(run)).isTrue();
  }
}
