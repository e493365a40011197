package org.touchpaper.bar.coallocation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * What has to be done for a booking to become what is wanted. A part of the same cluster, or
 * between the same two hosts, is modified and keeps its name; what is no longer wanted is cancelled
 * and what is new is made, in the same transaction: so one machine is swapped for another. Where
 * our books lack a change that was committed, nothing is taken to be as they say: every part that
 * stays is set to all that is wanted of it.
 */
final class Redraft {

  private final CoAllocation booking;
  private final Schedule schedule;
  private final int number;
  private final @Nullable Person owner;
  private final boolean hasBegun;
  private final List<Part> left;
  private final List<Part> parts = new ArrayList<>();
  private final List<Deed> deeds = new ArrayList<>();

  /**
   * Compares.
   *
   * @param wanted all it is to consist of, under the names that what is new gets
   * @param number the transaction's that is to bring it about
   * @param owner whose it is, if that is not who asks
   */
  Redraft(
      CoAllocation booking,
      Schedule schedule,
      List<Part> wanted,
      int number,
      @Nullable Person owner,
      Instant now) {
    this.owner = owner;
    this.booking = booking;
    this.schedule = schedule;
    this.number = number;
    this.hasBegun = !booking.schedule().startTime().isAfter(now);
    this.left = new ArrayList<>(booking.parts());
    wanted.forEach(part -> standing(part).ifPresentOrElse(it -> keep(it, part), () -> make(part)));
    left.forEach(part -> deeds.add(Deed.cancel(part)));
  }

  /** All it is to consist of. */
  List<Part> parts() {
    return parts;
  }

  /** Empty if it is what is wanted. */
  List<Deed> deeds() {
    return deeds;
  }

  /** What there is of the kind; the very same is preferred. */
  private Optional<Part> standing(Part wanted) {
    return left.stream()
        .filter(part -> part.withAmountOf(wanted).equals(Optional.of(part)))
        .findFirst()
        .or(() -> left.stream().filter(part -> part.withAmountOf(wanted).isPresent()).findFirst());
  }

  private void keep(Part before, Part wanted) {
    left.remove(before);
    var after = before.withAmountOf(wanted).orElseThrow();
    if (!isMoved() && after.equals(before) && !booking.attempt().hasForgotten()) {
      parts.add(before);
      return;
    }
    var from = isMoved() && !hasBegun ? schedule.startTime() : before.booked().from();
    var changed = after.by(before.booked().changed(number, from));
    parts.add(changed);
    deeds.add(
        booking.attempt().hasForgotten()
            ? Deed.set(changed, schedule.endTime())
            : Deed.modify(before, changed, isMoved() ? schedule.endTime() : null));
  }

  private void make(Part fresh) {
    parts.add(fresh);
    deeds.add(Deed.make(fresh, owner, schedule.endTime()));
  }

  private boolean isMoved() {
    return !schedule.equals(booking.schedule());
  }
}
