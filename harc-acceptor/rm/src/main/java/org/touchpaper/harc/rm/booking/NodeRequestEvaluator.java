package org.touchpaper.harc.rm.booking;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.ownership.AccountMapping;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability.Step;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * Evaluates requests for nodes of a machine.
 *
 * @param machine its resource name
 * @param nodeCount the number of nodes, usable or not
 * @param unusableNote what a refusal adds about unusable nodes
 * @param isAccountAccepted whether the machine accepts bookings for an account
 * @param availability what a booking would find free in a window, given its id
 */
public record NodeRequestEvaluator(
    String machine,
    int nodeCount,
    String unusableNote,
    AccountMapping accounts,
    Predicate<String> isAccountAccepted,
    BiFunction<String, Schedule, NodeCapacityTimetable> availability)
    implements Backend.Evaluator {
  private static final Instant HORIZON_END = Instant.parse("9999-12-31T00:00:00Z");

  @Override
  public Optional<Refusal> permanentRefusal(ResourceRequest work) {
    return switch (work) {
      case ResourceRequest.Path _ ->
          refusal(Refusal.Code.NOT_ALLOWED, "Work", machine + " offers only nodes, not lightpaths");
      case ResourceRequest.Units _ ->
          refusal(Refusal.Code.NOT_ALLOWED, "Work", machine + " offers only nodes, not units");
      case ResourceRequest.Compute(var resource, _, _) when !resource.equals(machine) ->
          refusal(
              Refusal.Code.NOT_ALLOWED,
              "Resource",
              "the resource is " + machine + ", not " + resource);
      case ResourceRequest.Compute(_, var nodes, _) when nodes > nodeCount ->
          refusal(
              Refusal.Code.MORE_THAN_MACHINE,
              "Nodes",
              "%s has %d nodes; %d requested".formatted(machine, nodeCount, nodes));
      case ResourceRequest.Compute _ -> Optional.empty();
    };
  }

  private Optional<Refusal> refusal(Refusal.Code code, String field, String reason) {
    return Optional.of(new Refusal(code, machine, field, reason, null));
  }

  @Override
  public Optional<String> account(Person owner, Consumer<Refusal> refuse) {
    var account = accounts.findAccount(owner);
    var accepted = account.filter(isAccountAccepted);
    if (accepted.isEmpty()) {
      var reason =
          account.isEmpty()
              ? accounts.missingAccountMessage(owner, machine)
              : "account %s is not one that %s accepts reservations for"
                  .formatted(account.get(), machine);
      refusal(Refusal.Code.NOT_ALLOWED, "", reason).ifPresent(refuse);
    }
    return accepted;
  }

  @Override
  public Optional<Allocation> allocate(
      String bookingId,
      Schedule schedule,
      ResourceRequest work,
      @Nullable Allocation current,
      Consumer<Refusal> refuse) {
    if (!(work instanceof ResourceRequest.Compute(_, var count, _))) {
      throw new IllegalArgumentException("not nodes: " + work);
    }
    var picked =
        availability
            .apply(bookingId, schedule)
            .pick(schedule, count, current == null ? List.of() : current.items());
    if (picked.isEmpty()) {
      refuse.accept(busyRefusal(bookingId, schedule, count));
    }
    return picked.map(nodes -> Allocation.ofNodes(nodes, schedule));
  }

  /**
   * The refusal for too few free nodes, with the next fit, but for one that depends on a use
   * without a known end.
   */
  private Refusal busyRefusal(String bookingId, Schedule schedule, int count) {
    var later = availability.apply(bookingId, new Schedule(schedule.startTime(), HORIZON_END));
    return new Refusal(
        Refusal.Code.NODES_BUSY,
        machine,
        "Nodes",
        "%s has %d of %d nodes free from %s to %s; %d requested%s"
            .formatted(
                machine,
                later.steps(schedule).stream().mapToInt(Step::free).min().orElse(0),
                nodeCount,
                schedule.startTime(),
                schedule.endTime(),
                count,
                unusableNote),
        later
            .nextFit(schedule, count)
            .filter(fit -> fit.startTime().isBefore(HORIZON_END))
            .orElse(null));
  }
}
