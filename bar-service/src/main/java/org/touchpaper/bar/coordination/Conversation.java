package org.touchpaper.bar.coordination;

import org.springframework.stereotype.Component;
import org.touchpaper.bar.reservation.Answer;
import org.touchpaper.bar.reservation.Call;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;

/**
 * Says one call to one segment and tells what came of it.
 *
 * @param segments the way to each
 * @param self this broker
 */
@Component
record Conversation(Segments segments, Self self) {

  /**
   * Says it.
   *
   * @throws org.touchpaper.segment.connection.SegmentUnreachable if it is not known what came of it
   */
  Answer say(Call call, ConnectionId whole, int revision, Requester asked) {
    var requester = speaking(asked);
    var segment = segments.named(call.peer());
    var order = new Order(requester, call.segment(), call.version());
    try {
      return switch (call) {
        case Call.ReserveSegment(_, var id, var version, var criteria) ->
            new Answer.Reserved(
                segment.reserve(
                    new Reserve(
                        requester,
                        id,
                        version,
                        criteria,
                        new Holder.Asker(self.name(), self.home(), whole, revision))));
        case Call.CommitSegment _ -> done(() -> segment.commit(order));
        case Call.AbortSegment _ -> done(() -> segment.abort(order));
        case Call.ProvisionSegment _ -> done(() -> segment.provision(order));
        case Call.ReleaseSegment _ -> done(() -> segment.release(order));
        case Call.TerminateSegment _ -> done(() -> segment.terminate(order));
      };
    } catch (Fault fault) {
      return call instanceof Call.ReserveSegment
          ? new Answer.Reserved(new ReserveAnswer.Refused(refusal(call, fault)))
          : new Answer.Impossible(fault.code(), fault.code() + ": " + fault.getMessage());
    }
  }

  /** Whoever asked us, we speak in our own name, for the same person. */
  Requester speaking(Requester asked) {
    return new Requester(self.name(), asked.onBehalfOf(), asked.correlationId());
  }

  private static Answer done(Runnable verb) {
    verb.run();
    return new Answer.Done();
  }

  private static Refusal refusal(Call call, Fault fault) {
    var message = fault.code() + ": " + fault.getMessage();
    return new Refusal(Refusal.Code.NOT_ALLOWED, call.peer(), "", message, null);
  }
}
