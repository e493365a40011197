package org.touchpaper.lnsap.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.touchpaper.lnsap.campus.Campus;
import org.touchpaper.lnsap.campus.CampusFile.SiteLimits;
import org.touchpaper.lnsap.campus.Host;
import org.touchpaper.segment.capacity.CommonRequestRules;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
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
  public record Request(RequesterIdentity requester, Criteria criteria, Instant now) {}

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
            checked -> CommonRequestRules.endsInFuture(checked.criteria(), checked.now()),
            this::isNotTooLong,
            checked ->
                CommonRequestRules.endsWithin(
                    limits.horizon(),
                    checked.criteria(),
                    checked.now(),
                    campus.name(),
                    campus.title()));
    return rules.stream().flatMap(rule -> rule.check(request).stream()).findFirst();
  }

  private Optional<Refusal> isEndKnown(Stp stp, String field) {
    var known =
        stp.network().equals(campus.network())
            && (campus.isBorder(stp.port()) || campus.findHost(stp.port()).isPresent());
    return CommonRequestRules.isKnown(known, stp, field, "at " + campus.title());
  }

  private Optional<Refusal> joinsHostAndBorder(Request request) {
    var source = campus.isBorder(request.criteria().source().port());
    var destination = campus.isBorder(request.criteria().destination().port());
    return CommonRequestRules.refuseIf(
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
    return CommonRequestRules.refuseIf(
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
    return CommonRequestRules.refuseIf(
        !limits.roles().contains(person.role()),
        Refusal.Code.NOT_ALLOWED,
        campus.name(),
        "",
        "%s of %s, as %s, may not book circuits at %s"
            .formatted(person.name(), person.homeSite(), person.role(), campus.title()));
  }

  private Optional<Refusal> hostIsFastEnough(Request request) {
    var host = hostOf(request.criteria());
    return CommonRequestRules.hasCapacity(host.host(), host.capacityMbps(), request.criteria());
  }

  private Optional<Refusal> borderIsFastEnough(Request request) {
    return CommonRequestRules.hasCapacity(
        "the border of " + campus.name(), campus.border().capacityMbps(), request.criteria());
  }

  private Optional<Refusal> labelIsAllowed(Request request) {
    var criteria = request.criteria();
    var isSource = campus.isBorder(criteria.source().port());
    return CommonRequestRules.allowsLabels(
        campus.border().vlans(),
        (isSource ? criteria.source() : criteria.destination()).vlans(),
        campus.border().name(),
        isSource ? "source" : "destination",
        "the border of " + campus.name());
  }

  private Optional<Refusal> isNotTooLong(Request request) {
    return CommonRequestRules.refuseIf(
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

  /** The host of a request between a host and the border. */
  private Host hostOf(Criteria criteria) {
    return campus
        .findHost(criteria.source().port())
        .or(() -> campus.findHost(criteria.destination().port()))
        .orElseThrow();
  }
}
