package org.touchpaper.harc.rm.slurm;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.HoldAnswer.Reason;
import org.touchpaper.harc.rm.local.Rules;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.harc.rm.nodes.FreeNodes;
import org.touchpaper.harc.rm.slurm.PromisedNodes.Promise;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** Weighs a transaction's actions one after the other: what is to be held, or why it cannot be. */
final class Weighing {
  private final Cluster cluster;
  private final Bookings bookings;
  private final Outlook outlook;
  private final Transaction transaction;
  private final Instant now;
  private final Rules rules;
  private final List<Booking> made = new ArrayList<>();
  private final List<Amendment> amended = new ArrayList<>();
  private final List<String> cancelled = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private final List<Reason> reasons = new ArrayList<>();

  /**
   * What Slurm was asked before.
   *
   * @param view its nodes
   * @param knownAccounts those of the owners' accounts that it can make a reservation out to
   */
  record Outlook(ClusterView view, Set<String> knownAccounts) {
    /** For actions that need nothing of Slurm. */
    static final Outlook NONE = new Outlook(new ClusterView(0, List.of(), List.of()), Set.of());
  }

  Weighing(
      Cluster cluster, Bookings bookings, Outlook outlook, Transaction transaction, Instant now) {
    this.cluster = cluster;
    this.bookings = bookings;
    this.outlook = outlook;
    this.transaction = transaction;
    this.now = now;
    this.rules = new Rules(cluster.name(), Refusal.Code.NODES_BUSY, now);
  }

  /** The bookings to make, and the pieces that modifications need beside what is there. */
  List<Booking> made() {
    return made;
  }

  /** The idents of bookings whose cancellation is to be held. */
  List<String> cancelled() {
    return cancelled;
  }

  /** Why it cannot be; empty if it can. */
  List<Reason> reasons() {
    return reasons;
  }

  /** Of modifications: what bookings are to become. */
  List<Amendment> amended() {
    return amended;
  }

  Weighing weigh() {
    for (var action : transaction.actions()) {
      if (seen.add(action.ident())) {
        bookings
            .owners()
            .refusal(transaction, action, cluster.name(), cluster.accounts().local())
            .ifPresentOrElse(why -> refuse(action, why), () -> weigh(action));
      } else {
        refuse(action, rules.oncePerBooking());
      }
    }
    return this;
  }

  private void weigh(Action action) {
    switch (action) {
      case Action.Make make -> weigh(make);
      case Action.Modify modify -> changeable(modify).ifPresent(has -> weigh(modify, has));
      case Action.Cancel cancel -> weigh(cancel);
    }
  }

  private void weigh(Action.Make make) {
    cluster
        .accounts()
        .of(transaction.ownerOf(make))
        .ifPresentOrElse(
            account -> weigh(make, account),
            () ->
                refuse(
                    make,
                    Refusal.Code.NOT_ALLOWED,
                    "",
                    cluster.accounts().missing(transaction.ownerOf(make), cluster.name())));
  }

  private void weigh(Action.Make make, String account) {
    if (!outlook.knownAccounts().contains(account) || account.equals(cluster.holdAccount())) {
      refuse(
          make,
          Refusal.Code.NOT_ALLOWED,
          "",
          account + " is no account that " + cluster.name() + " reserves nodes for");
    } else if (bookings.find(make.ident()).isPresent()) {
      refuse(make, rules.nameIsTaken());
    } else {
      pick(make, make.schedule(), make.work(), List.of())
          .ifPresent(nodes -> made.add(booking(make, account, nodes)));
    }
  }

  private void weigh(Action.Modify modify, Booking has) {
    var schedule = modify.schedule() == null ? has.schedule() : modify.schedule();
    var work =
        modify.work() == null
            ? new Work.Compute(cluster.name(), has.nodes().size())
            : modify.work();
    var whole = Cluster.wholeSeconds(schedule);
    stillTold(has)
        .or(() -> rules.against(has.schedule(), whole))
        .ifPresentOrElse(
            why -> refuse(modify, why),
            () ->
                pick(modify, schedule, work, has.nodes())
                    .ifPresent(nodes -> amend(modify, has, nodes, whole)));
  }

  private Optional<Refusal> stillTold(Booking has) {
    return has.state() == BookingState.AMENDING
        ? Optional.of(rules.stillTold(has.problem()))
        : Optional.empty();
  }

  private void amend(Action.Modify modify, Booking has, List<String> nodes, Schedule schedule) {
    var amendment = new Amendment(modify.ident(), transaction.id(), nodes, schedule);
    amended.add(amendment);
    for (var piece : amendment.beyond(has)) {
      var ident = "%s#%s.%d".formatted(has.ident(), transaction.id(), made.size());
      made.add(booking(modify, ident, has.ident(), has.holder(), piece.nodes(), piece.schedule()));
    }
  }

  /** Its own nodes count as free, and are taken first; refuses if it cannot be. */
  private Optional<List<String>> pick(
      Action action, Schedule asked, Work work, List<String> preferred) {
    var tooLate = rules.against(asked);
    if (tooLate.isPresent()) {
      refuse(action, tooLate.get());
      return Optional.empty();
    }
    return switch (work) {
      case Work.Path _ -> {
        refuse(action, Refusal.Code.NOT_ALLOWED, "Work", cluster.name() + " has no lightpaths");
        yield Optional.empty();
      }
      case Work.Units _ -> {
        refuse(action, Refusal.Code.NOT_ALLOWED, "Work", cluster.name() + " has nodes alone");
        yield Optional.empty();
      }
      case Work.Compute(var resource, _) when !resource.equals(cluster.name()) -> {
        refuse(
            action,
            Refusal.Code.NOT_ALLOWED,
            "Resource",
            "this is the calendar of " + cluster.name() + ", not of " + resource);
        yield Optional.empty();
      }
      case Work.Compute(_, var count) -> pick(action, asked, count, preferred);
    };
  }

  private Optional<List<String>> pick(
      Action action, Schedule asked, int count, List<String> preferred) {
    var view = outlook.view();
    if (count > view.nodeCount()) {
      refuse(
          action,
          Refusal.Code.MORE_THAN_MACHINE,
          "Nodes",
          "%s has %d nodes, %d were asked for".formatted(cluster.name(), view.nodeCount(), count));
      return Optional.empty();
    }
    var schedule = Cluster.wholeSeconds(asked);
    var picked =
        free(action.ident(), schedule.startTime(), schedule.endTime())
            .pick(schedule, count, view.numbersOf(preferred));
    if (picked.isEmpty()) {
      refuse(action, busy(action.ident(), schedule, count));
    }
    return picked.map(view::namesOf);
  }

  private FreeNodes free(String ident, Instant from, Instant to) {
    var promised = new ArrayList<>(bookings.promised().listBut(ident, from, to));
    for (var other : made) {
      other.nodes().forEach(node -> promised.add(new Promise(node, other.schedule())));
    }
    return outlook.view().free(promised, new Schedule(from, to));
  }

  private Refusal busy(String ident, Schedule schedule, int count) {
    var free = free(ident, schedule.startTime(), ScontrolText.END_OF_TIME);
    var least = free.steps(schedule).stream().mapToInt(step -> step.free()).min().orElse(0);
    var sentence =
        "only %d of %s's %d nodes are free from %s to %s, %d were asked for%s"
            .formatted(
                least,
                cluster.name(),
                outlook.view().nodeCount(),
                schedule.startTime(),
                schedule.endTime(),
                count,
                outlook.view().unusable());
    return new Refusal(
        Refusal.Code.NODES_BUSY,
        cluster.name(),
        "Nodes",
        sentence,
        nextFit(free, schedule, count).orElse(null));
  }

  /** What nobody knows the end of is not a time at which it would fit. */
  private static Optional<Schedule> nextFit(FreeNodes free, Schedule schedule, int count) {
    return free.nextFit(schedule, count)
        .filter(fit -> fit.startTime().isBefore(ScontrolText.END_OF_TIME));
  }

  private Booking booking(Action.Make make, String account, List<String> nodes) {
    var schedule = Cluster.wholeSeconds(make.schedule());
    return booking(make, make.ident(), null, account, nodes, schedule);
  }

  private Booking booking(
      Action action,
      String ident,
      @Nullable String partOf,
      String account,
      List<String> nodes,
      Schedule schedule) {
    return new Booking(
        ident,
        transaction.id(),
        transaction.actions().indexOf(action),
        partOf,
        1,
        cluster.reservationOf(ident),
        account,
        nodes,
        schedule,
        BookingState.PREPARING,
        null,
        null,
        null,
        null,
        cluster.holdAccount());
  }

  private void weigh(Action.Cancel cancel) {
    var found = bookings.findForUpdate(cancel.ident()).filter(booking -> !booking.isPiece());
    if (found.filter(has -> has.standing(now).isGone()).isEmpty()) {
      changeable(cancel).ifPresent(_ -> cancelled.add(cancel.ident()));
    }
  }

  /** Of the pieces of a modification nobody knows but we. */
  private Optional<Booking> changeable(Action change) {
    var found = bookings.findForUpdate(change.ident()).filter(booking -> !booking.isPiece());
    var standing = found.map(has -> has.standing(now)).orElse(null);
    var refusal = rules.against(change, standing);
    refusal.ifPresent(why -> refuse(change, why));
    return refusal.isPresent() ? Optional.empty() : found;
  }

  private void refuse(Action action, Refusal.Code code, String field, String reason) {
    refuse(action, rules.refusal(code, field, reason));
  }

  private void refuse(Action action, Refusal refusal) {
    reasons.add(new Reason(action.ident(), refusal));
  }
}
