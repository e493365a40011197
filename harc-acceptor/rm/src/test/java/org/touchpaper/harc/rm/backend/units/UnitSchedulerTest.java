package org.touchpaper.harc.rm.backend.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.harc.rm.backend.units.UnitsUnderTest.tape;
import static org.touchpaper.harc.rm.scheduler.TestRequests.minutes;
import static org.touchpaper.harc.rm.scheduler.TestRequests.transaction;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.booking.Allocation;
import org.touchpaper.harc.rm.booking.BackendPresenceMode;
import org.touchpaper.harc.rm.booking.BackendResourceScheduler;
import org.touchpaper.harc.rm.booking.BookingRepository;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Refused;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/** A store with 500 of tape and one microscope, in minutes after nine. */
class UnitSchedulerTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final UnitsUnderTest units = new UnitsUnderTest();
  private final BackendResourceScheduler store = units.newScheduler(STORE.database());

  @BeforeEach
  void freshDatabase() {
    units.start(STORE.database());
  }

  private PrepareResult prepare(String id, BookingAction... actions) {
    var wanted = transaction(id, actions);
    var first = store.prepare(wanted);
    assertThat(store.prepare(wanted)).isEqualTo(first);
    return first;
  }

  private void commit(String id, BookingAction... actions) {
    assertThat(prepare(id, actions)).isInstanceOf(Held.class);
    store.commit(transaction(id, actions));
    store.commit(transaction(id, actions));
  }

  private static Refusal onlyRefusal(PrepareResult answer) {
    return ((Refused) answer).refusals().getFirst().refusal();
  }

  /** The settings name the sites whose admins are local. */
  @Test
  void onlyAnAdminOfALocalSiteCancelsAnotherPersonsBooking() {
    var transaction = TestRequests.transaction("t.1", tape("run", 10, TestRequests.minutes(0, 60)));
    assertThat(store.prepare(transaction)).isInstanceOf(Held.class);
    store.commit(transaction);
    var number = 2;
    for (var site : List.of("lancaster", "manchester")) {
      var admin = new Person("eve", site, List.of(), "admin");
      var cancel =
          TestRequests.transaction("t." + number++, admin, new BookingAction.Cancel("run"));
      assertThat(store.prepare(cancel))
          .isInstanceOf(site.equals("manchester") ? Held.class : Refused.class);
    }
  }

  @Test
  void aUserMayNotChangeAnotherPersonsBooking() {
    var bob = new Person("bob", "ucl", List.of(), "scientist");
    commit("t.1", tape("a", 300, minutes(0, 60)));
    var refusal =
        onlyRefusal(store.prepare(transaction("t.2", bob, new BookingAction.Cancel("a"))));
    assertThat(refusal.code()).isEqualTo(Refusal.Code.NOT_ALLOWED);
    assertThat(refusal.reason()).startsWith("the booking does not belong to bob");
  }

  /** The two earlier bookings do not overlap: 600 in all, and at most 300 at once. */
  @Test
  void thePeakCountsAndNotTheSum() {
    commit("t.1", tape("a", 300, minutes(0, 30)));
    commit("t.2", tape("b", 300, minutes(30, 60)));
    commit("t.3", tape("c", 200, minutes(0, 60)));
    var busy = onlyRefusal(prepare("t.4", tape("d", 1, minutes(10, 20))));
    assertThat(busy.code()).isEqualTo(Refusal.Code.CAPACITY_BUSY);
    assertThat(busy.reason()).contains("store has 0 of 500 tape free");
    assertThat(busy.nextFit()).isEqualTo(minutes(60, 70));
    assertThat(prepare("t.5", tape("e", 500, minutes(60, 70)))).isInstanceOf(Held.class);
  }

  @Test
  void unitsAreIndependent() {
    commit("t.1", tape("a", 500, minutes(0, 60)));
    var look =
        new BookingAction.Make(
            "b", minutes(0, 60), new ResourceRequest.Units("store", "microscope", 1));
    commit("t.2", look);
    assertThat(store.queryStatuses(transaction("t.2", look)).getFirst().reference())
        .isEqualTo("1 of microscope");
    assertThat(
            onlyRefusal(
                prepare(
                    "t.3",
                    new BookingAction.Make(
                        "c",
                        minutes(30, 90),
                        new ResourceRequest.Units("store", "microscope", 1)))))
        .extracting(Refusal::nextFit)
        .isEqualTo(minutes(60, 120));
  }

  /** A held modification counts together with the booking, but only the larger of both. */
  @Test
  void aHeldModificationCountsAsTheLargerOfBoth() {
    commit("t.1", tape("a", 300, minutes(0, 60)));
    prepare(
        "t.2",
        new BookingAction.Modify(
            "a", minutes(30, 90), new ResourceRequest.Units("store", "tape", 200)));
    assertThat(prepare("t.3", tape("b", 201, minutes(0, 60)))).isInstanceOf(Refused.class);
    assertThat(prepare("t.4", tape("c", 200, minutes(0, 60)))).isInstanceOf(Held.class);
    assertThat(prepare("t.5", tape("d", 301, minutes(60, 90)))).isInstanceOf(Refused.class);
    assertThat(prepare("t.6", tape("e", 300, minutes(60, 90)))).isInstanceOf(Held.class);
  }

  @Test
  void aBookingIsActiveInItsTimeAndEnds() {
    var transaction = transaction("t.1", tape("a", 20, minutes(0, 60)));
    commit("t.1", tape("a", 20, minutes(0, 60)));
    assertThat(stateOf(transaction)).isEqualTo(ActionStatusDetails.State.COMMITTED);
    units.clock.set(TestRequests.NINE_O_CLOCK);
    assertThat(stateOf(transaction)).isEqualTo(ActionStatusDetails.State.ACTIVE);
    assertThat(
            onlyRefusal(prepare("t.2", new BookingAction.Modify("a", minutes(1, 60), null)))
                .reason())
        .contains("that has started cannot change");
    commit("t.3", new BookingAction.Modify("a", minutes(0, 30), null));
    units.clock.set(TestRequests.NINE_O_CLOCK.plusSeconds(1800));
    assertThat(stateOf(transaction)).isEqualTo(ActionStatusDetails.State.ENDED);
    assertThat(store.queryStatuses(transaction).getFirst().released()).isTrue();
    assertThat(prepare("t.4", new BookingAction.Cancel("a"))).isInstanceOf(Held.class);
    assertThat(stateOf(transaction)).isEqualTo(ActionStatusDetails.State.ENDED);
  }

  private ActionStatusDetails.State stateOf(Transaction transaction) {
    return store.queryStatuses(transaction).getFirst().state();
  }

  @ParameterizedTest
  @CsvSource({
    "archive, tape,       1, NOT_ALLOWED,    Resource",
    "store,   disc,       1, NOT_ALLOWED,    Unit",
    "store,   tape,     501, ABOVE_CAPACITY, Amount",
    "store,   microscope, 2, ABOVE_CAPACITY, Amount",
  })
  void aRequestThatCanNeverFitIsRefusedWithTheReason(
      String resource, String unit, int amount, Refusal.Code code, String field) {
    var refusal =
        onlyRefusal(
            prepare(
                "t.1",
                new BookingAction.Make(
                    "a", minutes(0, 60), new ResourceRequest.Units(resource, unit, amount))));
    assertThat(refusal.code()).isEqualTo(code);
    assertThat(refusal.field()).isEqualTo(field);
  }

  @Test
  void otherWorkAndTimesBeyondTheHorizonAreRefused() {
    assertThat(onlyRefusal(prepare("t.1", TestRequests.nodes("a", 4, minutes(0, 60)))).field())
        .isEqualTo("Work");
    var far = new Schedule(TestRequests.NINE_O_CLOCK, Instant.parse("9999-01-01T00:00:00Z"));
    assertThat(onlyRefusal(prepare("t.2", tape("b", 1, far))).code())
        .isEqualTo(Refusal.Code.BEYOND_HORIZON);
    assertThat(onlyRefusal(prepare("t.3", tape("c", 1, minutes(-120, -60)))).field())
        .isEqualTo("EndTime");
  }

  /** The database stops a program that evaluates wrongly. */
  @Test
  void theDatabaseRefusesMoreThanTheCapacity() {
    commit("t.1", tape("a", 300, minutes(0, 30)));
    commit("t.2", tape("b", 100, minutes(20, 60)));
    var jdbc = JdbcClient.create(STORE.database());
    var bookings =
        new BookingRepository(jdbc, BackendPresenceMode.NONE, new UnitAssignmentRepository(jdbc));
    bookings.holdAmendment("b", "t.3", new Allocation(List.of("tape"), 200, minutes(20, 60)));
    assertThatThrownBy(() ->
            bookings.holdAmendment(
                "a", "t.4", new Allocation(List.of("tape"), 301, minutes(0, 30))))
        .isInstanceOf(DataAccessException.class)
        .hasMessageContaining("501 of tape would be allocated at once; the capacity is 500");
  }

  /** Thirty concurrent requests for 100 each, of which five fit. */
  @Test
  void concurrentRequestsGetNoMoreThanTheCapacity() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers =
          threads.invokeAll(
              IntStream.range(0, 30)
                  .mapToObj(n ->
                      (Callable<PrepareResult>)
                          () -> prepare("t." + n, tape("n-" + n, 100, minutes(n % 5, 60))))
                  .toList());
      var held = 0;
      for (var answer : answers) {
        held += answer.get() instanceof Held ? 1 : 0;
      }
      assertThat(held).isEqualTo(5);
    }
  }

  @Test
  void theTimetableReturnsFreeAmountsAndStartTimes() {
    commit("t.1", tape("a", 300, minutes(20, 40)));
    var free =
        store.queryAvailability(
            new ResourceAvailabilityQuery(
                TestRequests.ANNE, "store/tape", minutes(0, 60), 300, Duration.ofMinutes(15)));
    assertThat(free.unit()).isEqualTo("tape");
    assertThat(free.steps())
        .containsExactly(
            new ResourceAvailability.Step(minutes(0, 20), 500),
            new ResourceAvailability.Step(minutes(20, 40), 200),
            new ResourceAvailability.Step(minutes(40, 60), 500));
    assertThat(free.startRanges())
        .containsExactly(
            new ResourceAvailability.StartRange(
                minutes(0, 1).startTime(), minutes(5, 6).startTime()),
            new ResourceAvailability.StartRange(
                minutes(40, 41).startTime(), minutes(60, 61).startTime()));
    assertThatThrownBy(() ->
            store.queryAvailability(
                new ResourceAvailabilityQuery(
                    TestRequests.ANNE, "newton", minutes(0, 60), null, null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("store/");
  }
}
