package org.touchpaper.harc.rm.generic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.harc.rm.generic.UnitsUnderTest.tape;
import static org.touchpaper.harc.rm.local.Ask.minutes;
import static org.touchpaper.harc.rm.local.Ask.transaction;

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
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.FreeTime;
import org.touchpaper.harc.rm.local.FreeTimeQuestion;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;
import org.touchpaper.harc.rm.local.HoldAnswer.Refused;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/** A store with 500 of tape and one microscope, in minutes after nine. */
class UnitSchedulerTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final UnitsUnderTest units = new UnitsUnderTest();
  private final UnitScheduler store = units.start(STORE.database());

  @BeforeEach
  void freshDatabase() {
    store.open();
  }

  private HoldAnswer ask(String id, Action... actions) {
    var wanted = transaction(id, actions);
    var first = store.prepare(wanted);
    assertThat(store.prepare(wanted)).isEqualTo(first);
    return first;
  }

  private void commit(String id, Action... actions) {
    assertThat(ask(id, actions)).isInstanceOf(Held.class);
    store.commit(transaction(id, actions));
    store.commit(transaction(id, actions));
  }

  private static Refusal only(HoldAnswer answer) {
    return ((Refused) answer).reasons().getFirst().refusal();
  }

  /** The store's own site says whose admins are its own. */
  @Test
  void anAdminOfALocalSiteCancelsWhatIsAnothersAndAForeignOneDoesNot() {
    var made = Ask.transaction("t.1", tape("run", 10, Ask.minutes(0, 60)));
    assertThat(store.prepare(made)).isInstanceOf(Held.class);
    store.commit(made);
    var number = 2;
    for (var site : List.of("lancaster", "manchester")) {
      var admin = new Person("eve", site, List.of(), "admin");
      var cancel = Ask.transaction("t." + number++, admin, new Action.Cancel("run"));
      assertThat(store.prepare(cancel))
          .isInstanceOf(site.equals("manchester") ? Held.class : Refused.class);
    }
  }

  /** Of what an earlier build booked nobody wrote down whose it is. */
  @Test
  void whatNobodyIsKnownToOwnIsAnybodys() {
    var bob = new Person("bob", "ucl", List.of(), "scientist");
    commit("t.1", tape("a", 300, minutes(0, 60)));
    var refusal = only(store.prepare(transaction("t.2", bob, new Action.Cancel("a"))));
    assertThat(refusal.code()).isEqualTo(Refusal.Code.NOT_ALLOWED);
    assertThat(refusal.reason()).startsWith("that booking is not bob's");
    JdbcClient.create(STORE.database())
        .sql("update booking_owner set name = '', home_site = ''")
        .update();
    assertThat(store.prepare(transaction("t.3", bob, new Action.Cancel("a"))))
        .isInstanceOf(Held.class);
  }

  /** The two before it never meet: 600 in all, and never more than 300 at once. */
  @Test
  void thePeakCountsAndNotTheSum() {
    commit("t.1", tape("a", 300, minutes(0, 30)));
    commit("t.2", tape("b", 300, minutes(30, 60)));
    commit("t.3", tape("c", 200, minutes(0, 60)));
    var busy = only(ask("t.4", tape("d", 1, minutes(10, 20))));
    assertThat(busy.code()).isEqualTo(Refusal.Code.CAPACITY_BUSY);
    assertThat(busy.reason()).contains("only 0 of tape's 500 are free");
    assertThat(busy.nextFit()).isEqualTo(minutes(60, 70));
    assertThat(ask("t.5", tape("e", 500, minutes(60, 70)))).isInstanceOf(Held.class);
  }

  @Test
  void aUnitTakesNothingOfAnother() {
    commit("t.1", tape("a", 500, minutes(0, 60)));
    var look = new Action.Make("b", minutes(0, 60), new Work.Units("store", "microscope", 1));
    commit("t.2", look);
    assertThat(store.query(transaction("t.2", look)).getFirst().reference())
        .isEqualTo("1 of microscope");
    assertThat(
            only(
                ask(
                    "t.3",
                    new Action.Make(
                        "c", minutes(30, 90), new Work.Units("store", "microscope", 1)))))
        .extracting(Refusal::nextFit)
        .isEqualTo(minutes(60, 120));
  }

  /** What is held counts beside what runs, but of the two only the more. */
  @Test
  void aChangeCountsAsMuchAsTheMoreOfBoth() {
    commit("t.1", tape("a", 300, minutes(0, 60)));
    ask("t.2", new Action.Modify("a", minutes(30, 90), new Work.Units("store", "tape", 200)));
    assertThat(ask("t.3", tape("b", 201, minutes(0, 60)))).isInstanceOf(Refused.class);
    assertThat(ask("t.4", tape("c", 200, minutes(0, 60)))).isInstanceOf(Held.class);
    assertThat(ask("t.5", tape("d", 301, minutes(60, 90)))).isInstanceOf(Refused.class);
    assertThat(ask("t.6", tape("e", 300, minutes(60, 90)))).isInstanceOf(Held.class);
  }

  @Test
  void itIsUpInItsTimeAndEndsByItself() {
    var made = transaction("t.1", tape("a", 20, minutes(0, 60)));
    commit("t.1", tape("a", 20, minutes(0, 60)));
    assertThat(stateOf(made)).isEqualTo(Part.State.COMMITTED);
    units.clock.set(Ask.NINE);
    assertThat(stateOf(made)).isEqualTo(Part.State.ACTIVE);
    assertThat(only(ask("t.2", new Action.Modify("a", minutes(1, 60), null))).reason())
        .contains("it began at");
    commit("t.3", new Action.Modify("a", minutes(0, 30), null));
    units.clock.set(Ask.NINE.plusSeconds(1800));
    assertThat(stateOf(made)).isEqualTo(Part.State.ENDED);
    assertThat(store.query(made).getFirst().released()).isTrue();
    assertThat(ask("t.4", new Action.Cancel("a"))).isInstanceOf(Held.class);
    assertThat(stateOf(made)).isEqualTo(Part.State.ENDED);
  }

  private Part.State stateOf(Transaction made) {
    return store.query(made).getFirst().state();
  }

  @ParameterizedTest
  @CsvSource({
    "archive, tape,       1, NOT_ALLOWED,    Resource",
    "store,   disc,       1, NOT_ALLOWED,    Unit",
    "store,   tape,     501, ABOVE_CAPACITY, Amount",
    "store,   microscope, 2, ABOVE_CAPACITY, Amount",
  })
  void whatCanNeverFitSaysWhy(
      String resource, String unit, int amount, Refusal.Code code, String field) {
    var refusal =
        only(
            ask(
                "t.1",
                new Action.Make("a", minutes(0, 60), new Work.Units(resource, unit, amount))));
    assertThat(refusal.code()).isEqualTo(code);
    assertThat(refusal.field()).isEqualTo(field);
  }

  @Test
  void otherWorkAndTimesBeyondReachAreRefused() {
    assertThat(only(ask("t.1", Ask.nodes("a", 4, minutes(0, 60)))).field()).isEqualTo("Work");
    var far = new Schedule(Ask.NINE, Instant.parse("9999-01-01T00:00:00Z"));
    assertThat(only(ask("t.2", tape("b", 1, far))).code()).isEqualTo(Refusal.Code.BEYOND_HORIZON);
    assertThat(only(ask("t.3", tape("c", 1, minutes(-120, -60)))).field()).isEqualTo("EndTime");
  }

  /** A program that weighs wrongly is stopped by the database. */
  @Test
  void theDatabaseRefusesWhatIsMoreThanThereIs() {
    commit("t.1", tape("a", 300, minutes(0, 30)));
    commit("t.2", tape("b", 100, minutes(20, 60)));
    var bookings = new UnitBookings(JdbcClient.create(STORE.database()));
    bookings.hold("b", "t.3", new UnitBooking.Wanted("tape", 200, minutes(20, 60)));
    assertThatThrownBy(
            () -> bookings.hold("a", "t.4", new UnitBooking.Wanted("tape", 301, minutes(0, 30))))
        .isInstanceOf(DataAccessException.class)
        .hasMessageContaining("501 of tape would be promised at once, and there are 500");
  }

  /** Thirty at once want 100 each, and five have room. */
  @Test
  void manyAtOnceGetNoMoreThanThereIs() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers =
          threads.invokeAll(
              IntStream.range(0, 30)
                  .mapToObj(n ->
                      (Callable<HoldAnswer>)
                          () -> ask("t." + n, tape("n-" + n, 100, minutes(n % 5, 60))))
                  .toList());
      var held = 0;
      for (var answer : answers) {
        held += answer.get() instanceof Held ? 1 : 0;
      }
      assertThat(held).isEqualTo(5);
    }
  }

  @Test
  void itsTimetableSaysWhatIsFreeAndWhenOneMayStart() {
    commit("t.1", tape("a", 300, minutes(20, 40)));
    var free =
        store.timetable(
            new FreeTimeQuestion(
                Ask.ANNE, "store/tape", minutes(0, 60), 300, Duration.ofMinutes(15)));
    assertThat(free.unit()).isEqualTo("tape");
    assertThat(free.steps())
        .containsExactly(
            new FreeTime.Step(minutes(0, 20), 500),
            new FreeTime.Step(minutes(20, 40), 200),
            new FreeTime.Step(minutes(40, 60), 500));
    assertThat(free.starts())
        .containsExactly(
            new FreeTime.StartRange(minutes(0, 1).startTime(), minutes(5, 6).startTime()),
            new FreeTime.StartRange(minutes(40, 41).startTime(), minutes(60, 61).startTime()));
    assertThatThrownBy(() ->
            store.timetable(new FreeTimeQuestion(Ask.ANNE, "newton", minutes(0, 60), null, null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("store/");
  }
}
