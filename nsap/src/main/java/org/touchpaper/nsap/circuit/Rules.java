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

/** What every request must keep, whatever is booked: each rule has a name and a sentence. */
record Rules(Topology topology, Duration horizon) {

  /** One rule: the refusal if a request breaks it. */
  @FunctionalInterface
  private interface Rule {
    Optional<Refusal> brokenBy(Criteria criteria, Instant now);
  }

  /** The first rule that a request breaks. */
  Optional<Refusal> firstBroken(Criteria criteria, Instant now) {
    List<Rule> all =
        List.of(
            (asked, _) -> isAttached(asked.source(), "source"),
            (asked, _) -> isAttached(asked.destination(), "destination"),
            (asked, _) -> leavesElsewhere(asked),
            (asked, _) -> labelIsAllowed(asked.source(), "source"),
            (asked, _) -> labelIsAllowed(asked.destination(), "destination"),
            (asked, _) -> attachmentIsWideEnough(asked.source(), asked),
            (asked, _) -> attachmentIsWideEnough(asked.destination(), asked),
            Rules::endsInFuture,
            this::withinHorizon);
    return all.stream().flatMap(rule -> rule.brokenBy(criteria, now).stream()).findFirst();
  }

  private Optional<Refusal> isAttached(Stp stp, String field) {
    var known =
        stp.network().equals(topology.network()) && topology.findAttachment(stp.port()).isPresent();
    return broken(
        !known,
        Refusal.Code.UNKNOWN_STP,
        stp.with(null).toString(),
        field,
        "nothing is attached to " + topology.network() + " as " + stp.with(null));
  }

  private static Optional<Refusal> leavesElsewhere(Criteria asked) {
    return broken(
        asked.source().samePlaceAs(asked.destination()),
        Refusal.Code.NO_PATH,
        asked.source().port(),
        "destination",
        "a circuit must leave the network elsewhere than it enters it, not both at "
            + asked.source().port());
  }

  private Optional<Refusal> labelIsAllowed(Stp stp, String field) {
    var attachment = attachment(stp);
    var wanted = stp.vlans();
    return broken(
        wanted != null && attachment.vlans().intersect(wanted).isEmpty(),
        Refusal.Code.LABEL_NOT_ALLOWED,
        attachment.name(),
        field,
        "circuits at %s use VLANs %s, and %s is outside"
            .formatted(attachment.name(), attachment.vlans(), wanted));
  }

  private Optional<Refusal> attachmentIsWideEnough(Stp stp, Criteria asked) {
    var attachment = attachment(stp);
    return broken(
        asked.bandwidthMbps() > attachment.capacityMbps(),
        Refusal.Code.ABOVE_CAPACITY,
        attachment.name(),
        "bandwidthMbps",
        "%s is attached with %d Mbit/s, less than the %d asked for"
            .formatted(attachment.name(), attachment.capacityMbps(), asked.bandwidthMbps()));
  }

  private static Optional<Refusal> endsInFuture(Criteria asked, Instant now) {
    return broken(
        !asked.schedule().endTime().isAfter(now),
        Refusal.Code.BAD_SCHEDULE,
        "schedule",
        "endTime",
        "the end time " + asked.schedule().endTime() + " has passed");
  }

  private Optional<Refusal> withinHorizon(Criteria asked, Instant now) {
    var last = now.plus(horizon);
    return broken(
        asked.schedule().endTime().isAfter(last),
        Refusal.Code.BEYOND_HORIZON,
        topology.network(),
        "endTime",
        topology.network() + " takes bookings up to " + last);
  }

  private Attachment attachment(Stp stp) {
    return topology.findAttachment(stp.port()).orElseThrow();
  }

  private static Optional<Refusal> broken(
      boolean isBroken, Refusal.Code code, String resource, String field, String reason) {
    return isBroken
        ? Optional.of(new Refusal(code, resource, field, reason, null))
        : Optional.empty();
  }
}
