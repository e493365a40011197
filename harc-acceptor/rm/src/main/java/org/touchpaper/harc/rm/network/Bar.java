package org.touchpaper.harc.rm.network;

import java.util.List;
import java.util.function.Supplier;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.SegmentUnreachable;
import org.touchpaper.segment.connection.TimetableQuestion;

/** The BAR as the network's scheduler talks to it: on behalf of a transaction, in its own name. */
final class Bar {
  private final String self;
  private final NetworkSegment segment;

  /** Speaks as the peer of that name. */
  Bar(String self, NetworkSegment segment) {
    this.self = self;
    this.segment = segment;
  }

  Requester requester(Transaction transaction) {
    return new Requester(self, transaction.onBehalfOf(), transaction.correlationId());
  }

  /** What is made is asked for in its owner's name, whoever has it made. */
  private Requester requester(Transaction transaction, Lightpath lightpath) {
    var person =
        switch (transaction.actions().get(lightpath.index())) {
          case Action.Make make -> transaction.ownerOf(make);
          case Action.Modify _, Action.Cancel _ -> transaction.onBehalfOf();
        };
    return new Requester(self, person, transaction.correlationId());
  }

  ReserveAnswer reserve(Transaction transaction, Lightpath lightpath) {
    var holder = new Holder.Transaction(transaction.id(), transaction.acceptors());
    return reached(() ->
        segment.reserve(
            new Reserve(
                requester(transaction, lightpath),
                lightpath.connection(),
                lightpath.version(),
                lightpath.criteria(),
                holder)));
  }

  void commit(Transaction transaction, Lightpath lightpath) {
    tell(() -> segment.commit(order(transaction, lightpath)));
  }

  void provision(Transaction transaction, Lightpath lightpath) {
    tell(() -> segment.provision(order(transaction, lightpath)));
  }

  void abort(Transaction transaction, Lightpath lightpath) {
    tell(() -> segment.abort(order(transaction, lightpath)));
  }

  Report query(Transaction transaction, ConnectionId connection) {
    return reached(() -> segment.query(requester(transaction), connection));
  }

  FreeCapacity timetable(TimetableQuestion question) {
    return reached(() -> segment.timetable(question));
  }

  /** How a fault, which repeating cannot mend, reads to the person who asked. */
  static Refusal refusal(Fault fault) {
    var code =
        switch (fault.code()) {
          case CONTRADICTS_EARLIER -> Refusal.Code.GIVEN_UP;
          case INVALID_TRANSITION -> Refusal.Code.CAPACITY_BUSY; // another change is under way
          case MALFORMED, UNKNOWN_CONNECTION, COMMIT_FAILED, NOT_ALLOWED ->
              Refusal.Code.NOT_ALLOWED;
        };
    return new Refusal(code, "network", "", String.valueOf(fault.getMessage()), null);
  }

  private Order order(Transaction transaction, Lightpath lightpath) {
    return new Order(requester(transaction), lightpath.connection(), lightpath.version());
  }

  private static void tell(Runnable verb) {
    reached(() -> {
      verb.run();
      return List.of();
    });
  }

  private static <T> T reached(Supplier<T> call) {
    try {
      return call.get();
    } catch (SegmentUnreachable e) {
      throw new SchedulerUnreachable("the BAR gave no answer: " + e.getMessage(), e);
    }
  }
}
