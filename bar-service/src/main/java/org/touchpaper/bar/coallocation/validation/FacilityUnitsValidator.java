package org.touchpaper.bar.coallocation.validation;

import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;
import org.touchpaper.bar.coallocation.request.BookingRequest.UnitAmount;
import org.touchpaper.bar.directory.NetworkDirectory;

/** Validates the units of facilities in a request. */
record FacilityUnitsValidator(NetworkDirectory directory, Violations violations) {

  void validate(List<UnitAmount> units) {
    var listed = new HashSet<String>();
    for (var i = 0; i < units.size(); i++) {
      var requested = units.get(i);
      var field = "units[" + i + "].";
      validateUnits(field, requested);
      var name = requested.unit() + " of " + requested.resource();
      if (!listed.add(name)) {
        violations.report(
            field + "unit", "once", name + " is listed twice; list it once with the total");
      }
    }
  }

  private void validateUnits(String field, UnitAmount requested) {
    violations.requireAtLeastOne(field, "amount", requested.amount());
    var facility = directory.facility(requested.resource());
    if (facility.isEmpty()) {
      violations.report(
          field + "resource",
          "known-facility",
          Violations.unknownText(
              "facility",
              "facilities",
              requested.resource(),
              directory.facilities().stream().map(NetworkDirectory.Facility::name)));
      return;
    }
    var capacity = facility.get().units().get(requested.unit());
    if (capacity == null) {
      violations.report(
          field + "unit",
          "known-unit",
          "%s has no %s; it has %s"
              .formatted(
                  requested.resource(),
                  requested.unit(),
                  String.join(", ", new TreeSet<>(facility.get().units().keySet()))));
    } else if (requested.amount() > capacity) {
      violations.report(
          field + "amount",
          "at-most-the-facility",
          "%s has %d %s; requested: %d"
              .formatted(requested.resource(), capacity, requested.unit(), requested.amount()));
    }
  }
}
