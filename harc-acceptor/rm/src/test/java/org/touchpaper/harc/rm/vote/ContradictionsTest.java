package org.touchpaper.harc.rm.vote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.commit.Contradiction;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Store;

/** A decision that cannot be, as to a resource manager whose database was put back from a copy. */
class ContradictionsTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final VoterByHand voter = new VoterByHand(STORE, new WillingScheduler());

  @Test
  void whatIsCommittedAndWasNeverVotedOnIsToldAsLongAsAcceptorsTellIt() {
    var run = voter.voted("t.1");
    assertThat(voter.contradictions()).isEmpty();
    STORE.empty(); // a copy of before
    for (var time = 0; time < 2; time++) {
      assertThatThrownBy(() -> voter.decide(run, Decision.COMMIT))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("t.1 committed, but rm never voted");
    }
    assertThat(voter.contradictions().orElseThrow())
        .contains(
            "impossible by what is on record here: t.1. Was this database put back from a copy?",
            "harc explain",
            "harc forget");
    assertThat(voter.vote(run)).as("nothing is booked").isEmpty();

    voter.later(Duration.ofMinutes(4));
    assertThat(voter.contradictions()).isPresent();
    voter.later(Duration.ofMinutes(2));
    assertThat(voter.contradictions()).as("nobody tells it any more").isEmpty();
  }

  /** The copy was made between the question and the vote: it was too late to hold anything. */
  @Test
  void whatIsCommittedAndWasVotedAbortedIsToldWhoeverSaysSo() {
    var run = voter.prepare("t.1", Ask.nodes("run", 1, Ask.minutes(0, 60)));
    voter.putOff();
    voter.later(Duration.ofMinutes(1));
    voter.acceptorsKnow(run, Decision.COMMIT);
    voter.goOn(run);
    voter.goOn(run);
    assertThat(voter.contradictions().orElseThrow()).contains("on record here: t.1.");
  }

  /** Somebody forced an abort beside a commit: what was booked is not to be booked anew. */
  @Test
  void whatIsCommittedHereAndAbortedElsewhereIsSaidToBeBooked() {
    var run = voter.voted("t.1");
    voter.decide(run, Decision.COMMIT);
    voter.work();
    assertThatThrownBy(() -> voter.decide(run, Decision.ABORT))
        .isInstanceOf(Contradiction.class)
        .hasMessageContaining("t.1 decided ABORT");
    assertThat(voter.contradictions().orElseThrow())
        .contains("COMMITTED here: t.1.", "These are booked here", "harc forget")
        .doesNotContain("Nothing is booked", "anew");
  }

  /** The copy was made between the question and the vote, and put back before it was too late. */
  @Test
  void whatIsCommittedBeforeTheVoteMayBeBookedYet() {
    var run = voter.prepare("t.1", Ask.nodes("run", 1, Ask.minutes(0, 60)));
    voter.putOff();
    assertThatThrownBy(() -> voter.decide(run, Decision.COMMIT)).isInstanceOf(Contradiction.class);
    assertThat(voter.contradictions().orElseThrow())
        .contains("PREPARING here: t.1.")
        .doesNotContain("Nothing is booked");
    voter.later(Duration.ofMinutes(1));
    voter.goOn(run);
    assertThatThrownBy(() -> voter.decide(run, Decision.COMMIT)).isInstanceOf(Contradiction.class);
    assertThat(voter.contradictions().orElseThrow())
        .contains("Nothing is booked of these")
        .doesNotContain("PREPARING");
  }

  @Test
  void ofManySomeAreNamed() {
    for (var number = 1; number <= 7; number++) {
      var run = voter.prepare("t." + number, Ask.nodes("run", 1, Ask.minutes(0, 60)));
      voter.putOff();
      STORE.empty();
      assertThatThrownBy(() -> voter.decide(run, Decision.COMMIT))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(voter.contradictions().orElseThrow())
        .contains(": t.1, t.2, t.3, t.4, t.5 and 2 more.");
  }
}
