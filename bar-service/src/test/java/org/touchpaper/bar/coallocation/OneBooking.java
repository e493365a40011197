package org.touchpaper.bar.coallocation;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.ActionXml;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/** A lightpath and nodes for an hour, and what may be said about them. */
final class OneBooking {

  static final UUID ID = UUID.fromString("019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10");
  static final UUID PATH = UUID.randomUUID();
  static final UUID NODES = UUID.randomUUID();
  static final Instant MADE = Instant.parse("2026-12-01T20:00:00Z");
  static final Instant START = MADE.plusSeconds(3600);

  /** A minute after the start. */
  static final Instant LATER = START.plusSeconds(60);

  static final Harc.Disowned GONE = new Harc.Disowned("rm-newton knows nothing of it");
  static final Instant END = START.plusSeconds(3600);

  static final Harc.Answer COMMIT =
      new Harc.Answer.Commit(Map.of(NODES, new Harc.Held("newton001", List.of("newton001"))));
  static final Harc.Answer UNDECIDED = new Harc.Answer.Undecided();
  static final Harc.Answer NOT_STARTED = new Harc.Answer.NotStarted();
  static final List<Refusal> WHY =
      List.of(new Refusal(Refusal.Code.NODES_BUSY, "newton", "nodes", "busy", null));
  static final Harc.Answer ABORT = new Harc.Answer.Abort(WHY);

  private OneBooking() {}

  static CoAllocation undecided() {
    return undecided(draft(1));
  }

  static CoAllocation undecided(Draft draft) {
    return new CoAllocation(
        ID,
        new Asked(
            new Person("anne", "ucl", List.of(), "scientist"), "a run", MADE, "k-1", "digest"),
        new When.Fixed(START, END).stretch(MADE),
        draft);
  }

  static Draft draft(int number) {
    return new Draft(
        new Schedule(START, END),
        List.of(
            new Part.Lightpath(
                PATH, "rm-network", "a", "b", 300, booked(number), Standing.UNDECIDED),
            new Part.Compute(NODES, "rm-newton", "newton", 4, booked(number), Standing.UNDECIDED)),
        request(number));
  }

  static Part.Booked booked(int number) {
    return new Part.Booked(number, START);
  }

  static Request request(int number) {
    var action = new Action.Cancel(NODES.toString());
    return Request.of(
        new TransactionId(ID + "." + number),
        List.of("a1", "a2", "a3"),
        1,
        MADE.plusSeconds(8),
        new Caller("anne", "ucl", List.of(), "scientist", ID.toString()),
        List.of(ActionXml.write("rm-newton", List.of(action))));
  }

  static Harc.Heard heard(Phase state, @Nullable String problem) {
    return new Harc.Heard(state, problem, state == Phase.ENDED);
  }

  /** How the nodes stand. */
  static Standing nodes(CoAllocation booking) {
    return booking.parts().getLast().standing();
  }
}
