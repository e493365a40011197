package org.touchpaper.bar.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.VlanRange;

/** How a reservation is asked for, segment by segment, and what is decided of it. */
class ReservationTest extends LightpathStory {

  @Test
  void asksTheNextSegmentWithTheLabelTheOneBeforeChose() {
    asked();
    holds();
    var second = (Call.ReserveSegment) only();
    assertThat(second.peer()).isEqualTo("nsap");
    assertThat(Optional.ofNullable(second.criteria()).orElseThrow().source().vlans())
        .isEqualTo(VlanRange.single(100));
    assertThat(it.answer(1)).isEmpty();
    holds();
    assertThat(it.answer(1)).get().isInstanceOf(ReserveAnswer.Held.class);
    assertThat(it.path()).containsExactly("lnsap", "nsap");
    assertThat(it.next()).isEmpty();
  }

  @Test
  void triesAnotherLabelUnderAnotherIdWhenOneIsRefused() {
    asked();
    holds();
    var refused = only();
    it.on(
        refused,
        new Answer.Reserved(
            new ReserveAnswer.Refused(
                new Refusal(Refusal.Code.LABEL_BUSY, "UCL", "source", "VLAN 100 is busy", null))),
        NOW);
    assertThat(only()).isInstanceOf(Call.AbortSegment.class);
    done(only());
    var again = (Call.ReserveSegment) only();
    assertThat(again.peer()).isEqualTo("lnsap");
    assertThat(Optional.ofNullable(again.criteria()).orElseThrow().destination().vlans())
        .isEqualTo(VlanRange.parse("101-109"));
    holds();
    assertThat(only().segment()).isNotEqualTo(refused.segment());
    holds();
    assertThat(it.answer(1)).get().isInstanceOf(ReserveAnswer.Held.class);
  }

  @Test
  void aSegmentThatKnowsNothingOfALabelLetGoDoesNotStopTheNextTry() {
    asked();
    holds();
    it.on(
        only(),
        new Answer.Reserved(
            new ReserveAnswer.Refused(
                new Refusal(Refusal.Code.LABEL_BUSY, "UCL", "source", "VLAN 100 is busy", null))),
        NOW);
    it.on(only(), new Answer.Impossible(Fault.Code.UNKNOWN_CONNECTION, "UNKNOWN_CONNECTION"), NOW);
    holds();
    holds();
    assertThat(it.answer(1)).get().isInstanceOf(ReserveAnswer.Held.class);
  }

  @Test
  void commitsNoSegmentBeforeAllHold() {
    asked();
    holds();
    assertThatExceptionOfType(Fault.class)
        .isThrownBy(() -> it.commit(1, "ada", NOW))
        .returns(Fault.Code.INVALID_TRANSITION, Fault::code);
    assertThat(only()).isInstanceOf(Call.ReserveSegment.class);
  }

  @Test
  void permitsEachSegmentOnlyWhenAllHaveCommitted() {
    asked();
    holds();
    holds();
    it.commit(1, "ada", NOW);
    it.provision("ada", NOW);
    assertThat(it.next()).hasSize(2).allMatch(Call.CommitSegment.class::isInstance);
    done(it.next().getFirst());
    assertThat(only()).isInstanceOf(Call.CommitSegment.class);
    done(only());
    assertThat(it.next()).hasSize(2).allMatch(Call.ProvisionSegment.class::isInstance);
    allDone();
    assertThat(it.next()).isEmpty();
  }

  @Test
  void permissionMayBeTakenBackBeforeAllHaveHeardOfIt() {
    asked();
    holds();
    holds();
    it.commit(1, "ada", NOW);
    allDone();
    it.provision("ada", NOW);
    done(it.next().getFirst());
    it.release("ada", NOW);
    it.release("ada", NOW);
    assertThat(only()).isInstanceOf(Call.ReleaseSegment.class);
    it.provision("ada", NOW);
    assertThat(only()).isInstanceOf(Call.ProvisionSegment.class);
    allDone();
    assertThat(it.next()).isEmpty();
  }
}
