package org.touchpaper.harc.rm.vote;

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
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.rm.local.Store;

/** What an administrator reads of that which goes wrong with a transaction. */
class ToldInTheLogTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final WillingScheduler scheduler = new WillingScheduler();
  private final VoterByHand voter = new VoterByHand(STORE, scheduler);
  private final ListAppender<ILoggingEvent> told = new ListAppender<>();
  private final List<Logger> loggers = List.of(logger(Voter.class), logger(Troubles.class));

  private static Logger logger(Class<?> of) {
    return (Logger) LoggerFactory.getLogger(of);
  }

  @BeforeEach
  void freshDatabase() {
    told.start();
    loggers.forEach(each -> each.addAppender(told));
  }

  @AfterEach
  void detach() {
    loggers.forEach(each -> each.detachAppender(told));
  }

  private List<String> told(Level level) {
    return told.list.stream()
        .filter(line -> line.getLevel().equals(level))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  /** It is repeated every second, for as long as a BAR is away. */
  @Test
  void whatGoesWrongAgainAndAgainIsToldOnceUntilItIsSomethingElse() {
    var run = voter.voted("t.1");
    scheduler.silent = 5;
    voter.decide(run, Decision.COMMIT);
    voter.work();
    voter.goOn(run);
    voter.goOn(run);
    assertThat(told(Level.WARN)).containsExactly("transaction=t.1 COMMIT to be repeated: silent");
    scheduler.says = "out of order";
    voter.goOn(run);
    voter.goOn(run);
    assertThat(told(Level.WARN))
        .hasSize(2)
        .contains("transaction=t.1 COMMIT to be repeated: out of order");
    voter.goOn(run);
    assertThat(voter.isCarriedOut(run)).isTrue();
    assertThat(voter.problem(run)).isEmpty();
  }

  /** Nobody waits for what is done beside an answer: it would fail unseen. */
  @Test
  void whatNobodyHasThoughtOfIsToldWithItsTransactionAndRepeated() {
    var run = voter.voted("t.1");
    voter.isBroken = true;
    voter.restart();
    assertThat(told(Level.ERROR)).containsExactly("transaction=t.1 ask failed, to be repeated");
    voter.isBroken = false;
    voter.acceptorsKnow(run, Decision.COMMIT);
    voter.restart();
    assertThat(voter.isCarriedOut(run)).isTrue();
  }

  /** No more than an exception may it be the end of what was decided. */
  @Test
  void whatAnErrorStoppedIsRepeated() {
    var run = voter.voted("t.1");
    scheduler.exhausted = 1;
    voter.decide(run, Decision.COMMIT);
    assertThatThrownBy(voter::work).isInstanceOf(OutOfMemoryError.class);
    assertThat(voter.isCarriedOut(run)).isFalse();
    voter.goOn(run);
    assertThat(voter.isCarriedOut(run)).isTrue();
  }
}
