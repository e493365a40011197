package org.touchpaper.harc.rm.backend.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.harc.rm.scheduler.TestRequests.NINE_O_CLOCK;
import static org.touchpaper.harc.rm.scheduler.TestRequests.minutes;
import static org.touchpaper.harc.rm.scheduler.TestRequests.nodes;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Refused;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.segment.connection.Refusal;

class CalendarSchedulerTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  @TempDir private Path directory;
  private CalendarUnderTest calendar;

  @BeforeEach
  void emptyCalendar() {
    calendar = new CalendarUnderTest(STORE.database(), directory);
  }

  @Test
  void namesTheNodes() {
    var held = (Held) prepare("t.1", nodes("run", 2, minutes(0, 10)));
    assertThat(held.statuses().getFirst().reference()).isEqualTo("newton001,newton002");
    assertThat(held.statuses().getFirst().path()).containsExactly("newton001", "newton002");
  }

  @Test
  void aRefusalHasTheNextFit() {
    prepare("t.1", nodes("run", 5, minutes(0, 10)));
    var refusal = refusal(prepare("t.2", nodes("other", 4, minutes(5, 20))));
    assertThat(refusal.code()).isEqualTo(Refusal.Code.NODES_BUSY);
    assertThat(refusal.resource()).isEqualTo("newton");
    assertThat(refusal.field()).isEqualTo("Nodes");
    assertThat(refusal.reason()).contains("newton has 3 of 8 nodes free");
    assertThat(refusal.nextFit()).isEqualTo(minutes(10, 25));
  }

  @Test
  void aBookingThatEndsWhenAnotherStartsFits() {
    prepare("t.1", nodes("run", 8, minutes(0, 10)));
    assertThat(prepare("t.2", nodes("next", 8, minutes(10, 20)))).isInstanceOf(Held.class);
  }

  @Test
  void aRequestThatCanNeverFitIsRefusedPermanently() {
    assertThat(refusal(prepare("t.1", nodes("a", 9, minutes(0, 10)))).code())
        .isEqualTo(Refusal.Code.MORE_THAN_MACHINE);
    assertThat(refusal(prepare("t.2", nodes("b", 1, minutes(-90, -70)))).code())
        .isEqualTo(Refusal.Code.BAD_SCHEDULE);
    var elsewhere =
        new BookingAction.Make("c", minutes(0, 10), new ResourceRequest.Compute("kepler", 1));
    assertThat(refusal(prepare("t.3", elsewhere)).code()).isEqualTo(Refusal.Code.NOT_ALLOWED);
    var path =
        new BookingAction.Make(
            "d", minutes(0, 10), new ResourceRequest.Path("vis.ucl", "newton", 300));
    assertThat(refusal(prepare("t.4", path)).code()).isEqualTo(Refusal.Code.NOT_ALLOWED);
  }

  @Test
  void aRefusalLeavesNothingInTheTimetable() {
    var before = calendar.newScheduler().queryAvailability(question(null, null));
    prepare("t.1", nodes("a", 4, minutes(0, 10)), nodes("b", 5, minutes(0, 10)));
    assertThat(calendar.newScheduler().queryAvailability(question(null, null))).isEqualTo(before);
  }

  @Test
  void theTimetableReturnsStartTimes() {
    prepare("t.1", nodes("run", 5, minutes(20, 30)));
    var free = calendar.newScheduler().queryAvailability(question(4, Duration.ofMinutes(10)));
    assertThat(free.unit()).isEqualTo("nodes");
    assertThat(free.steps()).extracting(step -> step.free()).containsExactly(8, 3, 8);
    assertThat(free.startRanges()).hasSize(2);
    assertThat(free.startRanges().getFirst().lastStart()).isEqualTo(NINE_O_CLOCK.plusSeconds(600));
    assertThat(free.startRanges().getLast().firstStart()).isEqualTo(NINE_O_CLOCK.plusSeconds(1800));
  }

  /** A change may keep its own nodes, but not take those of others. */
  @Test
  void theTimetableForAChangeCountsTheBookingsOwnNodesAsFree() {
    prepare("t.1", nodes("run", 5, minutes(20, 30)), nodes("other", 2, minutes(25, 30)));
    assertThat(startOf(8, "")).isEmpty();
    assertThat(startOf(6, "run")).contains(minutes(20, 30).startTime());
    assertThat(startOf(7, "run")).isEmpty();
    assertThat(startOf(6, "other")).isEmpty();
  }

  private Optional<Instant> startOf(int nodes, String ownBooking) {
    var wanted = minutes(20, 30);
    return calendar
        .newScheduler()
        .queryAvailability(
            new ResourceAvailabilityQuery(
                TestRequests.ANNE, "newton", wanted, nodes, wanted.duration(), ownBooking))
        .startRanges()
        .stream()
        .map(range -> range.firstStart())
        .filter(wanted.startTime()::equals)
        .findFirst();
  }

  @Test
  void refusesTheIdOfAnotherBooking() {
    prepare("t.1", nodes("run", 1, minutes(0, 10)));
    assertThat(refusal(prepare("t.2", nodes("run", 1, minutes(0, 10)))).field()).isEqualTo("Ident");
  }

  @Test
  void twoHundredPreparesOnFiveConnectionsFinishAndShareNoNode() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var shared = calendar.newScheduler();
      var prepares = new ArrayList<Callable<PrepareResult>>();
      for (var i = 0; i < 200; i++) {
        var transaction =
            TestRequests.transaction(
                "t." + i, nodes("run-" + i, 1 + i % 3, minutes(i % 20, 10 + i % 20)));
        prepares.add(() -> shared.prepare(transaction));
      }
      var held = 0;
      for (var answer : threads.invokeAll(prepares)) {
        held += answer.get() instanceof Held ? 1 : 0;
      }
      assertThat(held).isBetween(8, 60);
    }
    assertThat(
            JdbcClient.create(STORE.database())
                .sql(
                    "select count(*) from node_assignment a join node_assignment b on a.node ="
                        + " b.node"
                        + " and a.booking_id < b.booking_id and a.during && b.during")
                .query(Integer.class)
                .single())
        .isZero();
  }

  private PrepareResult prepare(String id, BookingAction... actions) {
    var transaction = TestRequests.transaction(id, actions);
    var answer = calendar.newScheduler().prepare(transaction);
    assertThat(calendar.newScheduler().prepare(transaction)).isEqualTo(answer);
    return answer;
  }

  private static Refusal refusal(PrepareResult answer) {
    return ((Refused) answer).refusals().getFirst().refusal();
  }

  private static ResourceAvailabilityQuery question(
      @Nullable Integer amount, @Nullable Duration duration) {
    return new ResourceAvailabilityQuery(
        TestRequests.ANNE, "newton", minutes(0, 60), amount, duration);
  }
}
