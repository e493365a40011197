package org.touchpaper.nsap.circuit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.touchpaper.nsap.topology.Attachment;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.segment.capacity.CommonRequestRules;
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
            CommonRequestRules::endsInFuture,
            this::endsWithinHorizon);
    return rules.stream().flatMap(rule -> rule.check(criteria, now).stream()).findFirst();
  }

  private Optional<Refusal> isAttached(Stp stp, String field) {
    var known =
        stp.network().equals(topology.network()) && topology.findAttachment(stp.port()).isPresent();
    return CommonRequestRules.isKnown(known, stp, field, "in " + topology.network());
  }

  private static Optional<Refusal> hasDistinctEnds(Criteria criteria) {
    return CommonRequestRules.refuseIf(
        criteria.source().isSamePortAs(criteria.destination()),
        Refusal.Code.NO_PATH,
        criteria.source().port(),
        "destination",
        "source and destination must be different ports; both are " + criteria.source().port());
  }

  private Optional<Refusal> isLabelAllowed(Stp stp, String field) {
    var attachment = attachment(stp);
    return CommonRequestRules.allowsLabels(
        attachment.vlans(), stp.vlans(), attachment.name(), field, attachment.name());
  }

  private Optional<Refusal> hasAttachmentCapacity(Stp stp, Criteria criteria) {
    var attachment = attachment(stp);
    return CommonRequestRules.hasCapacity(attachment.name(), attachment.capacityMbps(), criteria);
  }

  private Optional<Refusal> endsWithinHorizon(Criteria criteria, Instant now) {
    return CommonRequestRules.endsWithin(
        horizon, criteria, now, topology.network(), topology.network());
  }

  private Attachment attachment(Stp stp) {
    return topology.findAttachment(stp.port()).orElseThrow();
  }
}
