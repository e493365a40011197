package org.touchpaper.harc.rm.network;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.HoldAnswer.Reason;
import org.touchpaper.harc.rm.local.Rules;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.ReservationState;
import org.touchpaper.segment.connection.Schedule;

/**
 * Turns actions into what is to be asked of the BAR; what nobody could give is refused here. A
 * lightpath is booked a little ahead, so that it is up when its run starts (DESIGN decision 4).
 */
final class Intentions {
  private static final UUID OTHER_NAMES = UUID.fromString("3b2f1a64-0c5e-5d53-8a0e-5f3f1d9e7c20");

  private final Bar bar;
  private final Network network;
  private final Lightpaths lightpaths;
  private final Clock clock;

  Intentions(Bar bar, Network network, Lightpaths lightpaths, Clock clock) {
    this.bar = bar;
    this.network = network;
    this.lightpaths = lightpaths;
    this.clock = clock;
  }

  /** What is to be asked; {@code reasons} is empty unless something can never be. */
  record Intended(List<Lightpath> lightpaths, List<Reason> reasons) {}

  Intended of(Transaction transaction) {
    var intended = new Intended(new ArrayList<>(), new ArrayList<>());
    var seen = new HashSet<ConnectionId>();
    for (var index = 0; index < transaction.actions().size(); index++) {
      var action = transaction.actions().get(index);
      if (seen.add(connectionOf(action.ident()))) {
        weigh(transaction, index, action, intended);
      } else {
        intended.reasons().add(new Reason(action.ident(), rules().oncePerBooking()));
      }
    }
    return intended;
  }

  private void weigh(Transaction transaction, int index, Action action, Intended intended) {
    lightpaths
        .owners()
        .refusal(transaction, action, "network", network.local())
        .ifPresentOrElse(
            why -> intended.reasons().add(new Reason(action.ident(), why)),
            () -> add(transaction, index, action, intended));
  }

  private void add(Transaction transaction, int index, Action action, Intended intended) {
    switch (action) {
      case Action.Make make -> make(transaction, index, make, intended);
      case Action.Modify modify -> modify(transaction, index, modify, intended);
      case Action.Cancel(var ident) -> cancel(transaction, index, ident, intended);
    }
  }

  private void make(Transaction transaction, int index, Action.Make make, Intended intended) {
    switch (make.work()) {
      case Work.Compute _, Work.Units _ ->
          refuse(
              intended,
              make.ident(),
              Refusal.Code.NOT_ALLOWED,
              "Work",
              "a network has lightpaths alone");
      case Work.Path path -> {
        var source = network.hosts().find(path.from());
        var destination = network.hosts().find(path.to());
        if (source.isEmpty()) {
          unknownHost(intended, make.ident(), "From", path.from());
        } else if (destination.isEmpty()) {
          unknownHost(intended, make.ident(), "To", path.to());
        } else {
          var criteria =
              new Criteria(
                  source.get(),
                  destination.get(),
                  path.bandwidthMbps(),
                  ahead(make.schedule(), network.setupLead(), clock.instant()));
          rules()
              .against(make.schedule())
              .ifPresentOrElse(
                  why -> intended.reasons().add(new Reason(make.ident(), why)),
                  () ->
                      intended
                          .lightpaths()
                          .add(lightpath(transaction, index, make.ident(), 1, criteria)));
        }
      }
    }
  }

  private static Lightpath lightpath(
      Transaction transaction, int index, String ident, int version, @Nullable Criteria criteria) {
    return new Lightpath(
        transaction.id(), index, ident, connectionOf(ident), version, criteria, List.of(), null);
  }

  /** Books from the lead before the start, or from now if the start is nearer than that. */
  static Schedule ahead(Schedule wanted, Duration lead, Instant now) {
    var early = wanted.startTime().minus(lead);
    var from = early.isBefore(now) ? now : early;
    return from.isBefore(wanted.startTime()) ? new Schedule(from, wanted.endTime()) : wanted;
  }

  private void modify(Transaction transaction, int index, Action.Modify modify, Intended intended) {
    var ident = modify.ident();
    var report = bar.query(transaction, connectionOf(ident));
    if (!(report instanceof Report.Known known)
        || known.criteria() == null
        || known.version() == 0
        || !isAlive(known, clock.instant())) {
      refuse(intended, ident, Refusal.Code.GIVEN_UP, "Ident", "there is nothing to modify");
      return;
    }
    var change = new Change(modify, known.criteria(), network, rules());
    change
        .refusal()
        .ifPresentOrElse(
            why -> intended.reasons().add(new Reason(ident, why)),
            () ->
                intended
                    .lightpaths()
                    .add(
                        lightpath(
                            transaction, index, ident, known.version() + 1, change.criteria())));
  }

  private void cancel(Transaction transaction, int index, String ident, Intended intended) {
    var report = bar.query(transaction, connectionOf(ident));
    var version = report instanceof Report.Known known ? known.version() + 1 : 1;
    var cancel = lightpath(transaction, index, ident, Math.max(2, version), null);
    if (report instanceof Report.Known known
        && known.version() > 0
        && isAlive(known, clock.instant())) {
      intended.lightpaths().add(cancel);
    } else if (hasFailed(ident, report)) {
      intended.lightpaths().add(cancel.moot());
    } else if (isGone(report, clock.instant())) {
      intended.lightpaths().add(cancel.afterTheEnd());
    } else {
      refuse(intended, ident, Refusal.Code.GIVEN_UP, "Ident", "there is nothing to cancel");
    }
  }

  /** True also of what was decided, and then lost or not committed by the BAR. */
  private boolean hasFailed(String ident, Report report) {
    var decided = lightpaths.findDecided(ident).filter(binding -> !binding.isCancel());
    return switch (report) {
      case Report.Known known when known.lifecycle() == LifecycleState.FAILED -> true;
      case Report.Known known ->
          known.version() == 0 && decided.filter(binding -> binding.failure() != null).isPresent();
      case Report.Unknown _ -> decided.isPresent();
    };
  }

  /** What has ended may yet be prolonged, if that is held (as {@link Rules.Standing#isGone}). */
  private static boolean isGone(Report report, Instant now) {
    return report instanceof Report.Known known
        && known.version() > 0
        && switch (known.lifecycle()) {
          case TERMINATING, TERMINATED -> true;
          case CREATED, PASSED_END_TIME ->
              !isAlive(known, now) && known.reservation() == ReservationState.RESERVE_START;
          case FAILED -> false; // never without hasFailed
        };
  }

  /** The BAR may not have noticed yet that the end has come. */
  private static boolean isAlive(Report.Known known, Instant now) {
    var criteria = known.criteria();
    return switch (known.lifecycle()) {
      case CREATED -> criteria == null || now.isBefore(criteria.schedule().endTime());
      case FAILED, PASSED_END_TIME, TERMINATING, TERMINATED -> false;
    };
  }

  /** A booking's ident is its connection id; another kind of name gets one of its own. */
  static ConnectionId connectionOf(String ident) {
    try {
      return ConnectionId.of(ident);
    } catch (IllegalArgumentException e) {
      return new ConnectionId(ConnectionId.nameBased(OTHER_NAMES, ident));
    }
  }

  Reason nameIsTaken(Lightpath fresh) {
    return new Reason(fresh.ident(), rules().nameIsTaken());
  }

  private Rules rules() {
    return new Rules("network", Refusal.Code.CAPACITY_BUSY, clock.instant());
  }

  private static void unknownHost(Intended intended, String ident, String field, String host) {
    refuse(
        intended,
        ident,
        Refusal.Code.UNKNOWN_STP,
        field,
        "no host called " + host + " is attached to this network");
  }

  private static void refuse(
      Intended intended, String ident, Refusal.Code code, String field, String reason) {
    intended.reasons().add(new Reason(ident, new Refusal(code, "network", field, reason, null)));
  }
}
