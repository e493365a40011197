package org.touchpaper.bar.coallocation.validation;

import java.util.List;
import java.util.Optional;
import org.touchpaper.bar.coallocation.request.BookingRequest.Circuit;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.platform.problem.FieldViolation;

/** Validates the lightpaths of a request. */
public final class CircuitValidator {

  private final NetworkDirectory directory;
  private final Violations violations;

  CircuitValidator(NetworkDirectory directory, Violations violations) {
    this.directory = directory;
    this.violations = violations;
  }

  void validate(List<Circuit> lightpaths) {
    for (var i = 0; i < lightpaths.size(); i++) {
      validateCircuit("lightpaths[" + i + "].", lightpaths.get(i));
    }
  }

  private void validateCircuit(String field, Circuit requested) {
    requireBandwidth(field, requested.bandwidthMbps());
    var source = validateEndpoint(field + "source", requested.source());
    var destination = validateEndpoint(field + "destination", requested.destination());
    if (requested.source().equals(requested.destination())) {
      violations.report(field + "destination", "two-ends", "source and destination must differ");
    } else if (source && destination) {
      foreign(field + "source", requested.source(), requested.destination(), directory)
          .ifPresent(violations::report);
    }
  }

  /**
   * Requires a positive bandwidth.
   *
   * @param prefix the path of the circuit; empty for a lightpath alone
   */
  void requireBandwidth(String prefix, int mbps) {
    violations.requireAtLeastOne(prefix, "bandwidthMbps", mbps);
  }

  private boolean validateEndpoint(String field, String name) {
    var host = directory.host(name);
    if (host.isEmpty()) {
      violations.reportUnknownHost(field, name, directory);
      return false;
    }
    if (!directory.isBookable(host.get())) {
      violations.report(
          field,
          "campus-with-a-broker",
          name + " is on a campus without a broker, so it cannot be booked");
      return false;
    }
    return true;
  }

  /** Names the broker to ask for a circuit that has no end on this campus. */
  public static Optional<FieldViolation> foreign(
      String field, String source, String destination, NetworkDirectory directory) {
    return directory
        .host(source)
        .flatMap(from ->
            directory.host(destination).flatMap(to -> directory.responsibleElsewhere(from, to)))
        .map(responsible ->
            new FieldViolation(
                field,
                "at-home",
                "neither %s nor %s is at %s; %s"
                    .formatted(source, destination, directory.home().name(), responsible.advice()),
                responsible.url()));
  }
}
