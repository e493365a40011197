package org.touchpaper.bar.coallocation.transaction;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * Computes the actions that change a booking. A part that the request names by its id, or else one
 * of the same cluster or between the same hosts, is modified and keeps its id; other existing parts
 * are cancelled and new parts made, in the same transaction.
 */
final class ModificationPlanner {

  private final CoAllocation booking;
  private final Schedule schedule;
  private final int number;
  private final @Nullable Person owner;
  private final boolean isStarted;
  private final List<CoAllocationPart> unmatched;
  private final Set<UUID> requestedIds;
  private final List<CoAllocationPart> parts = new ArrayList<>();
  private final List<ResourceAction> actions = new ArrayList<>();

  /**
   * Computes the actions.
   *
   * @param requestedParts all parts after the change, under the ids that new ones get
   * @param number the number of the transaction
   * @param owner the owner of new parts; null if the requester
   */
  ModificationPlanner(
      CoAllocation booking,
      Schedule schedule,
      List<CoAllocationPart> requestedParts,
      int number,
      @Nullable Person owner,
      Instant now) {
    this.owner = owner;
    this.booking = booking;
    this.schedule = schedule;
    this.number = number;
    this.isStarted = !booking.schedule().startTime().isAfter(now);
    this.unmatched = new ArrayList<>(booking.parts());
    this.requestedIds =
        requestedParts.stream().map(CoAllocationPart::partId).collect(Collectors.toSet());
    requestedParts.forEach(part ->
        findExisting(part)
            .ifPresentOrElse(existing -> modifyExisting(existing, part), () -> addNew(part)));
    unmatched.forEach(part -> actions.add(ResourceAction.cancel(part)));
  }

  /** Returns all parts after the change. */
  List<CoAllocationPart> parts() {
    return parts;
  }

  /** Returns the actions; empty if nothing changes. */
  List<ResourceAction> actions() {
    return actions;
  }

  /** Finds the part of that id, else a matching one that is not named, preferring an identical. */
  private Optional<CoAllocationPart> findExisting(CoAllocationPart requested) {
    var unnamed =
        unmatched.stream()
            .filter(part -> !requestedIds.contains(part.partId()))
            .filter(part -> part.withAmountOf(requested).isPresent())
            .toList();
    return unmatched.stream()
        .filter(part -> part.partId().equals(requested.partId()))
        .findFirst()
        .or(() ->
            unnamed.stream()
                .filter(part -> part.withAmountOf(requested).equals(Optional.of(part)))
                .findFirst())
        .or(() -> unnamed.stream().findFirst());
  }

  private void modifyExisting(CoAllocationPart existing, CoAllocationPart requested) {
    unmatched.remove(existing);
    var resized = existing.withAmountOf(requested).orElseThrow();
    if (!isRescheduled() && resized.equals(existing)) {
      parts.add(existing);
      return;
    }
    var startTime =
        isRescheduled() && !isStarted ? schedule.startTime() : existing.origin().startTime();
    var changed = resized.withOrigin(new CoAllocationPart.Origin(number, startTime));
    parts.add(changed);
    actions.add(
        ResourceAction.modify(existing, changed, isRescheduled() ? schedule.endTime() : null));
  }

  private void addNew(CoAllocationPart newPart) {
    parts.add(newPart);
    actions.add(ResourceAction.make(newPart, owner, schedule.endTime()));
  }

  private boolean isRescheduled() {
    return !schedule.equals(booking.schedule());
  }
}
