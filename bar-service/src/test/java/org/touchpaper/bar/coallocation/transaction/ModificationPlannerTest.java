package org.touchpaper.bar.coallocation.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.PartStatusDetails;
import org.touchpaper.bar.coallocation.RequestOrigin;
import org.touchpaper.bar.coallocation.TransactionPlan;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.request.RequestedSchedule;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/** The actions for each resource manager in a change. */
class ModificationPlannerTest {

  private static final UUID ID = UUID.randomUUID();
  private static final Instant CREATED_AT = Instant.parse("2026-12-01T20:00:00Z");
  private static final Schedule SLOT =
      new Schedule(CREATED_AT.plusSeconds(3600), CREATED_AT.plusSeconds(7200));
  private static final Instant DURING = SLOT.startTime().plusSeconds(600);
  private static final Schedule LONGER =
      new Schedule(SLOT.startTime(), CREATED_AT.plusSeconds(9000));

  private static final CoAllocationPart PATH =
      lightpathPart("vis", "newton", 300, 1, SLOT.startTime());
  private static final CoAllocationPart NODES = computePart("newton", 4, 1, SLOT.startTime());

  private final CoAllocation booking = bookingWith(List.of(PATH, NODES));

  @Test
  void noDifferenceNeedsNoAction() {
    var redraft = planner(SLOT, requestedPath(300), requestedNodes("newton", 4));
    assertThat(redraft.actions()).isEmpty();
    assertThat(redraft.parts()).isEqualTo(booking.parts());
  }

  @Test
  void onlyAffectedResourceManagersGetOnlyTheDifferences() {
    var redraft = planner(SLOT, requestedPath(300), requestedNodes("newton", 8));
    assertThat(redraft.actions())
        .containsExactly(
            new ResourceAction(
                "rm-newton", modifyAction(NODES, null, new HarcAction.ComputeNodes("newton", 8))));
    assertThat(redraft.parts().getFirst()).isEqualTo(booking.parts().getFirst());
    assertThat(redraft.parts().getLast().partId()).isEqualTo(NODES.partId());
    assertThat(redraft.parts().getLast().origin().transactionNo()).isEqualTo(2);
  }

  @Test
  void aMoveNamesEveryPart() {
    var later = new Schedule(SLOT.endTime(), SLOT.endTime().plusSeconds(3600));
    var redraft = planner(later, requestedPath(300), requestedNodes("newton", 4));
    var when = new HarcAction.Schedule(later.startTime(), later.endTime());
    assertThat(redraft.actions())
        .containsExactly(
            new ResourceAction("rm-network", modifyAction(PATH, when, null)),
            new ResourceAction("rm-newton", modifyAction(NODES, when, null)));
    assertThat(redraft.parts())
        .allMatch(part -> part.origin().equals(new CoAllocationPart.Origin(2, later.startTime())));
  }

  @Test
  void oneClusterReplacesAnother() {
    var fresh = requestedNodes("hartree", 16);
    var redraft = planner(SLOT, requestedPath(300), fresh);
    assertThat(redraft.actions())
        .containsExactly(
            ResourceAction.make(fresh, null, SLOT.endTime()), ResourceAction.cancel(NODES));
    assertThat(redraft.parts()).containsExactly(booking.parts().getFirst(), fresh);
  }

  @Test
  void aLightpathBetweenOtherHostsIsANewPart() {
    var back = lightpathPart("newton", "vis", 300, 2, SLOT.startTime());
    assertThat(planner(SLOT, back, requestedNodes("newton", 4)).actions())
        .containsExactly(
            ResourceAction.make(back, null, SLOT.endTime()), ResourceAction.cancel(PATH));
  }

  @Test
  void ofTwoSimilarPartsTheRequestedOneStays() {
    var second = lightpathPart("vis", "newton", 500, 1, SLOT.startTime());
    var redraft =
        new ModificationPlanner(
            bookingWith(List.of(PATH, second)),
            SLOT,
            List.of(requestedPath(500)),
            2,
            null,
            CREATED_AT);
    assertThat(redraft.actions()).containsExactly(ResourceAction.cancel(PATH));
    assertThat(redraft.parts())
        .extracting(CoAllocationPart::partId)
        .containsExactly(second.partId());
  }

  /** A started part keeps its start; a resource manager would refuse another. */
  @Test
  void aStartedBookingKeepsEachPartsStart() {
    var late = computePart("hartree", 2, 2, DURING);
    var redraft =
        new ModificationPlanner(
            bookingWith(List.of(PATH, late)),
            LONGER,
            List.of(requestedPath(300), requestedNodes("hartree", 2)),
            3,
            null,
            DURING.plusSeconds(60));
    assertThat(redraft.actions())
        .containsExactly(
            new ResourceAction(
                "rm-network",
                modifyAction(
                    PATH, new HarcAction.Schedule(SLOT.startTime(), LONGER.endTime()), null)),
            new ResourceAction(
                "rm-hartree",
                modifyAction(late, new HarcAction.Schedule(DURING, LONGER.endTime()), null)));
  }

  private static HarcAction modifyAction(
      CoAllocationPart part, HarcAction.@Nullable Schedule when, HarcAction.@Nullable Work what) {
    return new HarcAction.Modify(part.partId().toString(), when, what);
  }

  private ModificationPlanner planner(Schedule schedule, CoAllocationPart... requestedParts) {
    return new ModificationPlanner(booking, schedule, List.of(requestedParts), 2, null, CREATED_AT);
  }

  private static CoAllocationPart requestedNodes(String machine, int count) {
    return computePart(machine, count, 2, SLOT.startTime());
  }

  private static CoAllocationPart requestedPath(int mbps) {
    return lightpathPart("vis", "newton", mbps, 2, SLOT.startTime());
  }

  private static CoAllocationPart computePart(String machine, int count, int by, Instant from) {
    return new CoAllocationPart.Compute(
        UUID.randomUUID(),
        "rm-" + machine,
        machine,
        count,
        new CoAllocationPart.Origin(by, from),
        PartStatusDetails.UNDECIDED);
  }

  private static CoAllocationPart lightpathPart(
      String source, String destination, int mbps, int by, Instant from) {
    return new CoAllocationPart.Lightpath(
        UUID.randomUUID(),
        "rm-network",
        source,
        destination,
        mbps,
        new CoAllocationPart.Origin(by, from),
        PartStatusDetails.UNDECIDED);
  }

  private static CoAllocation bookingWith(List<CoAllocationPart> parts) {
    var anne = new Person("anne", "ucl", List.of(), "scientist");
    var request =
        TransactionRequest.of(
            new TransactionId(ID + ".1"),
            List.of("a1", "a2", "a3"),
            1,
            CREATED_AT.plusSeconds(8),
            new RequestingUser("anne", "ucl", List.of(), "scientist", ID.toString()),
            ResourceAction.toActions(
                parts.stream()
                    .map(part -> ResourceAction.make(part, null, SLOT.endTime()))
                    .toList()));
    var booking =
        new CoAllocation(
            ID,
            new RequestOrigin(anne, "a run", CREATED_AT, "k-1", "digest"),
            new RequestedSchedule.Fixed(SLOT.startTime(), SLOT.endTime()).toSlotWindow(CREATED_AT),
            new TransactionPlan(SLOT, parts, request));
    booking.applyResult(new CommitProtocolPort.TransactionResult.Commit(Map.of()), CREATED_AT);
    return booking;
  }
}
