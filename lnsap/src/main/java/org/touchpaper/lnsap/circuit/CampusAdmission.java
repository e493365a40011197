package org.touchpaper.lnsap.circuit;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.lnsap.campus.Border;
import org.touchpaper.lnsap.campus.Campus;
import org.touchpaper.lnsap.campus.Host;
import org.touchpaper.lnsap.policy.SitePolicy;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.TimetableQuestion;
import org.touchpaper.segment.connection.VlanRange;
import org.touchpaper.segment.ledger.Claim;
import org.touchpaper.segment.ledger.Exclusives;
import org.touchpaper.segment.ledger.Ledger;
import org.touchpaper.segment.ledger.LedgerRows;
import org.touchpaper.segment.ledger.Shortage;
import org.touchpaper.segment.provider.Admission;
import org.touchpaper.timetable.Window;

/**
 * Admits circuits over the campus: the site's policy first, then the capacity of the host's port
 * and of the border, the host's port itself where it takes one circuit at a time, and a VLAN that
 * is free on the edge.
 */
public final class CampusAdmission implements Admission {

  private static final String LABELS = "vlan";

  private final Campus campus;
  private final SitePolicy policy;
  private final Ledger ledger;
  private final Exclusives exclusives;
  private final Outlook outlook;

  private CampusAdmission(Campus campus, SitePolicy policy, Ledger ledger, Exclusives exclusives) {
    this.campus = campus;
    this.policy = policy;
    this.ledger = ledger;
    this.exclusives = exclusives;
    this.outlook = new Outlook(campus, policy.limits().horizon(), ledger);
  }

  /** An admission that keeps its ledger in this database. */
  public static CampusAdmission on(SitePolicy policy, JdbcTemplate jdbc) {
    var campus = policy.campus();
    return new CampusAdmission(
        campus, policy, new Ledger(new LedgerRows(jdbc), capacities(campus)), new Exclusives(jdbc));
  }

  private static Map<String, Long> capacities(Campus campus) {
    return Stream.concat(
            Stream.of(Map.entry(campus.border().name(), (long) campus.border().capacityMbps())),
            campus.hosts().stream().map(host -> Map.entry(host.name(), (long) host.capacityMbps())))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public Decision admit(Question question) {
    return policy
        .firstBroken(
            new SitePolicy.Request(question.requester(), question.criteria(), question.now()))
        .<Decision>map(Refused::new)
        .orElseGet(() -> admitAllowed(question));
  }

  private Decision admitAllowed(Question question) {
    var criteria = question.criteria();
    var window = Ledger.window(criteria.schedule());
    var host = host(criteria);
    var shortage =
        ledger.book(
            question.connection(),
            question.version(),
            List.of(
                new Claim(host.name(), window, host.claimFor(criteria.bandwidthMbps())),
                new Claim(campus.border().name(), window, criteria.bandwidthMbps())));
    if (shortage.isPresent()) {
      return busy(question, reason(shortage.get(), host));
    }
    if (host.use() == Host.Use.EXCLUSIVE) {
      exclusives.take(
          question.connection(), question.version(), "port/" + host.name(), List.of(0), window);
    }
    return takeLabel(question, window)
        .<Decision>map(vlan -> held(criteria, host, vlan))
        .orElseGet(() -> busy(question, labelsBusy(criteria)));
  }

  private Refusal reason(Shortage shortage, Host host) {
    var resource = shortage.claim().resource();
    return host.use() == Host.Use.EXCLUSIVE && resource.equals(host.name())
        ? new Refusal(
            Refusal.Code.PORT_BUSY,
            host.name(),
            "",
            host.host() + " takes one circuit at a time and has one then",
            null)
        : new Refusal(
            Refusal.Code.CAPACITY_BUSY,
            resource,
            "bandwidthMbps",
            shortage.words(resource + " at " + campus.title(), "Mbit/s"),
            null);
  }

  private Refusal labelsBusy(Criteria criteria) {
    return new Refusal(
        Refusal.Code.LABEL_BUSY,
        campus.border().name(),
        campus.isBorder(criteria.source().port()) ? "source" : "destination",
        "every VLAN of %s is in use at %s at that time".formatted(labels(criteria), campus.title()),
        null);
  }

  /** What was booked on the way is given back here: a refusal leaves nothing behind. */
  private Refused busy(Question question, Refusal refusal) {
    release(question.connection(), question.version());
    return new Refused(outlook.withNextFit(refusal, question));
  }

  private Optional<Integer> takeLabel(Question question, Window window) {
    var taken = exclusives.takenByOthers(LABELS, window, question.connection());
    var labels = labels(question.criteria());
    var standing = question.standing();
    var had = standing == null ? 0 : Tail.fromJson(standing.held().plan()).vlan();
    var chosen =
        IntStream.concat(
                IntStream.of(had).filter(labels::contains),
                IntStream.rangeClosed(labels.low(), labels.high()))
            .filter(vlan -> !taken.contains(vlan))
            .boxed()
            .findFirst();
    chosen.ifPresent(vlan ->
        exclusives.take(question.connection(), question.version(), LABELS, List.of(vlan), window));
    return chosen;
  }

  private VlanRange labels(Criteria criteria) {
    var border =
        campus.isBorder(criteria.source().port()) ? criteria.source() : criteria.destination();
    var wanted = border.vlans();
    return wanted == null
        ? campus.border().vlans()
        : campus.border().vlans().intersect(wanted).orElseThrow();
  }

  private Held held(Criteria criteria, Host host, int vlan) {
    var uplink = uplink(vlan);
    var tail = Tail.over(campus.edge(), host.port(), host.use() == Host.Use.SHARED, uplink, vlan);
    var border =
        campus.border().name()
            + " of "
            + campus.name()
            + switch (uplink) {
              case Tail.Port _ -> "";
              case Tail.Pseudowire(var peer, var vcId) -> ", VC " + vcId + " to " + peer;
            };
    var inOrder = List.of(host.host(), campus.edge(), border);
    return new Held(
        labelled(criteria.source(), host, vlan),
        labelled(criteria.destination(), host, vlan),
        campus.isBorder(criteria.source().port()) ? inOrder.reversed() : inOrder,
        tail.toJson());
  }

  /** A label is one circuit's at a time, and so is the VC id that goes with it. */
  private Tail.Uplink uplink(int vlan) {
    return switch (campus.border().uplink()) {
      case Border.Port(var port) -> new Tail.Port(port);
      case Border.Pseudowires(var to, var first) ->
          new Tail.Pseudowire(to, first + vlan - campus.border().vlans().low());
    };
  }

  /** A port that takes one circuit is untagged, so it shows no label. */
  private static Stp labelled(Stp stp, Host host, int vlan) {
    var untagged = stp.port().equals(host.name()) && host.use() == Host.Use.EXCLUSIVE;
    return stp.with(untagged ? null : VlanRange.single(vlan));
  }

  private Host host(Criteria criteria) {
    return Objects.requireNonNull(Outlook.host(campus, criteria.source(), criteria.destination()));
  }

  @Override
  public void release(ConnectionId connection, int version) {
    ledger.release(connection, version);
    exclusives.release(connection, version);
  }

  @Override
  public FreeCapacity timetable(TimetableQuestion question) {
    return outlook.timetable(question);
  }
}
