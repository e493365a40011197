package org.touchpaper.lnsap.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.touchpaper.lnsap.campus.Campus;
import org.touchpaper.lnsap.campus.CampusFile.SiteLimits;
import org.touchpaper.lnsap.campus.Host;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Stp;

/** The rules that every request on this campus must satisfy, independent of bookings. */
public record SitePolicy(Campus campus, SiteLimits limits) {

  /**
   * The input of a rule.
   *
   * @param requester the requester, and the person it acts for
   * @param criteria the requested criteria
   * @param now the time of the request
   */
  public record Request(Requester requester, Criteria criteria, Instant now) {}

  /** A rule; returns a refusal if a request breaks it. */
  @FunctionalInterface
  private interface Rule {
    Optional<Refusal> check(Request request);
  }

  /** The first rule that a request breaks. */
  public Optional<Refusal> findViolation(Request request) {
    List<Rule> rules =
        List.of(
            checked -> isEndKnown(checked.criteria().source(), "source"),
            checked -> isEndKnown(checked.criteria().destination(), "destination"),
            this::joinsHostAndBorder,
            this::canHostTerminateLightpath,
            this::canPersonBook,
            this::hostIsFastEnough,
            this::borderIsFastEnough,
            this::labelIsAllowed,
            this::endsInFuture,
            this::isNotTooLong,
            this::endsWithinHorizon);
    return rules.stream().flatMap(rule -> rule.check(request).stream()).findFirst();
  }

  private Optional<Refusal> isEndKnown(Stp stp, String field) {
    var known =
        stp.network().equals(campus.network())
            && (campus.isBorder(stp.port()) || campus.findHost(stp.port()).isPresent());
    return refuseIf(
        !known,
        Refusal.Code.UNKNOWN_STP,
        stp.withVlans(null).toString(),
        field,
        "unknown STP at " + campus.title() + ": " + stp.withVlans(null));
  }

  private Optional<Refusal> joinsHostAndBorder(Request request) {
    var source = campus.isBorder(request.criteria().source().port());
    var destination = campus.isBorder(request.criteria().destination().port());
    return refuseIf(
        source == destination,
        Refusal.Code.NO_PATH,
        campus.name(),
        "destination",
        "circuits on campus run between a host and the border, not between "
            + request.criteria().source().port()
            + " and "
            + request.criteria().destination().port());
  }

  private Optional<Refusal> canHostTerminateLightpath(Request request) {
    var host = hostOf(request.criteria());
    return refuseIf(
        !host.lightpaths(),
        Refusal.Code.NOT_ALLOWED,
        host.host(),
        "",
        host.host()
            + " may not terminate lightpaths; contact the site security officer of "
            + campus.title());
  }

  private Optional<Refusal> canPersonBook(Request request) {
    var person = request.requester().onBehalfOf();
    return refuseIf(
        !limits.roles().contains(person.role()),
        Refusal.Code.NOT_ALLOWED,
        campus.name(),
        "",
        "%s of %s, as %s, may not book circuits at %s"
            .formatted(person.name(), person.homeSite(), person.role(), campus.title()));
  }

  private Optional<Refusal> hostIsFastEnough(Request request) {
    var host = hostOf(request.criteria());
    return refuseAboveCapacity(request.criteria(), host.capacityMbps(), host.host());
  }

  private Optional<Refusal> borderIsFastEnough(Request request) {
    return refuseAboveCapacity(
        request.criteria(), campus.border().capacityMbps(), "the border of " + campus.name());
  }

  private static Optional<Refusal> refuseAboveCapacity(
      Criteria criteria, int capacity, String place) {
    return refuseIf(
        criteria.bandwidthMbps() > capacity,
        Refusal.Code.ABOVE_CAPACITY,
        place,
        "bandwidthMbps",
        "%s has %d Mbit/s; %d requested".formatted(place, capacity, criteria.bandwidthMbps()));
  }

  private Optional<Refusal> labelIsAllowed(Request request) {
    var isSource = campus.isBorder(request.criteria().source().port());
    var border = isSource ? request.criteria().source() : request.criteria().destination();
    var requestedVlans = border.vlans();
    return refuseIf(
        requestedVlans != null && campus.border().vlans().intersect(requestedVlans).isEmpty(),
        Refusal.Code.LABEL_NOT_ALLOWED,
        campus.border().name(),
        isSource ? "source" : "destination",
        "circuits at the border of %s use VLANs %s; requested %s"
            .formatted(campus.name(), campus.border().vlans(), requestedVlans));
  }

  private Optional<Refusal> endsInFuture(Request request) {
    var end = request.criteria().schedule().endTime();
    return refuseIf(
        !end.isAfter(request.now()),
        Refusal.Code.BAD_SCHEDULE,
        "schedule",
        "endTime",
        "the end time " + end + " is in the past");
  }

  private Optional<Refusal> isNotTooLong(Request request) {
    return refuseIf(
        request.criteria().schedule().duration().compareTo(limits.longest()) > 0,
        Refusal.Code.NOT_ALLOWED,
        campus.name(),
        "endTime",
        "circuits at %s may last at most %s, including set-up before the start"
            .formatted(campus.title(), format(limits.longest())));
  }

  private static String format(Duration length) {
    return length.toMinutes() % 60 == 0 ? length.toHours() + " h" : length.toMinutes() + " min";
  }

  private Optional<Refusal> endsWithinHorizon(Request request) {
    var latestEnd = request.now().plus(limits.horizon());
    return refuseIf(
        request.criteria().schedule().endTime().isAfter(latestEnd),
        Refusal.Code.BEYOND_HORIZON,
        campus.name(),
        "endTime",
        campus.title() + " accepts bookings that end by " + latestEnd);
  }

  /** The host of a request between a host and the border. */
  private Host hostOf(Criteria criteria) {
    return campus
        .findHost(criteria.source().port())
        .or(() -> campus.findHost(criteria.destination().port()))
        .orElseThrow();
  }

  private static Optional<Refusal> refuseIf(
      boolean isViolated, Refusal.Code code, String resource, String field, String reason) {
    return isViolated
        ? Optional.of(new Refusal(code, resource, field, reason, null))
        : Optional.empty();
  }
}
