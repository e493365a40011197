package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Refusal;

/**
 * Two bookings in one transaction: the first is held, of the second no answer came. When it is
 * asked again the first may be held no more, and until the vote it may be refused for nothing.
 */
class HeldUntilTheVoteTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final SettableClock clock = SettableClock.at(Ask.NINE.minusSeconds(3600));
  private final LossySlurm lossy = new LossySlurm();
  private PaperSlurm paper = new PaperSlurm(clock);
  private SlurmUnderTest slurm = onPaper();
  private final Transaction both =
      Ask.transaction(
          "t.1",
          slurm.nodes("one", 2, Ask.minutes(0, 60)),
          slurm.nodes("two", 2, Ask.minutes(0, 60)));

  private SlurmUnderTest onPaper() {
    return new SlurmUnderTest("man", STORE.database(), lossy.before(paper), clock);
  }

  /** Each answer is lost in turn, until it is the one that the second is made. */
  @BeforeEach
  void oneIsHeldAndTheOtherMadeWithoutAnAnswer() {
    var nth = 0;
    do {
      nth++;
      STORE.empty();
      paper = new PaperSlurm(clock);
      slurm = onPaper();
      lossy.lose(nth, true);
      try {
        slurm.start().prepare(both);
      } catch (SchedulerUnreachable e) {
        assertThat(e).hasMessageContaining("lost");
      }
      assertThat(lossy.mend()).as("answer %d was lost", nth).isTrue();
    } while (!isHalfDone());
  }

  private boolean isHalfDone() {
    return paper.listReservations().size() == 2
        && states().equals(List.of(BookingState.HELD, BookingState.PREPARING));
  }

  private List<BookingState> states() {
    return slurm.bookings().listOf("t.1").stream().map(Booking::state).toList();
  }

  private Booking one() {
    return slurm.bookings().find("one").orElseThrow();
  }

  @Test
  void whatIsStillHeldIsVotedPrepared() {
    assertThat(slurm.start().prepare(both)).isInstanceOf(HoldAnswer.Held.class);
    assertThat(states()).containsOnly(BookingState.HELD);
  }

  @Test
  void whatSlurmctldLostIsPutBackBeforeTheVote() {
    paper.lose(one().reservation());
    assertThat(slurm.start().prepare(both)).isInstanceOf(HoldAnswer.Held.class);
    assertThat(paper.listReservations()).hasSize(2);
    assertThat(one().problem()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void whatIsHeldNoMoreIsRefusedAndNothingIsLeft(boolean isLost, boolean isSeenBefore) {
    var one = one();
    if (isLost) {
      paper.lose(one.reservation());
      var others = List.of("root");
      assertThat(
              paper.create(
                  new SlurmReservation("maint", one.nodes(), one.schedule(), others, false)))
          .isEmpty();
    } else {
      paper.delete(one.reservation());
    }
    if (isSeenBefore) {
      slurm.restart();
      assertThat(one().problem()).isNotNull();
    }
    for (var time = 0; time < 2; time++) {
      assertThat(slurm.start().prepare(both))
          .isInstanceOfSatisfying(
              HoldAnswer.Refused.class,
              refused -> {
                var why = refused.reasons().getFirst();
                assertThat(why.ident()).isEqualTo("one");
                assertThat(why.refusal().code()).isEqualTo(Refusal.Code.NODES_BUSY);
                assertThat(why.refusal().reason())
                    .contains(isLost ? "overlaps with another" : "was deleted by somebody on man");
              });
    }
    assertThat(paper.listReservations())
        .extracting(SlurmReservation::name)
        .isEqualTo(isLost ? List.of("maint") : List.of());
    assertThat(slurm.unfinished()).isEmpty();
  }
}
