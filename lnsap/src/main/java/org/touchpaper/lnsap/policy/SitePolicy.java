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

/** What every request on this campus must keep, whatever is booked. */
public record SitePolicy(Campus campus, SiteLimits limits) {

  /**
   * A request as the rules see it.
   *
   * @param requester who asks, and for whom
   * @param criteria for what
   * @param now the instant of asking
   */
  public record Request(Requester requester, Criteria criteria, Instant now) {}

  /** One rule: the refusal if a request breaks it. */
  @FunctionalInterface
  private interface Rule {
    Optional<Refusal> brokenBy(Request request);
  }

  /** The first rule that a request breaks. */
  public Optional<Refusal> firstBroken(Request request) {
    List<Rule> all =
        List.of(
            asked -> endIsKnown(asked.criteria().source(), "source"),
            asked -> endIsKnown(asked.criteria().destination(), "destination"),
            this::joinsAHostAndTheBorder,
            this::hostMayTerminateALightpath,
            this::personMayBook,
            this::hostIsFastEnough,
            this::borderIsFastEnough,
            this::labelIsAllowed,
            this::endsInFuture,
            this::isNotTooLong,
            this::withinHorizon);
    return all.stream().flatMap(rule -> rule.brokenBy(request).stream()).findFirst();
  }

  private Optional<Refusal> endIsKnown(Stp stp, String field) {
    var known =
        stp.network().equals(campus.network())
            && (campus.isBorder(stp.port()) || campus.findHost(stp.port()).isPresent());
    return broken(
        !known,
        Refusal.Code.UNKNOWN_STP,
        stp.with(null).toString(),
        field,
        campus.title() + " has no " + stp.with(null));
  }

  private Optional<Refusal> joinsAHostAndTheBorder(Request asked) {
    var source = campus.isBorder(asked.criteria().source().port());
    var destination = campus.isBorder(asked.criteria().destination().port());
    return broken(
        source == destination,
        Refusal.Code.NO_PATH,
        campus.name(),
        "destination",
        "a circuit on campus joins a host and the border, not "
            + asked.criteria().source().port()
            + " and "
            + asked.criteria().destination().port());
  }

  private Optional<Refusal> hostMayTerminateALightpath(Request asked) {
    var host = host(asked.criteria());
    return broken(
        !host.lightpaths(),
        Refusal.Code.NOT_ALLOWED,
        host.host(),
        "",
        host.host()
            + " may not terminate lightpaths; ask the site security officer of "
            + campus.title());
  }

  private Optional<Refusal> personMayBook(Request asked) {
    var person = asked.requester().onBehalfOf();
    return broken(
        !limits.roles().contains(person.role()),
        Refusal.Code.NOT_ALLOWED,
        campus.name(),
        "",
        "%s of %s, as %s, may not book circuits at %s"
            .formatted(person.name(), person.homeSite(), person.role(), campus.title()));
  }

  private Optional<Refusal> hostIsFastEnough(Request asked) {
    var host = host(asked.criteria());
    return tooMuch(asked.criteria(), host.capacityMbps(), host.host());
  }

  private Optional<Refusal> borderIsFastEnough(Request asked) {
    return tooMuch(
        asked.criteria(), campus.border().capacityMbps(), "the border of " + campus.name());
  }

  private static Optional<Refusal> tooMuch(Criteria asked, int capacity, String place) {
    return broken(
        asked.bandwidthMbps() > capacity,
        Refusal.Code.ABOVE_CAPACITY,
        place,
        "bandwidthMbps",
        "%s has %d Mbit/s, less than the %d asked for"
            .formatted(place, capacity, asked.bandwidthMbps()));
  }

  private Optional<Refusal> labelIsAllowed(Request asked) {
    var isSource = campus.isBorder(asked.criteria().source().port());
    var border = isSource ? asked.criteria().source() : asked.criteria().destination();
    var wanted = border.vlans();
    return broken(
        wanted != null && campus.border().vlans().intersect(wanted).isEmpty(),
        Refusal.Code.LABEL_NOT_ALLOWED,
        campus.border().name(),
        isSource ? "source" : "destination",
        "circuits at the border of %s use VLANs %s, and %s is outside"
            .formatted(campus.name(), campus.border().vlans(), wanted));
  }

  private Optional<Refusal> endsInFuture(Request asked) {
    var end = asked.criteria().schedule().endTime();
    return broken(
        !end.isAfter(asked.now()),
        Refusal.Code.BAD_SCHEDULE,
        "schedule",
        "endTime",
        "the end time " + end + " has passed");
  }

  private Optional<Refusal> isNotTooLong(Request asked) {
    return broken(
        asked.criteria().schedule().length().compareTo(limits.longest()) > 0,
        Refusal.Code.NOT_ALLOWED,
        campus.name(),
        "endTime",
        "%s allows circuits of at most %s, set-up ahead of the start included"
            .formatted(campus.title(), words(limits.longest())));
  }

  private static String words(Duration length) {
    return length.toMinutes() % 60 == 0 ? length.toHours() + " h" : length.toMinutes() + " min";
  }

  private Optional<Refusal> withinHorizon(Request asked) {
    var last = asked.now().plus(limits.horizon());
    return broken(
        asked.criteria().schedule().endTime().isAfter(last),
        Refusal.Code.BEYOND_HORIZON,
        campus.name(),
        "endTime",
        campus.title() + " takes bookings up to " + last);
  }

  /** The host of a request that joins a host and the border. */
  private Host host(Criteria criteria) {
    return campus
        .findHost(criteria.source().port())
        .or(() -> campus.findHost(criteria.destination().port()))
        .orElseThrow();
  }

  private static Optional<Refusal> broken(
      boolean isBroken, Refusal.Code code, String resource, String field, String reason) {
    return isBroken
        ? Optional.of(new Refusal(code, resource, field, reason, null))
        : Optional.empty();
  }
}
