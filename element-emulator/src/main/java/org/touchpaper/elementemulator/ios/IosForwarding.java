package org.touchpaper.elementemulator.ios;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.touchpaper.elementemulator.forwarding.ForwardingResult;
import org.touchpaper.elementemulator.forwarding.ForwardingResult.Blocked;
import org.touchpaper.elementemulator.forwarding.ForwardingResult.Forwarded;
import org.touchpaper.elementemulator.forwarding.PacketEncapsulation;
import org.touchpaper.elementemulator.forwarding.PacketEncapsulation.Ethernet;
import org.touchpaper.elementemulator.forwarding.PacketEncapsulation.Pseudowire;
import org.touchpaper.elementemulator.forwarding.PacketEncapsulation.TimeSlots;
import org.touchpaper.elementemulator.forwarding.PolicerSettings;
import org.touchpaper.elementemulator.state.DataPlaneSnapshot;
import org.touchpaper.elementemulator.state.ManagedEntity;

/**
 * How a 7600 forwards: within a VLAN, from one port or pseudowire to the other. On a port with
 * {@code mls qos vlan-based} the policies of the VLAN's interface apply, on others their own
 * ("Configuring PFC QoS", 12.2SX). Nothing passes while it is down.
 *
 * @param isConnected whether something is connected to a port; others are ignored
 */
public record IosForwarding(DataPlaneSnapshot element, Predicate<String> isConnected) {

  private static final String PSEUDOWIRES = "pseudowires to ";
  private static final Pattern POLICE =
      Pattern.compile("police (?:cir )?(\\d+)(?: (?:bc )?(\\d+))?.*");

  /** IOS chooses the burst of a quarter of a second if none is given. */
  private static final int DEFAULT_BURSTS_PER_SECOND = 4;

  private static final int BITS_PER_BYTE = 8;

  /** The port at which the pseudowires to a router leave. */
  public static String pseudowirePort(String peer) {
    return PSEUDOWIRES + peer;
  }

  /** The full name of an interface, or the text itself if it is none. */
  public static String portName(String text) {
    return IosNames.interfaceName(text).orElse(text);
  }

  /**
   * The VLANs that a host at this port can use; {@link PacketEncapsulation#UNTAGGED} at an access
   * port.
   */
  public Set<Integer> vlansAt(String port) {
    var found = element.find("INTERFACE", port).filter(IosForwarding::isSwitchPort);
    if (found.isEmpty()) {
      return Set.of();
    }
    if (!isTrunk(found.get())) {
      // a port without VLAN is one that is being configured
      return found.get().get("switchport access vlan").isEmpty()
          ? Set.of()
          : Set.of(PacketEncapsulation.UNTAGGED);
    }
    var vlans =
        element.list("VLAN").stream()
            .map(vlan -> Integer.valueOf(vlan.name()))
            .collect(Collectors.toCollection(TreeSet::new));
    vlans.retainAll(allowedVlans(found.get()));
    vlans.remove(1); // the native VLAN is untagged, and carries no circuit
    return vlans;
  }

  public ForwardingResult forward(String port, PacketEncapsulation encapsulation) {
    if (!element.isRunning()) {
      return blocked("is down");
    }
    return switch (encapsulation) {
      case Ethernet(var tag) -> fromPort(port, tag);
      case Pseudowire(var vcId) -> fromPseudowire(port.substring(PSEUDOWIRES.length()), vcId);
      case TimeSlots _ -> blocked(port + " is an Ethernet port, but its link carries time slots");
    };
  }

  private ForwardingResult fromPort(String name, int tag) {
    var defect = findDefect(name);
    if (defect.isPresent()) {
      return defect.get();
    }
    var port = element.find("INTERFACE", name).orElseThrow();
    if (isTrunk(port) ? tag == PacketEncapsulation.UNTAGGED : tag != PacketEncapsulation.UNTAGGED) {
      return blocked(name + (isTrunk(port) ? " drops untagged packets" : " drops tagged packets"));
    }
    if (isTrunk(port) && !allowedVlans(port).contains(tag)) {
      return blocked(name + " does not take VLAN " + tag);
    }
    var vlan = isTrunk(port) ? Integer.toString(tag) : accessVlan(port);
    return throughVlan(vlan, name, policer(port, vlan, "input"));
  }

  private ForwardingResult fromPseudowire(String peer, String vcId) {
    return element.list("INTERFACE").stream()
        .filter(svi -> svi.get("xconnect").startsWith(peer + " " + vcId + " "))
        .findFirst()
        .map(svi ->
            throughVlan(
                svi.name().substring("Vlan".length()), pseudowirePort(peer), Optional.empty()))
        .orElseGet(() -> blocked("has no pseudowire to " + peer + " with VC id " + vcId));
  }

  private ForwardingResult throughVlan(
      String number, String from, Optional<PolicerSettings> input) {
    var vlan = element.find("VLAN", number);
    if (vlan.isEmpty()) {
      return blocked("has no VLAN " + number);
    }
    if (!vlan.get().get("STATE").isEmpty() || !vlan.get().get("SHUTDOWN").isEmpty()) {
      return blocked("has VLAN " + number + " shut down");
    }
    var exits = exits(number, from);
    if (exits.size() != 1) {
      return blocked(
          exits.isEmpty()
              ? "has no other connected port in VLAN " + number
              : "has several other ports in VLAN "
                  + number
                  + ", and a circuit has one: "
                  + exits.stream().map(Exit::port).collect(Collectors.joining(", ")));
    }
    var exit = exits.getFirst();
    if (exit.encapsulation() instanceof Pseudowire(var vcId)) {
      if (!hasPseudowire(number, exit, vcId)) {
        return blocked("has the pseudowire of VLAN " + number + " down");
      }
    } else if (findDefect(exit.port()).isPresent()) {
      return findDefect(exit.port()).get();
    }
    var output =
        element.find("INTERFACE", exit.port()).flatMap(port -> policer(port, number, "output"));
    return new Forwarded(
        exit.port(),
        exit.encapsulation(),
        vlan.get().get("NAME"),
        Stream.concat(input.stream(), output.stream()).toList());
  }

  private record Exit(String port, PacketEncapsulation encapsulation) {}

  private List<Exit> exits(String vlan, String from) {
    var exits = new ArrayList<Exit>();
    for (var port : element.list("INTERFACE")) {
      if (isSwitchPort(port) && carries(port, vlan) && isConnected.test(port.name())) {
        exits.add(
            new Exit(
                port.name(),
                new Ethernet(
                    isTrunk(port) ? Integer.parseInt(vlan) : PacketEncapsulation.UNTAGGED)));
      }
    }
    element
        .find("INTERFACE", "Vlan" + vlan)
        .filter(svi -> !svi.get("xconnect").isEmpty())
        .map(svi -> svi.get("xconnect").split(" ", 3))
        .ifPresent(
            fields -> exits.add(new Exit(pseudowirePort(fields[0]), new Pseudowire(fields[1]))));
    exits.removeIf(exit -> exit.port().equals(from));
    return exits;
  }

  private boolean hasPseudowire(String vlan, Exit exit, String vcId) {
    var vc = exit.port().substring(PSEUDOWIRES.length()) + " " + vcId;
    return element.hasSignal(vc)
        && element
            .find("INTERFACE", "Vlan" + vlan)
            .filter(svi -> svi.get("shutdown").isEmpty())
            .isPresent();
  }

  private Optional<Blocked> findDefect(String name) {
    var port = element.find("INTERFACE", name).filter(IosForwarding::isSwitchPort);
    if (!element.removedCardSlots().hasPort(name)) {
      return Optional.of(blocked("lacks the card of " + name));
    }
    if (port.isEmpty()) {
      return Optional.of(blocked(name + " carries no VLAN"));
    }
    if (!port.get().get("shutdown").isEmpty()) {
      return Optional.of(blocked(name + " is shut down"));
    }
    return element.hasSignal(name)
        ? Optional.empty()
        : Optional.of(blocked(name + " has no signal"));
  }

  private Optional<PolicerSettings> policer(ManagedEntity port, String vlan, String direction) {
    if (element.find("GLOBAL", "no mls qos").isPresent()) {
      return Optional.empty();
    }
    var attribute = "service-policy " + direction;
    var holder =
        port.attributes().containsKey("mls qos vlan-based")
            ? element.find("INTERFACE", "Vlan" + vlan)
            : Optional.of(port);
    return holder
        .map(entity -> entity.get(attribute))
        .flatMap(policy -> element.find("POLICY-MAP", policy))
        .flatMap(policy ->
            policy.attributes().values().stream()
                .map(POLICE::matcher)
                .filter(police -> police.matches())
                .findFirst()
                .map(police -> {
                  var rate = Long.parseLong(police.group(1));
                  var burst =
                      police.group(2) == null
                          ? rate / BITS_PER_BYTE / DEFAULT_BURSTS_PER_SECOND
                          : Long.parseLong(police.group(2));
                  var id = String.join(" ", element.tid(), port.name(), direction, policy.name());
                  return new PolicerSettings(id, rate, burst);
                }));
  }

  private Blocked blocked(String what) {
    return new Blocked(element.tid() + " " + what);
  }

  private static boolean isSwitchPort(ManagedEntity port) {
    return !port.get("switchport").isEmpty() && !port.name().startsWith("Vlan");
  }

  private static boolean isTrunk(ManagedEntity port) {
    return port.get("switchport mode").equals("trunk");
  }

  private static boolean carries(ManagedEntity port, String vlan) {
    return isTrunk(port)
        ? allowedVlans(port).contains(Integer.valueOf(vlan))
        : accessVlan(port).equals(vlan);
  }

  private static String accessVlan(ManagedEntity port) {
    return port.get("switchport access vlan").isEmpty() ? "1" : port.get("switchport access vlan");
  }

  private static Set<Integer> allowedVlans(ManagedEntity port) {
    var list = port.get("switchport trunk allowed vlan");
    return IosNames.parseVlans(list.isEmpty() ? IosNames.ALL_VLANS : list.replace("none", ""))
        .orElseGet(TreeSet::new);
  }
}
