package org.touchpaper.nsap.circuit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.touchpaper.nsap.topology.Attachment;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Stp;

/** The rules that every request must satisfy, independent of bookings. */
record WideAreaRules(Topology topology, Duration horizon) {

  /** A rule; returns a refusal if a request breaks it. */
  @FunctionalInterface
  private interface Rule {
    Optional<Refusal> check(Criteria criteria, Instant now);
  }

  /** The first rule that a request breaks. */
  Optional<Refusal> findViolation(Criteria criteria, Instant now) {
    List<Rule> rules =
        List.of(
            (requested, _) -> isAttached(requested.source(), "source"),
            (requested, _) -> isAttached(requested.destination(), "destination"),
            (requested, _) -> hasDistinctEnds(requested),
            (requested, _) -> isLabelAllowed(requested.source(), "source"),
            (requested, _) -> isLabelAllowed(requested.destination(), "destination"),
            (requested, _) -> hasAttachmentCapacity(requested.source(), requested),
            (requested, _) -> hasAttachmentCapacity(requested.destination(), requested),
            WideAreaRules::endsInFuture,
            this::endsWithinHorizon);
    return rules.stream().flatMap(rule -> rule.check(criteria, now).stream()).findFirst();
  }

  private Optional<Refusal> isAttached(Stp stp, String field) {
    var known =
        stp.network().equals(topology.network()) && topology.findAttachment(stp.port()).isPresent();
    return refuseIf(
        !known,
        Refusal.Code.UNKNOWN_STP,
        stp.withVlans(null).toString(),
        field,
        "unknown STP in " + topology.network() + ": " + stp.withVlans(null));
  }

  private static Optional<Refusal> hasDistinctEnds(Criteria criteria) {
    return refuseIf(
        criteria.source().isSamePortAs(criteria.destination()),
        Refusal.Code.NO_PATH,
        criteria.source().port(),
        "destination",
        "source and destination must be different ports; both are " + criteria.source().port());
  }

  private Optional<Refusal> isLabelAllowed(Stp stp, String field) {
    var attachment = attachment(stp);
    var requestedVlans = stp.vlans();
    return refuseIf(
        requestedVlans != null && attachment.vlans().intersect(requestedVlans).isEmpty(),
        Refusal.Code.LABEL_NOT_ALLOWED,
        attachment.name(),
        field,
        "circuits at %s use VLANs %s; requested %s"
            .formatted(attachment.name(), attachment.vlans(), requestedVlans));
  }

  private Optional<Refusal> hasAttachmentCapacity(Stp stp, Criteria criteria) {
    var attachment = attachment(stp);
    return refuseIf(
        criteria.bandwidthMbps() > attachment.capacityMbps(),
        Refusal.Code.ABOVE_CAPACITY,
        attachment.name(),
        "bandwidthMbps",
        "%s has %d Mbit/s; %d requested"
            .formatted(attachment.name(), attachment.capacityMbps(), criteria.bandwidthMbps()));
  }

  private static Optional<Refusal> endsInFuture(Criteria criteria, Instant now) {
    return refuseIf(
        !criteria.schedule().endTime().isAfter(now),
        Refusal.Code.BAD_SCHEDULE,
        "schedule",
        "endTime",
        "the end time " + criteria.schedule().endTime() + " is in the past");
  }

  private Optional<Refusal> endsWithinHorizon(Criteria criteria, Instant now) {
    var latestEnd = now.plus(horizon);
    return refuseIf(
        criteria.schedule().endTime().isAfter(latestEnd),
        Refusal.Code.BEYOND_HORIZON,
        topology.network(),
        "endTime",
        topology.network() + " accepts bookings that end by " + latestEnd);
  }

  private Attachment attachment(Stp stp) {
    return topology.findAttachment(stp.port()).orElseThrow();
  }

  private static Optional<Refusal> refuseIf(
      boolean isViolated, Refusal.Code code, String resource, String field, String reason) {
    return isViolated
        ? Optional.of(new Refusal(code, resource, field, reason, null))
        : Optional.empty();
  }
}
