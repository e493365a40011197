package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails.State;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.platform.time.SettableClock;

/**
 * Each request to Slurm loses its answer in turn, and may have taken effect: our own change is
 * never mistaken for a third party's, and nothing is left half done.
 */
class LostResponseTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  static Stream<Arguments> changes() {
    return Stream.of(
            Arguments.of(
                new BookingAction.Modify("run", TestRequests.minutes(120, 180), null),
                State.COMMITTED),
            Arguments.of(
                new BookingAction.Modify("run", TestRequests.minutes(0, 90), null), State.ACTIVE),
            Arguments.of(
                new BookingAction.Modify("run", null, new ResourceRequest.Compute("man", 3)),
                State.ACTIVE),
            Arguments.of(new BookingAction.Cancel("run"), State.CANCELLED))
        .flatMap(action ->
            Stream.of(true, false)
                .map(isDone -> Arguments.of(action.get()[0], action.get()[1], isDone)));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void anActiveBookingBecomesWhatWasDecidedWhicheverAnswerIsLost(
      BookingAction change, State state, boolean isDone) {
    var nth = 0;
    do {
      nth++;
    } while (hasLostOne(change, state, nth, isDone));
    assertThat(nth).as("answers that could be lost").isGreaterThan(5);
  }

  private static boolean hasLostOne(BookingAction change, State state, int nth, boolean isDone) {
    STORE.empty();
    var clock = SettableClock.at(TestRequests.NINE_O_CLOCK.minusSeconds(3600));
    var simulatedSlurm = new SimulatedSlurm(clock);
    var lossy = new LossySlurm();
    var slurm = new SlurmUnderTest("man", STORE.database(), lossy.wrap(simulatedSlurm), clock);
    var run = TestRequests.transaction("t.1", slurm.nodes("run", 2, TestRequests.minutes(0, 60)));
    slurm.newScheduler().prepare(run);
    slurm.newScheduler().commit(run);

    var changed = TestRequests.transaction("t.2", change);
    lossy.loseResponse(nth, isDone);
    try {
      slurm.newScheduler().prepare(changed);
    } catch (SchedulerUnreachableException e) {
      slurm.newScheduler().prepare(changed);
    }
    slurm.turnTo(TestRequests.NINE_O_CLOCK.plusSeconds(60));
    slurm.newScheduler().commit(changed);
    for (var second = 0; second < 4; second++) {
      slurm.turnTo(clock.instant().plus(Duration.ofSeconds(1)));
    }

    var hasLostOne = lossy.stopLosing();
    slurm.turnTo(clock.instant().plus(Duration.ofSeconds(1)));
    var part = slurm.newScheduler().queryStatuses(run).getFirst();
    assertThat(part.problem()).as("answer %d", nth).isNull();
    assertThat(part.state()).as("answer %d", nth).isEqualTo(state);
    assertThat(simulatedSlurm.listReservations())
        .as("answer %d", nth)
        .extracting(SlurmReservation::name)
        .containsExactlyElementsOf(
            slurm.unfinished().stream().map(booking -> booking.external().name()).toList());
    return hasLostOne;
  }
}
