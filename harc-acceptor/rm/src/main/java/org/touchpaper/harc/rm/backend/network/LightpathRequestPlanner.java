package org.touchpaper.harc.rm.backend.network;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.BookingActionRules;
import org.touchpaper.harc.rm.scheduler.PrepareResult.ActionRefusal;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.connection.state.ReservationState;

/**
 * Plans the requests to the BAR for a transaction's actions, and refuses what can never be met. A
 * lightpath starts the setup lead before its run, so that it is active when the run starts (DESIGN
 * decision 4).
 */
final class LightpathRequestPlanner {
  private static final UUID FALLBACK_NAMESPACE =
      UUID.fromString("3b2f1a64-0c5e-5d53-8a0e-5f3f1d9e7c20");

  private final BarClient bar;
  private final NetworkSettings network;
  private final LightpathVersionRepository lightpaths;
  private final Clock clock;

  LightpathRequestPlanner(
      BarClient bar, NetworkSettings network, LightpathVersionRepository lightpaths, Clock clock) {
    this.bar = bar;
    this.network = network;
    this.lightpaths = lightpaths;
    this.clock = clock;
  }

  /** The planned requests; {@code refusals} is empty unless an action can never be met. */
  record LightpathPlan(List<LightpathVersion> lightpaths, List<ActionRefusal> refusals) {}

  LightpathPlan plan(Transaction transaction) {
    var plan = new LightpathPlan(new ArrayList<>(), new ArrayList<>());
    var seenConnections = new HashSet<ConnectionId>();
    for (var index = 0; index < transaction.actions().size(); index++) {
      var action = transaction.actions().get(index);
      if (seenConnections.add(connectionIdOf(action.bookingId()))) {
        planIfPermitted(transaction, index, action, plan);
      } else {
        plan.refusals()
            .add(new ActionRefusal(action.bookingId(), rules().duplicateActionRefusal()));
      }
    }
    return plan;
  }

  private void planIfPermitted(
      Transaction transaction, int index, BookingAction action, LightpathPlan plan) {
    lightpaths
        .ownership()
        .refusal(transaction, action, "network", network.localSites())
        .ifPresentOrElse(
            refusal -> plan.refusals().add(new ActionRefusal(action.bookingId(), refusal)),
            () -> planAction(transaction, index, action, plan));
  }

  private void planAction(
      Transaction transaction, int index, BookingAction action, LightpathPlan plan) {
    switch (action) {
      case BookingAction.Make make -> planMake(transaction, index, make, plan);
      case BookingAction.Modify modify -> planModify(transaction, index, modify, plan);
      case BookingAction.Cancel(var bookingId) -> planCancel(transaction, index, bookingId, plan);
    }
  }

  private void planMake(
      Transaction transaction, int index, BookingAction.Make make, LightpathPlan plan) {
    switch (make.work()) {
      case ResourceRequest.Compute _, ResourceRequest.Units _ ->
          refuse(
              plan,
              make.bookingId(),
              Refusal.Code.NOT_ALLOWED,
              "Work",
              "the network offers only lightpaths");
      case ResourceRequest.Path path -> {
        var source = network.hosts().find(path.from());
        var destination = network.hosts().find(path.to());
        if (source.isEmpty()) {
          refuseUnknownHost(plan, make.bookingId(), "From", path.from());
        } else if (destination.isEmpty()) {
          refuseUnknownHost(plan, make.bookingId(), "To", path.to());
        } else {
          var criteria =
              new Criteria(
                  source.get(),
                  destination.get(),
                  path.bandwidthMbps(),
                  make.schedule().withLead(network.setupLead(), clock.instant()));
          rules()
              .refusalForSchedule(make.schedule())
              .ifPresentOrElse(
                  refusal -> plan.refusals().add(new ActionRefusal(make.bookingId(), refusal)),
                  () ->
                      plan.lightpaths()
                          .add(lightpath(transaction, index, make.bookingId(), 1, criteria)));
        }
      }
    }
  }

  private static LightpathVersion lightpath(
      Transaction transaction,
      int index,
      String bookingId,
      int version,
      @Nullable Criteria criteria) {
    return new LightpathVersion(
        transaction.id(),
        index,
        bookingId,
        connectionIdOf(bookingId),
        version,
        criteria,
        List.of(),
        null);
  }

  private void planModify(
      Transaction transaction, int index, BookingAction.Modify modify, LightpathPlan plan) {
    var bookingId = modify.bookingId();
    var report = bar.query(transaction, connectionIdOf(bookingId));
    if (!(report instanceof ConnectionReport.Known current)
        || current.criteria() == null
        || current.version() == 0
        || !isAlive(current, clock.instant())) {
      refuse(
          plan,
          bookingId,
          Refusal.Code.GIVEN_UP,
          "Ident",
          "the network has no such lightpath to modify");
      return;
    }
    var modification = new LightpathModificationRules(modify, current.criteria(), network, rules());
    modification
        .refusal()
        .ifPresentOrElse(
            refusal -> plan.refusals().add(new ActionRefusal(bookingId, refusal)),
            () ->
                plan.lightpaths()
                    .add(
                        lightpath(
                            transaction,
                            index,
                            bookingId,
                            current.version() + 1,
                            modification.criteria())));
  }

  private void planCancel(
      Transaction transaction, int index, String bookingId, LightpathPlan plan) {
    var report = bar.query(transaction, connectionIdOf(bookingId));
    var version = report instanceof ConnectionReport.Known known ? known.version() + 1 : 1;
    var cancel = lightpath(transaction, index, bookingId, Math.max(2, version), null);
    if (report instanceof ConnectionReport.Known known
        && known.version() > 0
        && isAlive(known, clock.instant())) {
      plan.lightpaths().add(cancel);
    } else if (hasFailed(bookingId, report)) {
      plan.lightpaths().add(cancel.asMoot());
    } else if (isGone(report, clock.instant())) {
      plan.lightpaths().add(cancel.asAlreadyOver());
    } else {
      refuse(
          plan,
          bookingId,
          Refusal.Code.GIVEN_UP,
          "Ident",
          "the network has no such lightpath to cancel");
    }
  }

  /** Returns true also for a committed lightpath that the BAR lost or did not commit. */
  private boolean hasFailed(String bookingId, ConnectionReport report) {
    var decided = lightpaths.findDecided(bookingId).filter(lightpath -> !lightpath.isCancel());
    return switch (report) {
      case ConnectionReport.Known known when known.lifecycle() == LifecycleState.FAILED -> true;
      case ConnectionReport.Known known ->
          known.version() == 0
              && decided.filter(lightpath -> lightpath.failure() != null).isPresent();
      case ConnectionReport.Unknown _ -> decided.isPresent();
    };
  }

  /**
   * An ended lightpath does not count while a modification that may extend it is held (as {@link
   * BookingActionRules.CurrentBooking#hasNothingToCancel}).
   */
  private static boolean isGone(ConnectionReport report, Instant now) {
    return report instanceof ConnectionReport.Known known
        && known.version() > 0
        && switch (known.lifecycle()) {
          case TERMINATING, TERMINATED -> true;
          case CREATED, PASSED_END_TIME ->
              !isAlive(known, now) && known.reservation() == ReservationState.RESERVE_START;
          case FAILED -> false; // handled by hasFailed
        };
  }

  /** The BAR may not have processed the end time yet. */
  private static boolean isAlive(ConnectionReport.Known known, Instant now) {
    var criteria = known.criteria();
    return switch (known.lifecycle()) {
      case CREATED -> criteria == null || now.isBefore(criteria.schedule().endTime());
      case FAILED, PASSED_END_TIME, TERMINATING, TERMINATED -> false;
    };
  }

  /** The connection id that the booking id is, or one derived from it. */
  static ConnectionId connectionIdOf(String bookingId) {
    try {
      return ConnectionId.of(bookingId);
    } catch (IllegalArgumentException e) {
      return new ConnectionId(ConnectionId.nameBased(FALLBACK_NAMESPACE, bookingId));
    }
  }

  ActionRefusal nameTakenRefusal(LightpathVersion lightpath) {
    return new ActionRefusal(lightpath.bookingId(), rules().nameTakenRefusal());
  }

  private BookingActionRules rules() {
    return new BookingActionRules("network", Refusal.Code.CAPACITY_BUSY, clock.instant());
  }

  private static void refuseUnknownHost(
      LightpathPlan plan, String bookingId, String field, String host) {
    refuse(
        plan,
        bookingId,
        Refusal.Code.UNKNOWN_STP,
        field,
        "host " + host + " is not attached to this network");
  }

  private static void refuse(
      LightpathPlan plan, String bookingId, Refusal.Code code, String field, String reason) {
    plan.refusals()
        .add(new ActionRefusal(bookingId, new Refusal(code, "network", field, reason, null)));
  }
}
