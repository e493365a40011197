package org.touchpaper.bar.coallocation.validation;

import java.time.Instant;
import java.util.List;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.ModificationRequest;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.request.StandaloneLightpathChange;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.segment.connection.Schedule;

/**
 * Validates requests independently of other bookings. Each rule has a name and a message for the
 * caller.
 */
public final class BookingRequestValidator {

  private final NetworkDirectory directory;
  private final Violations violations = new Violations();
  private final ScheduleValidator times;
  private final CircuitValidator circuits;

  private BookingRequestValidator(NetworkDirectory directory, Instant now) {
    this.directory = directory;
    this.times = new ScheduleValidator(now, violations);
    this.circuits = new CircuitValidator(directory, violations);
  }

  public static List<FieldViolation> validate(
      BookingRequest request, NetworkDirectory directory, Instant now) {
    var validator = new BookingRequestValidator(directory, now);
    validator.times.validate(request.when());
    validator.validateResources(request);
    return validator.violations.list();
  }

  /** Validates a request for one lightpath, which needs neither acceptors nor resource managers. */
  public static List<FieldViolation> validateLightpathAlone(
      BookingRequest request, NetworkDirectory directory, Instant now) {
    var validator = new BookingRequestValidator(directory, now);
    validator.times.validate(request.when());
    validator.validateParts(request);
    return validator.violations.list();
  }

  /** Validates a change of a lightpath alone. */
  public static List<FieldViolation> validate(
      StandaloneLightpathChange change, Schedule slot, NetworkDirectory directory, Instant now) {
    var validator = new BookingRequestValidator(directory, now);
    validator.times.validateChange(change.startTime(), change.endTime(), change.window(), slot);
    var mbps = change.bandwidthMbps();
    if (mbps != null) {
      validator.circuits.requireBandwidth("", mbps);
    }
    return validator.violations.list();
  }

  public static List<FieldViolation> validate(
      ModificationRequest modification,
      CoAllocation booking,
      NetworkDirectory directory,
      Instant now) {
    var validator = new BookingRequestValidator(directory, now);
    validator.times.validateChange(
        modification.startTime(),
        modification.endTime(),
        modification.window(),
        booking.schedule());
    var changed = modification.applyTo(booking);
    validator.validateResources(changed);
    new ExistingPartIdValidator(booking, validator.violations).validate(changed);
    return validator.violations.list();
  }

  private void validateResources(BookingRequest request) {
    requireAcceptors();
    requireNetworkRm(request);
    validateParts(request);
  }

  /** A broker without acceptors books only single lightpaths. */
  private void requireAcceptors() {
    if (directory.bar().acceptors().isEmpty()) {
      violations.report(
          "",
          "acceptors",
          "the broker of "
              + directory.campus()
              + " has no acceptors, so it books neither nodes nor units; book a lightpath alone (POST"
              + " /api/v1/reservations)");
    }
  }

  /** A broker without a network resource manager books only single lightpaths. */
  private void requireNetworkRm(BookingRequest request) {
    if (!request.lightpaths().isEmpty()
        && directory.bar().networkRm() == null
        && !directory.bar().acceptors().isEmpty()) {
      violations.report(
          "lightpaths",
          "network-rm",
          "the broker of "
              + directory.campus()
              + " has no network resource manager; use the broker at the other end, or book the"
              + " lightpath alone (POST /api/v1/reservations)");
    }
  }

  private void validateParts(BookingRequest request) {
    if (request.compute().isEmpty()
        && request.lightpaths().isEmpty()
        && request.units().isEmpty()) {
      violations.report("", "not-empty", "Choose a lightpath, a cluster, a facility, or several");
    }
    new NodesValidator(directory, violations).validate(request.compute());
    circuits.validate(request.lightpaths());
    new FacilityUnitsValidator(directory, violations).validate(request.units());
  }
}
