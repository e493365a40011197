package org.touchpaper.lnsap.element;

import static org.touchpaper.lnsap.element.CampusItemPlanner.ACCESS;
import static org.touchpaper.lnsap.element.CampusItemPlanner.POLICY_MAP;
import static org.touchpaper.lnsap.element.CampusItemPlanner.SVI;
import static org.touchpaper.lnsap.element.CampusItemPlanner.TRUNK;
import static org.touchpaper.lnsap.element.CampusItemPlanner.VLAN;
import static org.touchpaper.lnsap.element.CampusItemPlanner.XCONNECT;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.touchpaper.lnsap.element.Ios7600Driver.PortAndVlan;
import org.touchpaper.lnsap.element.Ios7600Driver.PseudowireEnd;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.element.ConfigItem;

/**
 * Reads the items of a 7600 and their owners. IOS has names for VLANs and policy maps only: the
 * owner of other items is the name of their VLAN, and the owner of a VLAN's interface is its
 * policer. An item without a known owner counts as another party's, unless it has no effect.
 *
 * @param claims the owners of unnamed VLANs, as known before this reading
 */
record IosItemReader(String tid, IosQueries queries, UnnamedVlanClaimStore.ClaimSnapshot claims) {

  /** The class that polices all traffic; also the place of alarms about policing. */
  static final String POLICED = "class-default";

  private static final String SHUTDOWN = "shutdown";
  private static final Set<String> DEFAULT_INTERFACE_LINES = Set.of(SHUTDOWN, "no ip address");
  private static final String XCONNECT_PREFIX = "xconnect ";

  Optional<ConfigItem> findAt(ConfigItem.Key key) {
    return switch (key.kind()) {
      case VLAN -> vlan(key);
      case POLICY_MAP ->
          queries.policyMap(key.key()).map(lines -> item(key, key.key(), policer(lines)));
      case SVI -> queries.vlanInterface(key.key()).map(lines -> vlanInterface(key, lines));
      case TRUNK -> trunk(key);
      case ACCESS -> access(key);
      case XCONNECT -> xconnect(key);
      default -> throw new IllegalArgumentException("unknown 7600 item kind " + key.kind());
    };
  }

  /** A VLAN without its name is incomplete. */
  private Optional<ConfigItem> vlan(ConfigItem.Key key) {
    return queries
        .vlan(key.key())
        .map(vlan ->
            findHalfMade(key.key(), vlan)
                .map(claim -> item(key, claim.circuit(), Map.of()))
                .orElseGet(() -> item(key, vlan.name(), Map.of("STATE", vlan.status()))));
  }

  /**
   * The VLANs and policy maps that have, or were to have, names of ours; all other items follow
   * from them.
   */
  List<ConfigItem> listOwned() {
    var found = new ArrayList<ConfigItem>();
    queries
        .vlans()
        .forEach((number, vlan) -> {
          var isNamed = claims.findClaim(number).isEmpty(); // the list omits trunks
          var owner = isNamed ? Optional.of(vlan.name()) : ownerOfVlan(number);
          owner.ifPresent(name -> found.add(new ConfigItem(tid, VLAN, number, name)));
        });
    queries.policyMaps().forEach(name -> found.add(new ConfigItem(tid, POLICY_MAP, name, name)));
    return found.stream().filter(item -> CircuitNameFormat.isCircuitName(item.owner())).toList();
  }

  /**
   * The claims on these places that are obsolete: the VLAN is missing for good, named, or used by
   * others.
   */
  List<UnnamedVlanClaimStore.Claim> listObsoleteClaims(Collection<ConfigItem.Key> keys) {
    return keys.stream()
        .filter(key -> key.kind().equals(VLAN))
        .flatMap(key -> claims.findClaim(key.key()).stream())
        .filter(claim ->
            queries
                .vlan(claim.vlan())
                .map(vlan -> findHalfMade(claim.vlan(), vlan).isEmpty())
                .orElseGet(() -> !claims.mayStillTakeEffect(claim)))
        .toList();
  }

  private Optional<UnnamedVlanClaimStore.Claim> findHalfMade(String number, IosQueries.Vlan vlan) {
    return claims
        .findClaim(number)
        .filter(_ -> vlan.name().equals(IosOutputParser.defaultVlanName(number)))
        .filter(claim -> isUsedOnlyBy(claim.circuit(), number, vlan));
  }

  /**
   * A VLAN is created before anything uses it. If others use it, removing it would cut them off.
   * Uses with the circuit's policer, or with our mark, are left from an earlier attempt. A trunk
   * that is down is not listed.
   */
  private boolean isUsedOnlyBy(String circuit, String number, IosQueries.Vlan vlan) {
    return queries
        .vlanInterface(number)
        .map(lines -> policy(lines, "input").filter(circuit::equals).isPresent())
        .orElseGet(() -> vlan.ports().stream().allMatch(port -> isConfiguredFor(circuit, port)));
  }

  private boolean isConfiguredFor(String circuit, String name) {
    try {
      var port = queries.port(name);
      return port.circuit().map(circuit::equals).orElseGet(port::isConfiguredByUs);
    } catch (IosQueries.PortMissingException e) {
      return false;
    }
  }

  /** An incomplete one has no rate yet. */
  private static Map<String, String> policer(List<String> lines) {
    return IosOutputParser.policedRate(lines)
        .map(rate -> Map.of("POLICE", rate, "CLASS", POLICED))
        .orElse(Map.of());
  }

  private ConfigItem vlanInterface(ConfigItem.Key key, List<String> lines) {
    var attributes = new HashMap<String, String>();
    policy(lines, "input").ifPresent(map -> attributes.put("INPUT", map));
    policy(lines, "output").ifPresent(map -> attributes.put("OUTPUT", map));
    // "no shutdown" is typed last: without it the interface is incomplete
    attributes.put("STATE", lines.contains(SHUTDOWN) ? "down" : "up");
    return item(key, ownerOfInterface(key.key(), lines), attributes);
  }

  private static Optional<String> policy(List<String> lines, String direction) {
    return IosOutputParser.findAfter(lines, "service-policy " + direction + " ");
  }

  private String ownerOfInterface(String vlan, List<String> lines) {
    return policy(lines, "input")
        .or(() -> ownerOfVlan(vlan))
        .orElseGet(() ->
            isUnconfigured(lines)
                ? ConfigItem.ORPHAN_OWNER
                : "unknown owner of interface Vlan" + vlan);
  }

  /**
   * True for an interface as IOS creates it. If our lines were interrupted there, and its VLAN was
   * removed since, it is ours; without a VLAN it has no effect for anyone else.
   */
  private static boolean isUnconfigured(List<String> lines) {
    return lines.contains(SHUTDOWN) && DEFAULT_INTERFACE_LINES.containsAll(lines);
  }

  private Optional<ConfigItem> trunk(ConfigItem.Key key) {
    var portAndVlan = PortAndVlan.of(key);
    var port = queries.port(portAndVlan.port());
    if (port.carries(portAndVlan.vlan())) {
      return ownerOf(portAndVlan.vlan())
          .or(() -> ownerWithoutVlan(port, "the trunk lists VLAN " + portAndVlan.vlan()))
          .map(owner -> item(key, owner, port.trunkMode()));
    }
    return port.isLeftOver()
        ? Optional.of(
            item(key, ownerOf(portAndVlan.vlan()).orElse(ConfigItem.ORPHAN_OWNER), Map.of()))
        : Optional.empty();
  }

  private Optional<ConfigItem> access(ConfigItem.Key key) {
    var port = queries.port(key.key());
    var vlan = port.accessVlan();
    return vlan.isPresent()
        ? ownerOf(vlan.get())
            .or(port::circuit)
            .or(() -> ownerWithoutVlan(port, "the port is in VLAN " + vlan.get()))
            .map(owner -> item(key, owner, port.accessMode(vlan.get())))
        : port.circuit().map(owner -> item(key, owner, Map.of()));
  }

  private Optional<String> ownerOfVlan(String number) {
    return vlan(new ConfigItem.Key(VLAN, number)).map(ConfigItem::owner);
  }

  private Optional<String> ownerOf(String vlan) {
    return ownerOfVlan(vlan)
        .or(() -> queries.vlanInterface(vlan).flatMap(lines -> policy(lines, "input")));
  }

  /**
   * The owner of a use of a missing VLAN: an orphan on a port that we configured, because the next
   * circuit in that VLAN would be connected to it.
   */
  private static Optional<String> ownerWithoutVlan(SwitchPortCommandPlanner port, String use) {
    return Optional.of(
        port.isConfiguredByUs()
            ? ConfigItem.ORPHAN_OWNER
            : "unknown owner: " + use + ", which does not exist; remove it from " + port.name());
  }

  /** A pseudowire; its status covers both ends and the attached circuit. */
  private Optional<ConfigItem> xconnect(ConfigItem.Key key) {
    var end = PseudowireEnd.of(key);
    var listed =
        queries.pseudowires().stream()
            .filter(candidate ->
                candidate.vcId().equals(end.vcId()) && candidate.peer().equals(end.peer()))
            .findFirst();
    var lines = queries.vlanInterface(end.vlan());
    var target = lines.flatMap(candidate -> IosOutputParser.findAfter(candidate, XCONNECT_PREFIX));
    if (lines.isPresent() && target.isPresent()) {
      var works = listed.filter(IosQueries.Pseudowire::isUp).isPresent() ? "YES" : "NO";
      return Optional.of(
          item(
              key,
              ownerOfInterface(end.vlan(), lines.get()),
              Map.of("TO", target.get(), ConfigItem.WORKS_ATTRIBUTE, works)));
    }
    return listed.map(candidate -> item(key, candidate.localInterface(), Map.of()));
  }

  private ConfigItem item(ConfigItem.Key key, String owner, Map<String, String> attributes) {
    return new ConfigItem(tid, key.kind(), key.key(), owner, attributes);
  }
}
