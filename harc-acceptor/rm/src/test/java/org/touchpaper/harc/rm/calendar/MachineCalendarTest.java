package org.touchpaper.harc.rm.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.harc.rm.local.Ask.NINE;
import static org.touchpaper.harc.rm.local.Ask.minutes;
import static org.touchpaper.harc.rm.local.Ask.nodes;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.FreeTimeQuestion;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;
import org.touchpaper.harc.rm.local.HoldAnswer.Refused;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.segment.connection.Refusal;

class MachineCalendarTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  @TempDir private Path directory;
  private CalendarUnderTest calendar;

  @BeforeEach
  void emptyCalendar() {
    calendar = new CalendarUnderTest(STORE.database(), directory);
  }

  @Test
  void namesTheNodes() {
    var held = (Held) prepare("t.1", nodes("run", 2, minutes(0, 10)));
    assertThat(held.parts().getFirst().reference()).isEqualTo("newton001,newton002");
    assertThat(held.parts().getFirst().path()).containsExactly("newton001", "newton002");
  }

  @Test
  void aRefusalSaysWhenItWouldFit() {
    prepare("t.1", nodes("run", 5, minutes(0, 10)));
    var refusal = refusal(prepare("t.2", nodes("other", 4, minutes(5, 20))));
    assertThat(refusal.code()).isEqualTo(Refusal.Code.NODES_BUSY);
    assertThat(refusal.resource()).isEqualTo("newton");
    assertThat(refusal.field()).isEqualTo("Nodes");
    assertThat(refusal.reason()).contains("only 3 of newton's 8 nodes are free");
    assertThat(refusal.nextFit()).isEqualTo(minutes(10, 25));
  }

  @Test
  void whatEndsWhenAnotherStartsFits() {
    prepare("t.1", nodes("run", 8, minutes(0, 10)));
    assertThat(prepare("t.2", nodes("next", 8, minutes(10, 20)))).isInstanceOf(Held.class);
  }

  @Test
  void whatCanNeverFitIsRefusedForGood() {
    assertThat(refusal(prepare("t.1", nodes("a", 9, minutes(0, 10)))).code())
        .isEqualTo(Refusal.Code.MORE_THAN_MACHINE);
    assertThat(refusal(prepare("t.2", nodes("b", 1, minutes(-90, -70)))).code())
        .isEqualTo(Refusal.Code.BAD_SCHEDULE);
    var elsewhere = new Action.Make("c", minutes(0, 10), new Work.Compute("kepler", 1));
    assertThat(refusal(prepare("t.3", elsewhere)).code()).isEqualTo(Refusal.Code.NOT_ALLOWED);
    var path = new Action.Make("d", minutes(0, 10), new Work.Path("vis.ucl", "newton", 300));
    assertThat(refusal(prepare("t.4", path)).code()).isEqualTo(Refusal.Code.NOT_ALLOWED);
  }

  @Test
  void nothingIsLeftOfARefusalInTheTimetable() {
    var before = calendar.start().timetable(question(null, null));
    prepare("t.1", nodes("a", 4, minutes(0, 10)), nodes("b", 5, minutes(0, 10)));
    assertThat(calendar.start().timetable(question(null, null))).isEqualTo(before);
  }

  @Test
  void theTimetableTellsWhenOneMayStart() {
    prepare("t.1", nodes("run", 5, minutes(20, 30)));
    var free = calendar.start().timetable(question(4, Duration.ofMinutes(10)));
    assertThat(free.unit()).isEqualTo("nodes");
    assertThat(free.steps()).extracting(step -> step.free()).containsExactly(8, 3, 8);
    assertThat(free.starts()).hasSize(2);
    assertThat(free.starts().getFirst().lastStart()).isEqualTo(NINE.plusSeconds(600));
    assertThat(free.starts().getLast().firstStart()).isEqualTo(NINE.plusSeconds(1800));
  }

  @Test
  void anotherBookingsNameIsRefused() {
    prepare("t.1", nodes("run", 1, minutes(0, 10)));
    assertThat(refusal(prepare("t.2", nodes("run", 1, minutes(0, 10)))).field()).isEqualTo("Ident");
  }

  @Test
  void twoHundredAtOnceOnFiveConnectionsEndAndShareNoNode() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var shared = calendar.start();
      var prepares = new ArrayList<Callable<HoldAnswer>>();
      for (var i = 0; i < 200; i++) {
        var transaction =
            Ask.transaction("t." + i, nodes("run-" + i, 1 + i % 3, minutes(i % 20, 10 + i % 20)));
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
                    "select count(*) from promised_node a join promised_node b on a.node = b.node"
                        + " and a.ident < b.ident and a.during && b.during")
                .query(Integer.class)
                .single())
        .isZero();
  }

  private HoldAnswer prepare(String id, Action... actions) {
    var transaction = Ask.transaction(id, actions);
    var answer = calendar.start().prepare(transaction);
    assertThat(calendar.start().prepare(transaction)).isEqualTo(answer);
    return answer;
  }

  private static Refusal refusal(HoldAnswer answer) {
    return ((Refused) answer).reasons().getFirst().refusal();
  }

  private static FreeTimeQuestion question(@Nullable Integer amount, @Nullable Duration duration) {
    return new FreeTimeQuestion(Ask.ANNE, "newton", minutes(0, 60), amount, duration);
  }
}
