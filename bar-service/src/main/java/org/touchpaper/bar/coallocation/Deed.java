package org.touchpaper.bar.coallocation;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.ActionXml;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.segment.connection.Requester.Person;

/** One thing that a resource manager is asked to do in a transaction. */
record Deed(String rm, Action action) {

  /**
   * Makes it.
   *
   * @param owner whose it is to be, if that is not who asks
   */
  static Deed make(Part part, @Nullable Person owner, Instant end) {
    return new Deed(
        part.rm(),
        new Action.Make(
            part.ident().toString(),
            owner == null
                ? null
                : new Action.Owner(
                    owner.name(), owner.homeSite(), owner.virtualOrganisations(), owner.role()),
            new Action.Schedule(part.booked().from(), end),
            work(part)));
  }

  /**
   * What of it is different; the rest is not named, and stays.
   *
   * @param end null if its time stays
   */
  static Deed modify(Part before, Part after, @Nullable Instant end) {
    return new Deed(
        before.rm(),
        new Action.Modify(
            before.ident().toString(),
            end == null ? null : new Action.Schedule(after.booked().from(), end),
            work(before).equals(work(after)) ? null : work(after)));
  }

  /** All of it, where our books may not know what there is. */
  static Deed set(Part after, Instant end) {
    var when = new Action.Schedule(after.booked().from(), end);
    return new Deed(after.rm(), new Action.Modify(after.ident().toString(), when, work(after)));
  }

  static Deed cancel(Part part) {
    return new Deed(part.rm(), new Action.Cancel(part.ident().toString()));
  }

  /** What each resource manager is asked to do, in the order in which they come up. */
  static List<Actions> byManager(List<Deed> deeds) {
    return deeds.stream()
        .map(Deed::rm)
        .distinct()
        .map(rm ->
            ActionXml.write(
                rm, deeds.stream().filter(deed -> deed.rm().equals(rm)).map(Deed::action).toList()))
        .toList();
  }

  private static Action.Work work(Part part) {
    return switch (part) {
      case Part.Compute nodes -> new Action.Compute(nodes.resource(), nodes.nodes());
      case Part.Lightpath path ->
          new Action.Path(path.source(), path.destination(), path.bandwidthMbps());
    };
  }
}
