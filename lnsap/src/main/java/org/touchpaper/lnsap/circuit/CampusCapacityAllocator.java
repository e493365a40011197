package org.touchpaper.lnsap.circuit;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.lnsap.campus.Border;
import org.touchpaper.lnsap.campus.Campus;
import org.touchpaper.lnsap.campus.CircuitAddressRange;
import org.touchpaper.lnsap.campus.Host;
import org.touchpaper.lnsap.policy.SitePolicy;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.capacity.CapacityClaim;
import org.touchpaper.segment.capacity.CapacityLedgerRepository;
import org.touchpaper.segment.capacity.CapacityLedgerService;
import org.touchpaper.segment.capacity.CapacityShortage;
import org.touchpaper.segment.capacity.ExclusiveClaimRepository;
import org.touchpaper.segment.capacity.ExclusiveClaimRepository.ExclusiveItem;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.VlanRange;
import org.touchpaper.timetable.Window;

/**
 * Admits circuits over the campus: checks the site's policy, then books the capacity of the host's
 * port and of the border, the port itself if it takes one circuit at a time, and a free VLAN of the
 * edge. A circuit that starts here also takes a pair of addresses, if the campus has a pool.
 */
public final class CampusCapacityAllocator implements CapacityAllocator {

  private static final String LABEL_RESOURCE = "vlan";

  private final Campus campus;
  private final SitePolicy policy;
  private final CapacityLedgerService ledger;
  private final ExclusiveClaimRepository exclusiveResources;
  private final CampusAvailability availability;

  private CampusCapacityAllocator(
      Campus campus,
      SitePolicy policy,
      CapacityLedgerService ledger,
      ExclusiveClaimRepository exclusiveResources) {
    this.campus = campus;
    this.policy = policy;
    this.ledger = ledger;
    this.exclusiveResources = exclusiveResources;
    this.availability =
        new CampusAvailability(campus, policy.limits().horizon(), ledger, exclusiveResources);
  }

  /** Creates an admission whose ledger is in this database. */
  public static CampusCapacityAllocator create(SitePolicy policy, JdbcTemplate jdbc) {
    var campus = policy.campus();
    return new CampusCapacityAllocator(
        campus,
        policy,
        new CapacityLedgerService(new CapacityLedgerRepository(jdbc), capacities(campus)),
        new ExclusiveClaimRepository(jdbc));
  }

  private static Map<String, Long> capacities(Campus campus) {
    return Stream.concat(
            Stream.of(Map.entry(campus.border().name(), (long) campus.border().capacityMbps())),
            campus.hosts().stream().map(host -> Map.entry(host.name(), (long) host.capacityMbps())))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public CampusCapacityAllocator forDryRun() {
    return new CampusCapacityAllocator(
        campus, policy, ledger.forDryRun(), exclusiveResources.forDryRun());
  }

  @Override
  public Decision admit(AdmissionRequest request) {
    return policy
        .findViolation(
            new SitePolicy.Request(request.requester(), request.criteria(), request.now()))
        .<Decision>map(Refused::new)
        .orElseGet(() -> admitAllowed(request));
  }

  private Decision admitAllowed(AdmissionRequest request) {
    var criteria = request.criteria();
    var window = CapacityLedgerService.window(criteria.schedule());
    var host = hostOf(criteria);
    var shortage =
        ledger.book(
            request.connection(),
            request.version(),
            List.of(
                new CapacityClaim(host.name(), window, host.claimFor(criteria.bandwidthMbps())),
                new CapacityClaim(campus.border().name(), window, criteria.bandwidthMbps())));
    if (shortage.isPresent()) {
      return releaseAndRefuse(request, refusalFor(shortage.get(), host));
    }
    if (host.use() == Host.Use.EXCLUSIVE) {
      exclusiveResources.claim(
          request.connection(),
          request.version(),
          List.of(new ExclusiveItem("port/" + host.name(), 0)),
          window);
    }
    return takeLabel(request, window)
        .map(vlan -> takeAddresses(request, holdOf(criteria, host, vlan), window))
        .orElseGet(() -> releaseAndRefuse(request, labelsBusy(criteria)));
  }

  /** The source campus provides the addresses of both ends. */
  private Decision takeAddresses(AdmissionRequest request, Held held, Window window) {
    var addresses = availability.addressClaims(request.criteria().source());
    if (addresses.isEmpty()) {
      return held;
    }
    var pool = addresses.get().pool();
    return addresses
        .get()
        .claim(request, window)
        .<Decision>map(
            pair -> withAddresses(held, pool.sourceAddress(pair), pool.destinationAddress(pair)))
        .orElseGet(() -> releaseAndRefuse(request, addressesBusy(pool)));
  }

  private static Held withAddresses(Held held, String source, String destination) {
    var ends = held.endpoints();
    return new Held(
        held.source(),
        held.destination(),
        held.path(),
        held.plan(),
        new LightpathEndsAccessDetails(
            ends.source().withAddress(source),
            ends.destination().withAddress(destination),
            ends.delay()));
  }

  private Refusal addressesBusy(CircuitAddressRange pool) {
    return new Refusal(
        Refusal.Code.ADDRESS_BUSY,
        pool.toString(),
        "",
        "all %d pairs of addresses in %s at %s are in use at that time"
            .formatted(pool.pairCount(), pool, campus.title()),
        null);
  }

  private Refusal refusalFor(CapacityShortage shortage, Host host) {
    var resource = shortage.claim().resource();
    return host.use() == Host.Use.EXCLUSIVE && resource.equals(host.name())
        ? new Refusal(
            Refusal.Code.PORT_BUSY,
            host.name(),
            "",
            host.host() + " takes one circuit at a time and is booked at that time",
            null)
        : new Refusal(
            Refusal.Code.CAPACITY_BUSY,
            resource,
            "bandwidthMbps",
            shortage.describe(resource + " at " + campus.title(), "Mbit/s"),
            null);
  }

  private Refusal labelsBusy(Criteria criteria) {
    return new Refusal(
        Refusal.Code.LABEL_BUSY,
        campus.border().name(),
        campus.isBorder(criteria.source().port()) ? "source" : "destination",
        "all VLANs of %s at %s are in use at that time".formatted(labels(criteria), campus.title()),
        null);
  }

  /** Releases what was booked before the refusal. */
  private Refused releaseAndRefuse(AdmissionRequest request, Refusal refusal) {
    release(request.connection(), request.version());
    return new Refused(availability.withNextFit(refusal, request));
  }

  private Optional<Integer> takeLabel(AdmissionRequest request, Window window) {
    var existing = request.bindingVersion();
    var preferred = existing == null ? 0 : CampusRoute.fromJson(existing.held().plan()).vlan();
    var labels = labels(request.criteria());
    return exclusiveResources.claimLabel(request, LABEL_RESOURCE, labels, preferred, window);
  }

  private VlanRange labels(Criteria criteria) {
    var border =
        campus.isBorder(criteria.source().port()) ? criteria.source() : criteria.destination();
    var wanted = border.vlans();
    return wanted == null
        ? campus.border().vlans()
        : campus.border().vlans().intersect(wanted).orElseThrow();
  }

  private Held holdOf(Criteria criteria, Host host, int vlan) {
    var uplink = uplink(vlan);
    var route =
        new CampusRoute(campus.edge(), host.port(), host.use() == Host.Use.SHARED, uplink, vlan);
    var border =
        campus.border().name()
            + " of "
            + campus.name()
            + switch (uplink) {
              case CampusRoute.Port _ -> "";
              case CampusRoute.Pseudowire(var peer, var vcId) -> ", VC " + vcId + " to " + peer;
            };
    var inOrder = List.of(host.host(), campus.edge(), border);
    var atHost =
        new LightpathEndsAccessDetails.Endpoint(
            campus.edge(),
            host.port(),
            route.tagged() ? vlan : null,
            route.tagged(),
            host.mtu(),
            null);
    var endsHere = campus.isBorder(criteria.source().port());
    return new Held(
        labelled(criteria.source(), host, vlan),
        labelled(criteria.destination(), host, vlan),
        endsHere ? inOrder.reversed() : inOrder,
        route.toJson(),
        endsHere
            ? new LightpathEndsAccessDetails(
                LightpathEndsAccessDetails.Endpoint.UNKNOWN, atHost, null)
            : new LightpathEndsAccessDetails(
                atHost, LightpathEndsAccessDetails.Endpoint.UNKNOWN, null));
  }

  /** A label, and with it its VC id, serves one circuit at a time. */
  private CampusRoute.Uplink uplink(int vlan) {
    return switch (campus.border().uplink()) {
      case Border.Port(var port) -> new CampusRoute.Port(port);
      case Border.Pseudowires(var peer, var firstVcId) ->
          new CampusRoute.Pseudowire(peer, firstVcId + vlan - campus.border().vlans().low());
    };
  }

  /** An exclusive port is untagged, so it has no label. */
  private static Stp labelled(Stp stp, Host host, int vlan) {
    var untagged = stp.port().equals(host.name()) && host.use() == Host.Use.EXCLUSIVE;
    return stp.withVlans(untagged ? null : VlanRange.single(vlan));
  }

  private Host hostOf(Criteria criteria) {
    return Objects.requireNonNull(
        CampusAvailability.findHost(campus, criteria.source(), criteria.destination()));
  }

  @Override
  public void release(ConnectionId connection, int version) {
    ledger.release(connection, version);
    exclusiveResources.release(connection, version);
  }

  @Override
  public void forgetBefore(Instant instant) {
    ledger.forgetBefore(instant);
    exclusiveResources.forgetBefore(instant);
  }

  @Override
  public FreeCapacityResult timetable(FreeCapacityQuery request) {
    return availability.timetable(request);
  }
}
