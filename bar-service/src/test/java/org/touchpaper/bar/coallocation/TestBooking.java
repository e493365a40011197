package org.touchpaper.bar.coallocation;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.request.RequestedSchedule;
import org.touchpaper.bar.coallocation.run.JobSpec;
import org.touchpaper.bar.coallocation.run.LaunchOrStopOrder;
import org.touchpaper.bar.coallocation.run.PartRun;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.xml.HarcActionXml;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/** A booking of a lightpath and nodes for an hour, and reports on it. */
final class TestBooking {

  static final UUID ID = UUID.fromString("019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10");
  static final UUID LIGHTPATH_ID = UUID.randomUUID();
  static final UUID COMPUTE_ID = UUID.randomUUID();
  static final Instant CREATED_AT = Instant.parse("2026-12-01T20:00:00Z");
  static final Instant START = CREATED_AT.plusSeconds(3600);

  /** A minute after the start. */
  static final Instant LATER = START.plusSeconds(60);

  static final CommitProtocolPort.TransactionForgotten FORGOTTEN =
      new CommitProtocolPort.TransactionForgotten("rm-newton has no record of this part");
  static final Instant END = START.plusSeconds(3600);

  static final CommitProtocolPort.TransactionResult COMMIT =
      new CommitProtocolPort.TransactionResult.Commit(
          Map.of(COMPUTE_ID, new CommitProtocolPort.HeldPart("newton001", List.of("newton001"))));
  static final CommitProtocolPort.TransactionResult UNDECIDED =
      new CommitProtocolPort.TransactionResult.Undecided();
  static final CommitProtocolPort.TransactionResult NOT_STARTED =
      new CommitProtocolPort.TransactionResult.NotStarted();
  static final List<Refusal> REFUSALS =
      List.of(new Refusal(Refusal.Code.NODES_BUSY, "newton", "nodes", "busy", null));
  static final CommitProtocolPort.TransactionResult ABORT =
      new CommitProtocolPort.TransactionResult.Abort(REFUSALS);

  private TestBooking() {}

  static CoAllocation undecided() {
    return undecided(plan(1));
  }

  static CoAllocation undecided(TransactionPlan draft) {
    return new CoAllocation(
        ID,
        new RequestOrigin(
            new Person("anne", "ucl", List.of(), "scientist"),
            "a run",
            CREATED_AT,
            "k-1",
            "digest"),
        new RequestedSchedule.Fixed(START, END).toSlotWindow(CREATED_AT),
        draft);
  }

  static TransactionPlan plan(int number) {
    return new TransactionPlan(
        new Schedule(START, END),
        List.of(
            new CoAllocationPart.Lightpath(
                LIGHTPATH_ID,
                "rm-network",
                "a",
                "b",
                300,
                origin(number),
                PartStatusDetails.UNDECIDED),
            new CoAllocationPart.Compute(
                COMPUTE_ID, "rm-newton", "newton", 4, origin(number), PartStatusDetails.UNDECIDED)),
        request(number));
  }

  static TransactionPlan planWithRun() {
    var launch =
        LaunchOrStopOrder.launch(new JobSpec("pore", List.of(), Map.of(), null, null, null));
    var plan = plan(1);
    return new TransactionPlan(
        plan.schedule(),
        plan.parts().stream()
            .map(part ->
                part instanceof CoAllocationPart.Compute nodes
                    ? nodes.withRun(PartRun.ordered(launch, 1))
                    : part)
            .toList(),
        plan.request());
  }

  static CoAllocationPart.Origin origin(int number) {
    return new CoAllocationPart.Origin(number, START);
  }

  static TransactionRequest request(int number) {
    var action = new HarcAction.Cancel(COMPUTE_ID.toString());
    return TransactionRequest.of(
        new TransactionId(ID + "." + number),
        List.of("a1", "a2", "a3"),
        1,
        CREATED_AT.plusSeconds(8),
        new RequestingUser("anne", "ucl", List.of(), "scientist", ID.toString()),
        List.of(HarcActionXml.write("rm-newton", List.of(action))));
  }

  static CommitProtocolPort.ReportedState reported(BookingPhase state, @Nullable String problem) {
    return new CommitProtocolPort.ReportedState(state, problem, state == BookingPhase.ENDED);
  }

  static PartStatusDetails computeStatus(CoAllocation booking) {
    return booking.parts().getLast().status();
  }
}
