package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.RepeatedCalls.faults;
import static org.touchpaper.segment.kit.RepeatedCalls.twice;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.SegmentFaultException;

/** A dry run answers as the reserve that follows it, and leaves nothing behind. */
interface DryRunContract extends SegmentContractSupport {

  private List<SegmentDryRunRequest.Result> dryRun(SegmentDryRunRequest.Item... items) {
    var dryRun = new SegmentDryRunRequest(underTest().requester(), Arrays.asList(items));
    return twice(() -> underTest().segment().dryRun(dryRun));
  }

  private SegmentDryRunRequest.Result.Fits fits(SegmentDryRunRequest.Result result) {
    assertThat(result).isInstanceOf(SegmentDryRunRequest.Result.Fits.class);
    return (SegmentDryRunRequest.Result.Fits) result;
  }

  private Refusal refused(SegmentDryRunRequest.Result result) {
    assertThat(result).isInstanceOf(SegmentDryRunRequest.Result.Refused.class);
    return ((SegmentDryRunRequest.Result.Refused) result).refusal();
  }

  private Criteria full(Schedule schedule) {
    return underTest().fullCapacityCriteria(schedule);
  }

  @Test
  default void whatFitsInADryRunIsHeldOnTheSamePath() {
    var fits =
        fits(dryRun(new SegmentDryRunRequest.Item(connectionId(), full(nextHour()))).getFirst());
    assertThat(underTest().segment().query(underTest().requester(), connectionId()))
        .isEqualTo(new ConnectionReport.Unknown(connectionId()));
    assertThat(reserveHeld(connectionId(), 1, nextHour()))
        .returns(fits.source(), ReserveResult.Held::source)
        .returns(fits.destination(), ReserveResult.Held::destination)
        .returns(fits.path(), ReserveResult.Held::path);
  }

  @Test
  default void whatADryRunRefusesIsRefusedForTheSameReason() {
    reserveHeld(otherConnectionId(), 1, nextHour());
    var busy =
        refused(dryRun(new SegmentDryRunRequest.Item(connectionId(), full(nextHour()))).getFirst());
    assertThat(reserveRefused(reserve(connectionId(), 1, nextHour()))).isEqualTo(busy);
    var never = underTest().unsatisfiableCriteria(nextHour());
    var id = SegmentContractSupport.newConnectionId();
    var unknownEnd = refused(dryRun(new SegmentDryRunRequest.Item(id, never)).getFirst());
    assertThat(reserveRefused(reserve(id, 1, never))).isEqualTo(unknownEnd);
  }

  @Test
  default void aDryRunKeepsNothingFromOthers() {
    var first = SegmentContractSupport.newConnectionId();
    for (var i = 0; i < 3; i++) {
      fits(dryRun(new SegmentDryRunRequest.Item(first, full(nextHour()))).getFirst());
    }
    reserveHeld(connectionId(), 1, nextHour());
  }

  @Test
  default void eachItemIsJudgedBesideThoseBeforeIt() {
    var hour = nextHour();
    var next = new Schedule(hour.endTime(), hour.endTime().plus(HOUR));
    var results =
        dryRun(
            new SegmentDryRunRequest.Item(connectionId(), full(hour)),
            new SegmentDryRunRequest.Item(otherConnectionId(), full(hour)),
            new SegmentDryRunRequest.Item(SegmentContractSupport.newConnectionId(), full(next)));
    fits(results.get(0));
    assertThat(refused(results.get(1)).code().isPermanent()).isFalse();
    fits(results.get(2));
  }

  /** As for a modify, the connection's own capacity is free. */
  @Test
  default void aChangeInADryRunMayUseTheConnectionsOwnCapacity() {
    var hour = nextHour();
    reserveAndCommit(connectionId(), hour);
    var longer = new Schedule(hour.startTime(), hour.endTime().plus(HOUR));
    var shorter = new Schedule(hour.startTime(), hour.startTime().plus(HOUR.dividedBy(2)));
    for (var wanted : List.of(longer, shorter)) {
      fits(dryRun(new SegmentDryRunRequest.Item(connectionId(), full(wanted))).getFirst());
    }
    refused(
        dryRun(
                new SegmentDryRunRequest.Item(
                    SegmentContractSupport.newConnectionId(), full(longer)))
            .getFirst());
    var before = known(connectionId());
    reserveHeld(otherConnectionId(), 1, new Schedule(hour.endTime(), hour.endTime().plus(HOUR)));
    var busy =
        refused(dryRun(new SegmentDryRunRequest.Item(connectionId(), full(longer))).getFirst());
    assertThat(known(connectionId())).isEqualTo(before);
    assertThat(reserveRefused(reserve(connectionId(), 2, longer)).code()).isEqualTo(busy.code());
  }

  @Test
  default void aConnectionThatIsOverIsRefusedInADryRun() {
    reserveAndCommit(connectionId(), nextHour());
    terminate(connectionId());
    assertThat(
            refused(
                    dryRun(new SegmentDryRunRequest.Item(connectionId(), full(nextHour())))
                        .getFirst())
                .code())
        .isEqualTo(Refusal.Code.GIVEN_UP);
  }

  @Test
  default void whileAChangeIsHeldAnotherDryRunIsAFault() {
    reserveAndCommit(connectionId(), nextHour());
    var later = new Schedule(nextHour().endTime(), nextHour().endTime().plus(HOUR));
    reserveHeld(connectionId(), 2, later);
    var dryRun =
        new SegmentDryRunRequest(
            underTest().requester(),
            List.of(new SegmentDryRunRequest.Item(connectionId(), full(later))));
    faults(
        SegmentFaultException.Code.INVALID_TRANSITION, () -> underTest().segment().dryRun(dryRun));
  }
}
