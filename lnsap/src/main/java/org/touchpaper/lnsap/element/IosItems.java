package org.touchpaper.lnsap.element;

import static org.touchpaper.lnsap.element.CampusConfiguration.ACCESS;
import static org.touchpaper.lnsap.element.CampusConfiguration.POLICY_MAP;
import static org.touchpaper.lnsap.element.CampusConfiguration.SVI;
import static org.touchpaper.lnsap.element.CampusConfiguration.TRUNK;
import static org.touchpaper.lnsap.element.CampusConfiguration.VLAN;
import static org.touchpaper.lnsap.element.CampusConfiguration.XCONNECT;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.touchpaper.lnsap.element.Ios7600Driver.PortAndVlan;
import org.touchpaper.lnsap.element.Ios7600Driver.PseudowireEnd;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.Item;

/**
 * Finds what sits at a place of a 7600, and whose it is. IOS has names for VLANs and policy maps
 * alone: what else there is belongs to whom the VLAN's name says, and a VLAN's interface to whom
 * its policer does. What nobody can be found to own is somebody's all the same, unless it does
 * nothing for anybody.
 */
final class IosItems {

  /** Where everything is policed; what there is against that names it. */
  static final String POLICED = "class-default";

  private static final String SHUT = "shutdown";
  private static final Set<String> BARE = Set.of(SHUT, "no ip address");
  private static final String CONNECT = "xconnect ";

  private final String tid;
  private final IosReading reading;
  private final NamelessVlans.Seen nameless;

  /**
   * What is found by this reading.
   *
   * @param nameless whose VLANs are that have no name, as known before this reading
   */
  IosItems(String tid, IosReading reading, NamelessVlans.Seen nameless) {
    this.tid = tid;
    this.reading = reading;
    this.nameless = nameless;
  }

  Optional<Item> at(Item.Key key) {
    return switch (key.kind()) {
      case VLAN -> vlan(key);
      case POLICY_MAP ->
          reading.policyMap(key.key()).map(lines -> item(key, key.key(), policer(lines)));
      case SVI -> reading.vlanInterface(key.key()).map(lines -> vlanInterface(key, lines));
      case TRUNK -> trunk(key);
      case ACCESS -> access(key);
      case XCONNECT -> xconnect(key);
      default -> throw new IllegalArgumentException("a 7600 holds no " + key.kind());
    };
  }

  /** One that was not named is half made. */
  private Optional<Item> vlan(Item.Key key) {
    return reading
        .vlan(key.key())
        .map(vlan ->
            halfMade(key.key(), vlan)
                .map(claim -> item(key, claim.circuit(), Map.of()))
                .orElseGet(() -> item(key, vlan.name(), Map.of("STATE", vlan.status()))));
  }

  /** The VLANs and policy maps that bear names of ours, or were to; all else is theirs. */
  List<Item> ours() {
    var found = new ArrayList<Item>();
    reading
        .vlans()
        .forEach((number, vlan) -> {
          var isNamed = nameless.on(number).isEmpty(); // the list tells of no trunks
          var owner = isNamed ? Optional.of(vlan.name()) : ownerOfVlan(number);
          owner.ifPresent(name -> found.add(new Item(tid, VLAN, number, name)));
        });
    reading.policyMaps().forEach(name -> found.add(new Item(tid, POLICY_MAP, name, name)));
    return found.stream().filter(item -> CircuitName.isOne(item.owner())).toList();
  }

  /** What was claimed of these and reads as gone for good, as named, or as used by others. */
  List<NamelessVlans.Claim> refuted(Collection<Item.Key> keys) {
    return keys.stream()
        .filter(key -> key.kind().equals(VLAN))
        .flatMap(key -> nameless.on(key.key()).stream())
        .filter(claim ->
            reading
                .vlan(claim.vlan())
                .map(vlan -> halfMade(claim.vlan(), vlan).isEmpty())
                .orElseGet(() -> !nameless.mayCome(claim)))
        .toList();
  }

  private Optional<NamelessVlans.Claim> halfMade(String number, IosReading.Vlan vlan) {
    return nameless
        .on(number)
        .filter(_ -> vlan.name().equals(IosOutput.defaultVlanName(number)))
        .filter(claim -> isOnlyOf(claim.circuit(), number, vlan));
  }

  /**
   * A VLAN is made before anything uses it: one that is in use is not what was left half made, or
   * not that alone, and to remove it would cut others off. What bears the circuit's policer, or a
   * mark of ours, is left of an earlier attempt. A trunk that is down does not show.
   */
  private boolean isOnlyOf(String circuit, String number, IosReading.Vlan vlan) {
    return reading
        .vlanInterface(number)
        .map(lines -> policy(lines, "input").filter(circuit::equals).isPresent())
        .orElseGet(() -> vlan.ports().stream().allMatch(port -> isDressedFor(circuit, port)));
  }

  private boolean isDressedFor(String circuit, String name) {
    try {
      var port = reading.port(name);
      return port.circuit().map(circuit::equals).orElseGet(port::isOurs);
    } catch (IosReading.NotThere e) {
      return false;
    }
  }

  /** One half made polices nothing yet. */
  private static Map<String, String> policer(List<String> lines) {
    return IosOutput.policedRate(lines)
        .map(rate -> Map.of("POLICE", rate, "CLASS", POLICED))
        .orElse(Map.of());
  }

  private Item vlanInterface(Item.Key key, List<String> lines) {
    var attributes = new HashMap<String, String>();
    policy(lines, "input").ifPresent(map -> attributes.put("INPUT", map));
    policy(lines, "output").ifPresent(map -> attributes.put("OUTPUT", map));
    // the last line typed: one that was cut off before it is there and carries nothing
    attributes.put("STATE", lines.contains(SHUT) ? "down" : "up");
    return item(key, ownerOfInterface(key.key(), lines), attributes);
  }

  private static Optional<String> policy(List<String> lines, String direction) {
    return IosOutput.after(lines, "service-policy " + direction + " ");
  }

  private String ownerOfInterface(String vlan, List<String> lines) {
    return policy(lines, "input")
        .or(() -> ownerOfVlan(vlan))
        .orElseGet(() -> isBare(lines) ? Item.LEFT_OVER : "somebody's interface Vlan" + vlan);
  }

  /**
   * As IOS makes one when it is named for the first time. Of ours it is that if our lines were cut
   * off there, and somebody has removed its VLAN since; in a VLAN that is not there it does nothing
   * for whoever else may have made it.
   */
  private static boolean isBare(List<String> lines) {
    return lines.contains(SHUT) && BARE.containsAll(lines);
  }

  private Optional<Item> trunk(Item.Key key) {
    var where = PortAndVlan.of(key);
    var port = reading.port(where.port());
    if (port.carries(where.vlan())) {
      return ownerOf(where.vlan())
          .or(() -> nobody(port, "the trunk lists VLAN " + where.vlan()))
          .map(owner -> item(key, owner, port.trunkMode()));
    }
    return port.isLeftOver()
        ? Optional.of(item(key, ownerOf(where.vlan()).orElse(Item.LEFT_OVER), Map.of()))
        : Optional.empty();
  }

  private Optional<Item> access(Item.Key key) {
    var port = reading.port(key.key());
    var vlan = port.accessVlan();
    return vlan.isPresent()
        ? ownerOf(vlan.get())
            .or(port::circuit)
            .or(() -> nobody(port, "the port is in VLAN " + vlan.get()))
            .map(owner -> item(key, owner, port.access(vlan.get())))
        : port.circuit().map(owner -> item(key, owner, Map.of()));
  }

  private Optional<String> ownerOfVlan(String number) {
    return vlan(new Item.Key(VLAN, number)).map(Item::owner);
  }

  private Optional<String> ownerOf(String vlan) {
    return ownerOfVlan(vlan)
        .or(() -> reading.vlanInterface(vlan).flatMap(lines -> policy(lines, "input")));
  }

  /** On a port that we dressed, which the next circuit in that VLAN would be heard on. */
  private static Optional<String> nobody(SwitchPort port, String use) {
    return Optional.of(
        port.isOurs()
            ? Item.LEFT_OVER
            : "nobody: " + use + ", which is not defined; take it off " + port.name());
  }

  /** Whether both ends of a pseudowire have signalled, and what they connect, its status says. */
  private Optional<Item> xconnect(Item.Key key) {
    var end = PseudowireEnd.of(key);
    var listed =
        reading.pseudowires().stream()
            .filter(each -> each.vcId().equals(end.vcId()) && each.peer().equals(end.peer()))
            .findFirst();
    var lines = reading.vlanInterface(end.vlan());
    var here = lines.flatMap(each -> IosOutput.after(each, CONNECT));
    if (lines.isPresent() && here.isPresent()) {
      var works = listed.filter(IosReading.Pseudowire::isUp).isPresent() ? "YES" : "NO";
      return Optional.of(
          item(
              key,
              ownerOfInterface(end.vlan(), lines.get()),
              Map.of("TO", here.get(), Item.WORKS, works)));
    }
    return listed.map(each -> item(key, each.localInterface(), Map.of()));
  }

  private Item item(Item.Key key, String owner, Map<String, String> attributes) {
    return new Item(tid, key.kind(), key.key(), owner, attributes);
  }
}
