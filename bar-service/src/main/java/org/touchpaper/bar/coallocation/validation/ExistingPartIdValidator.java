package org.touchpaper.bar.coallocation.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.coallocation.CoAllocationPart.Units;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.request.BookingRequest.Circuit;
import org.touchpaper.bar.coallocation.request.BookingRequest.Nodes;
import org.touchpaper.bar.coallocation.request.BookingRequest.UnitAmount;

/**
 * Validates the ids in a change. An id names a part of the booking, of the same cluster or unit or
 * between the same hosts, once.
 */
record ExistingPartIdValidator(CoAllocation booking, Violations violations) {

  void validate(BookingRequest changed) {
    var listed = new HashSet<UUID>();
    validate("compute", changed.compute(), listed, Nodes::id, ExistingPartIdValidator::isSame);
    validate(
        "lightpaths", changed.lightpaths(), listed, Circuit::id, ExistingPartIdValidator::isSame);
    validate("units", changed.units(), listed, UnitAmount::id, ExistingPartIdValidator::isSame);
  }

  private <T> void validate(
      String list,
      List<T> requested,
      Set<UUID> listed,
      Function<T, @Nullable UUID> idOf,
      BiPredicate<T, CoAllocationPart> isSame) {
    for (var i = 0; i < requested.size(); i++) {
      var one = requested.get(i);
      var id = idOf.apply(one);
      if (id == null) {
        continue;
      }
      var field = list + "[" + i + "].id";
      if (!listed.add(id)) {
        violations.report(field, "once", "part " + id + " is listed twice");
      }
      if (booking.parts().stream()
          .noneMatch(part -> part.partId().equals(id) && isSame.test(one, part))) {
        violations.report(
            field,
            "known-part",
            "the booking has no such part "
                + id
                + " of this cluster or unit, or between these hosts; leave id out to add a part");
      }
    }
  }

  private static boolean isSame(Nodes requested, CoAllocationPart part) {
    return part instanceof Compute compute && compute.resource().equals(requested.resource());
  }

  private static boolean isSame(Circuit requested, CoAllocationPart part) {
    return part instanceof Lightpath path
        && path.source().equals(requested.source())
        && path.destination().equals(requested.destination());
  }

  private static boolean isSame(UnitAmount requested, CoAllocationPart part) {
    return part instanceof Units units
        && units.resource().equals(requested.resource())
        && units.unit().equals(requested.unit());
  }
}
