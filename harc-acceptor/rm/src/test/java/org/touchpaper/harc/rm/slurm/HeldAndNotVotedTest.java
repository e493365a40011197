package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Refusal;

/**
 * The resource manager held it all, wrote that down and was killed before it voted. When it is
 * started again and asked again, what it held may be there no more.
 */
class HeldAndNotVotedTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final SettableClock clock = SettableClock.at(Ask.NINE.minusSeconds(3600));
  private final PaperSlurm paper = new PaperSlurm(clock);
  private final SlurmUnderTest slurm = new SlurmUnderTest("man", STORE.database(), paper, clock);
  private final Transaction run = Ask.transaction("t.1", slurm.nodes("run", 2, Ask.minutes(0, 60)));

  @BeforeEach
  void holdsIt() {
    assertThat(slurm.start().prepare(run)).isInstanceOf(HoldAnswer.Held.class);
  }

  private Booking booking(String ident) {
    return slurm.bookings().find(ident).orElseThrow();
  }

  @Test
  void whatIsStillHeldIsVotedPrepared() {
    var before = booking("run");
    slurm.restart();
    assertThat(slurm.start().prepare(run)).isInstanceOf(HoldAnswer.Held.class);
    assertThat(booking("run")).isEqualTo(before);
  }

  @Test
  void whatSlurmctldLostIsPutBackBeforeTheVote() {
    paper.lose(booking("run").reservation());
    assertThat(slurm.start().prepare(run)).isInstanceOf(HoldAnswer.Held.class);
    assertThat(paper.listReservations()).hasSize(1);
    assertThat(booking("run").problem()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"deleted, false", "deleted, true", "changed, false", "changed, true"})
  void whatSomebodyTookIsRefusedAndTheRestLetGo(String how, boolean isSeenBefore) {
    var name = booking("run").reservation();
    if (how.equals("deleted")) {
      paper.delete(name);
    } else {
      paper.handOver(name, "root");
    }
    if (isSeenBefore) {
      slurm.restart();
      assertThat(booking("run").state()).isEqualTo(BookingState.TAKEN);
    }
    for (var time = 0; time < 2; time++) {
      assertThat(slurm.start().prepare(run))
          .isInstanceOfSatisfying(
              HoldAnswer.Refused.class,
              refused -> {
                var why = refused.reasons().getFirst();
                assertThat(why.ident()).isEqualTo("run");
                assertThat(why.refusal().code()).isEqualTo(Refusal.Code.NODES_BUSY);
                assertThat(why.refusal().reason()).contains("was " + how + " by somebody on man");
              });
    }
    assertThat(slurm.unfinished()).isEmpty();
    assertThatThrownBy(() -> slurm.start().commit(run)).hasMessageContaining("it is not held");
    slurm.start().abort(run);
    assertThat(paper.listReservations())
        .extracting(SlurmReservation::users)
        .isEqualTo(how.equals("deleted") ? List.of() : List.of(List.of("root")));
  }

  /** Of a change that is refused so the booking is what it was, and free for another. */
  @Test
  void aChangeOfWhichAPieceWasTakenLeavesTheBookingAsItWas() {
    slurm.start().commit(run);
    var longer = Ask.transaction("t.2", new Action.Modify("run", Ask.minutes(0, 120), null));
    assertThat(slurm.start().prepare(longer)).isInstanceOf(HoldAnswer.Held.class);
    paper.delete(slurm.bookings().listOf("t.2").getFirst().reservation());
    for (var time = 0; time < 2; time++) {
      assertThat(slurm.start().prepare(longer))
          .isInstanceOfSatisfying(
              HoldAnswer.Refused.class,
              refused -> assertThat(refused.reasons().getFirst().ident()).isEqualTo("run"));
    }
    assertThat(booking("run").state()).isEqualTo(BookingState.COMMITTED);
    assertThat(booking("run").schedule()).isEqualTo(Ask.minutes(0, 60));
    var cancel = Ask.transaction("t.3", new Action.Cancel("run"));
    assertThat(slurm.start().prepare(cancel)).isInstanceOf(HoldAnswer.Held.class);
  }

  /** An answer that is decided is no more looked into. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsCommittedStaysThatWhateverIsTakenThen(boolean isSeenBefore) {
    slurm.start().commit(run);
    paper.delete(booking("run").reservation());
    if (isSeenBefore) {
      slurm.restart();
    }
    assertThat(slurm.start().prepare(run)).isInstanceOf(HoldAnswer.Held.class);
    slurm.restart();
    assertThat(slurm.start().query(run)).extracting(Part::state).containsExactly(Part.State.FAILED);
  }
}
