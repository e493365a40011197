package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.bar.coallocation.OneWish.ANNE;
import static org.touchpaper.bar.coallocation.OneWish.WISH;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.bar.reservation.Histories;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.harc.commit.TransactionId;

/** Which questions are asked about a booking, and when an answer comes too late to be news. */
class HearingTest {

  private final Desk desk = Desk.fresh();
  private final CoAllocator coAllocator = desk.bean(CoAllocator.class);

  @BeforeEach
  void itIsBooked() {
    assertThat(coAllocator.book(ANNE, WISH, "k-1")).isInstanceOf(BookAnswer.Booked.class);
  }

  private CoAllocation only() {
    return coAllocator.newest(null, null, null, 2).getFirst();
  }

  private Phase nodes() {
    return only().parts().getLast().standing().state();
  }

  private List<String> managers(int attempt) {
    return desk.harc.request(only().id() + "." + attempt).record().resourceManagers();
  }

  private void failsOfBeingDisowned() {
    desk.clock.advance(Duration.ofMinutes(30));
    desk.lookAfter(Duration.ofMinutes(1));
    assertThat(only().state()).isEqualTo(Phase.FAILED);
    assertThat(nodes()).isEqualTo(Phase.FAILED);
  }

  private Hearing hearing(Harc harc) {
    var books =
        new Books(
            desk.bean(CoAllocations.class),
            desk.bean(Histories.class),
            new TransactionTemplate(desk.bean(PlatformTransactionManager.class)),
            desk::announce,
            desk.clock);
    return new Hearing(books, harc, desk.clock);
  }

  /** The cancel does not name what was known to nobody when it was asked for. */
  @Test
  void whatWasSaidBeforeACancelIsNoNewsDuringIt() {
    desk.harc.forgetsEverything("rm-newton");
    failsOfBeingDisowned();
    desk.harc.knowsAgain("rm-newton");
    desk.harc.decidesNothing();
    var seen = only();
    var slow =
        new ForwardingHarc(desk.bean(Harc.class)) {
          @Override
          public Told query(String rm, TransactionId transaction) {
            var told = super.query(rm, transaction);
            if (rm.equals("rm-newton")) {
              assertThat(coAllocator.cancel(seen.id(), ANNE))
                  .isInstanceOf(CancelAnswer.Undecided.class);
            }
            return told;
          }
        };
    hearing(slow).of(seen);
    assertThat(only().isBeingCancelled()).isTrue();
    assertThat(nodes()).as("rm-newton is not asked to cancel them").isEqualTo(Phase.FAILED);

    desk.harc.commitsAll();
    desk.lookAfter(Duration.ofMinutes(1));
    assertThat(managers(2)).containsExactly("rm-network");
    assertThat(only().state()).isEqualTo(Phase.CANCELLED);
    desk.lookAfter(Duration.ofMinutes(1));
    assertThat(only().state()).isEqualTo(Phase.FAILED);
    assertThat(coAllocator.cancel(only().id(), ANNE)).isInstanceOf(CancelAnswer.Cancelled.class);
    assertThat(managers(3)).containsExactly("rm-newton");
  }

  /** Who lacks only a change of it knows what was made, and can cancel that. */
  @Test
  void whoKnowsNothingOfAChangeIsAskedAboutWhatWasMade() {
    var more = new Modification(null, null, List.of(new Wish.Nodes("newton", 8)), null);
    assertThat(coAllocator.modify(only().id(), ANNE, more, "c-1"))
        .isInstanceOf(ModifyAnswer.Modified.class);
    desk.harc.forgets("rm-newton", 2);
    failsOfBeingDisowned();
    assertThat(desk.harc.heard())
        .contains("rm-newton query " + only().id() + ".2", "rm-newton query " + only().id() + ".1")
        .doesNotContain("rm-network query " + only().id() + ".2");
    assertThat(coAllocator.cancel(only().id(), ANNE)).isInstanceOf(CancelAnswer.Cancelled.class);
    assertThat(managers(3)).containsExactly("rm-network", "rm-newton");
  }
}
