package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.platform.time.SettableClock;

/** When the patrol walks, what that costs Slurm, and what stops it: nothing. */
class PatrolRoundsTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final SettableClock clock = SettableClock.at(Ask.NINE.minusSeconds(3600));
  private final PaperSlurm paper = new PaperSlurm(clock);
  private final AskedSlurm asked = new AskedSlurm();
  private final SlurmUnderTest slurm =
      new SlurmUnderTest("man", STORE.database(), asked.before(paper), clock);
  private final Patrol patrol = slurm.patrol();
  private final Transaction first = run(1);
  private final Transaction second = run(2);

  private Transaction run(int n) {
    return Ask.transaction("t." + n, slurm.nodes("run-" + n, 1, Ask.minutes(0, 60)));
  }

  @Test
  void whatIsAsItShouldBeCostsTwoQuestionsHoweverMuchItIs() {
    for (var n = 0; n < 200; n++) {
      var booking = booking(n);
      slurm.bookings().add(booking);
      paper.create(
          booking.reservationFor(
              booking.state() == BookingState.HELD ? SlurmUnderTest.HOLD : booking.holder()));
    }
    patrol.look();
    assertThat(asked.questions).containsExactly("bootTime[]", "listReservations[]");
    assertThat(slurm.unfinished())
        .hasSize(200)
        .allMatch(booking -> paper.bootTime().equals(booking.seenBoot()));

    paper.lose("nothing");
    asked.questions.clear();
    patrol.look();
    assertThat(asked.questions).as("another slurmctld shows all of it").hasSize(2);
    assertThat(slurm.unfinished()).allMatch(booking -> paper.bootTime().equals(booking.seenBoot()));
  }

  /** Half are held, half are decided, one after the other. */
  private Booking booking(int n) {
    return new Booking(
        "run-" + n,
        "t." + n,
        0,
        null,
        1,
        slurm.cluster.reservationOf("run-" + n),
        SlurmUnderTest.ANNES,
        PaperSlurm.NODES,
        Ask.minutes(60 * n, 60 * n + 60),
        n % 2 == 0 ? BookingState.HELD : BookingState.COMMITTED,
        null,
        null,
        null,
        null,
        SlurmUnderTest.HOLD);
  }

  @Test
  void whatAKilledSlurmctldLostIsBackWithinTenSeconds() {
    prepare(first);
    commit(second);
    var firstName = slurm.cluster.reservationOf("run-1");
    patrol.look();
    clock.advance(Duration.ofSeconds(20));
    patrol.look();
    for (var name : List.of(firstName, slurm.cluster.reservationOf("run-2"))) {
      paper.lose(name);
      var end = clock.instant().plusSeconds(10);
      while (paper.find(name).isEmpty()) {
        clock.set(patrol.look());
        assertThat(clock.instant()).isBefore(end);
      }
    }
    assertThat(paper.find(firstName).orElseThrow().users()).containsExactly(SlurmUnderTest.HOLD);
    assertThat(state(second)).isEqualTo(Part.State.COMMITTED);
  }

  /** Its nodes find it again some seconds after it can be asked. */
  @Test
  void whatCannotBePutBackYetIsTriedEachSecond() {
    prepare(first);
    patrol.look();
    var name = slurm.cluster.reservationOf("run-1");
    paper.lose(name);
    paper.isWithoutNodes = true;
    patrol.look();
    var again = slurm.agenda.get("run-1");
    assertThat(again).isEqualTo(clock.instant().plusSeconds(1));
    assertThat(slurm.keeper().look("run-1")).contains(again);
    paper.isWithoutNodes = false;
    assertThat(slurm.keeper().look("run-1")).as("nothing more to do").isEmpty();
    assertThat(paper.find(name)).isPresent();
    assertThat(slurm.start().query(first).getFirst().problem()).isNull();
  }

  @Test
  void aBookingThatCannotBeReadDoesNotStopTheNext() {
    commit(first);
    commit(second);
    patrol.look();
    JdbcClient.create(STORE.database())
        .sql("update slurm_booking set nodes = array[null]::text[] where ident = 'run-1'")
        .update();
    loses("run-2");
    assertThat(paper.find(slurm.cluster.reservationOf("run-2"))).isPresent();
    assertThat(patrol.drift().orElseThrow()).contains("booking=run-1").doesNotContain("run-2");
  }

  /** What is left over of others goes, its own is left alone, and its nodes stay promised. */
  @Test
  void aBookingThatCannotBeReadIsNamedAndLeftAndNothingElseIs() {
    commit(first);
    commit(second);
    var was = paper.find(slurm.cluster.reservationOf("run-2")).orElseThrow();
    commit(Ask.transaction("t.3", new Action.Cancel("run-2")));
    paper.create(was);
    JdbcClient.create(STORE.database())
        .sql("update slurm_booking set nodes = array[null]::text[] where ident = 'run-1'")
        .update();
    patrol.look();
    assertThat(paper.listReservations())
        .extracting(SlurmReservation::name)
        .containsExactly(slurm.cluster.reservationOf("run-1"));
    assertThat(patrol.drift().orElseThrow()).contains("booking=run-1").doesNotContain("run-2");
    var third = Ask.transaction("t.4", slurm.nodes("run-4", 3, Ask.minutes(0, 60)));
    commit(third);
    assertThat(slurm.start().query(third).getFirst().path())
        .as("without the first's")
        .containsExactly("man2", "man3", "man4");
  }

  /** Nothing is promised to it any more, and it stays in Slurm, for nobody can say whose it is. */
  @Test
  void theNodesOfOneThatIsOverAndCannotBeReadAreTakenWhileItStandsInSlurm() {
    commit(first);
    var was = paper.find(slurm.cluster.reservationOf("run-1")).orElseThrow();
    commit(Ask.transaction("t.3", new Action.Cancel("run-1")));
    paper.create(was);
    JdbcClient.create(STORE.database())
        .sql(
            "update slurm_booking set nodes = array[null]::text[], state = 'ENDED'"
                + " where ident = 'run-1'")
        .update();
    patrol.look();
    assertThat(paper.listReservations()).containsExactly(was);
    assertThat(patrol.drift().orElseThrow()).contains("booking=run-1");
    var third = Ask.transaction("t.4", slurm.nodes("run-4", 3, Ask.minutes(0, 60)));
    commit(third);
    assertThat(slurm.start().query(third).getFirst().path())
        .as("without those that Slurm keeps for it")
        .containsExactly("man2", "man3", "man4");
    assertThat(
            slurm
                .start()
                .prepare(Ask.transaction("t.5", slurm.nodes("run-5", 1, Ask.minutes(0, 60)))))
        .as("there are no others")
        .isInstanceOf(HoldAnswer.Refused.class);
  }

  @Test
  void aBookingThatSlurmCannotBeAskedAboutDoesNotStopTheNext() {
    commit(first);
    commit(second);
    patrol.look();
    paper.delete(slurm.cluster.reservationOf("run-1"));
    asked.broken = slurm.cluster.reservationOf("run-1");
    loses("run-2");
    assertThat(paper.find(slurm.cluster.reservationOf("run-2"))).isPresent();
    asked.broken = null;
    clock.advance(Duration.ofMinutes(1));
    patrol.look();
    assertThat(paper.find(slurm.cluster.reservationOf("run-1"))).as("a minute later").isPresent();
  }

  /** What is left over and cannot be deleted is in the way of nobody's look either. */
  @Test
  void whatCannotBeDeletedDoesNotStopTheRest() {
    commit(first);
    commit(second);
    var was = paper.find(slurm.cluster.reservationOf("run-1")).orElseThrow();
    commit(Ask.transaction("t.3", new Action.Cancel("run-1")));
    patrol.look();
    paper.create(was);
    asked.broken = was.name();
    loses("run-2");
    assertThat(paper.find(slurm.cluster.reservationOf("run-2"))).isPresent();
  }

  private void loses(String ident) {
    paper.lose(slurm.cluster.reservationOf(ident));
    patrol.look();
  }

  @Test
  void aSlurmThatDoesNotAnswerIsAskedEachSecondAndOneThatDoesEachFive() {
    assertThat(patrol.look()).isEqualTo(clock.instant().plusSeconds(5));
    var silent =
        new SlurmUnderTest("man", STORE.database(), SilentSlurm.controller(), clock).patrol();
    assertThat(silent.look()).isEqualTo(clock.instant().plusSeconds(1));
  }

  private void prepare(Transaction transaction) {
    assertThat(slurm.start().prepare(transaction)).isInstanceOf(Held.class);
  }

  private void commit(Transaction transaction) {
    prepare(transaction);
    slurm.start().commit(transaction);
  }

  private Part.State state(Transaction transaction) {
    return slurm.start().query(transaction).getFirst().state();
  }
}
