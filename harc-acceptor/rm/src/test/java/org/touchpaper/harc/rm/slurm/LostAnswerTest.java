package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Part.State;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.platform.time.SettableClock;

/**
 * Each question to Slurm and each order gets no answer in turn, and may have been carried out: what
 * we did ourselves is never taken for an administrator's deed, and nothing is left half done.
 */
class LostAnswerTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  static Stream<Arguments> changes() {
    return Stream.of(
            Arguments.of(new Action.Modify("run", Ask.minutes(120, 180), null), State.COMMITTED),
            Arguments.of(new Action.Modify("run", Ask.minutes(0, 90), null), State.ACTIVE),
            Arguments.of(new Action.Modify("run", null, new Work.Compute("man", 3)), State.ACTIVE),
            Arguments.of(new Action.Cancel("run"), State.CANCELLED))
        .flatMap(each ->
            Stream.of(true, false)
                .map(isDone -> Arguments.of(each.get()[0], each.get()[1], isDone)));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void whatIsChangedWhileItGoesOnIsWhatWasDecided(Action change, State state, boolean isDone) {
    var nth = 0;
    do {
      nth++;
    } while (hasLostOne(change, state, nth, isDone));
    assertThat(nth).as("answers that could be lost").isGreaterThan(5);
  }

  private static boolean hasLostOne(Action change, State state, int nth, boolean isDone) {
    STORE.empty();
    var clock = SettableClock.at(Ask.NINE.minusSeconds(3600));
    var paper = new PaperSlurm(clock);
    var lossy = new LossySlurm();
    var slurm = new SlurmUnderTest("man", STORE.database(), lossy.before(paper), clock);
    var run = Ask.transaction("t.1", slurm.nodes("run", 2, Ask.minutes(0, 60)));
    slurm.start().prepare(run);
    slurm.start().commit(run);

    var changed = Ask.transaction("t.2", change);
    lossy.lose(nth, isDone);
    try {
      slurm.start().prepare(changed);
    } catch (SchedulerUnreachable e) {
      slurm.start().prepare(changed);
    }
    slurm.turnTo(Ask.NINE.plusSeconds(60));
    slurm.start().commit(changed);
    for (var second = 0; second < 4; second++) {
      slurm.turnTo(clock.instant().plus(Duration.ofSeconds(1)));
    }

    var hasLostOne = lossy.mend();
    slurm.turnTo(clock.instant().plus(Duration.ofSeconds(1)));
    var part = slurm.start().query(run).getFirst();
    assertThat(part.problem()).as("answer %d", nth).isNull();
    assertThat(part.state()).as("answer %d", nth).isEqualTo(state);
    assertThat(paper.listReservations())
        .as("answer %d", nth)
        .extracting(SlurmReservation::name)
        .containsExactlyElementsOf(slurm.unfinished().stream().map(Booking::reservation).toList());
    return hasLostOne;
  }
}
