package org.touchpaper.elementemulator.tl1;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.forwarding.ForwardingResult;
import org.touchpaper.elementemulator.forwarding.ForwardingResult.Blocked;
import org.touchpaper.elementemulator.forwarding.ForwardingResult.Forwarded;
import org.touchpaper.elementemulator.forwarding.PacketEncapsulation;
import org.touchpaper.elementemulator.forwarding.PacketEncapsulation.Ethernet;
import org.touchpaper.elementemulator.forwarding.PacketEncapsulation.Pseudowire;
import org.touchpaper.elementemulator.forwarding.PacketEncapsulation.TimeSlots;
import org.touchpaper.elementemulator.state.DataPlaneSnapshot;

/**
 * How an ONS 15454 forwards: cross-connects join paths of its ports, one for each STS-1 of a
 * virtually concatenated circuit, and an Ethernet port to a path. A port carries traffic while it
 * is in service; forwarding goes on while the controller restarts. Ports are named as a map of the
 * wide area does: {@code STS-6}, {@code STS-16-2}, {@code VC4-6-1} and {@code FAC-1-1}.
 */
public record OnsForwarding(DataPlaneSnapshot element) {

  /** A path: the STS-1s of a port, or an Ethernet port. */
  private record End(StsPath path, int width) {
    boolean covers(String facility, int slot) {
      return path.facility().equals(facility)
          && (path.isEthernet() || (slot >= path.firstSts() && slot < path.firstSts() + width));
    }
  }

  private record CrossConnection(String name, End from, End to, boolean isOneWay) {
    Optional<End> otherEnd(String facility, int slot) {
      if (from.covers(facility, slot)) {
        return Optional.of(to);
      }
      return isOneWay || !to.covers(facility, slot) ? Optional.empty() : Optional.of(from);
    }

    End endAt(String facility, int slot) {
      return from.covers(facility, slot) ? from : to;
    }
  }

  public ForwardingResult forward(String port, PacketEncapsulation encapsulation) {
    var facility = facility(port);
    if (facility.isEmpty()) {
      return blocked("has no port " + port);
    }
    var defect = findDefect(facility.get());
    if (defect.isPresent()) {
      return defect.get();
    }
    return switch (encapsulation) {
      case Ethernet(var vlan) -> cross(facility.get(), Set.of(0), vlan);
      case TimeSlots(var slots, var vlan) -> cross(facility.get(), slots, vlan);
      case Pseudowire _ -> blocked("does not know pseudowires");
    };
  }

  private ForwardingResult cross(String facility, Set<Integer> slots, int vlan) {
    var exits = new TreeSet<String>();
    var exitSlots = new HashSet<Integer>();
    var circuit = "";
    End exit = null;
    for (var slot : slots) {
      var crossed =
          crossConnections()
              .filter(candidate -> candidate.otherEnd(facility, slot).isPresent())
              .findFirst();
      if (crossed.isEmpty()) {
        return blocked(
            slot == 0
                ? "has no cross-connect for " + facility
                : "has no cross-connect for STS-1 " + slot + " of " + facility);
      }
      exit = crossed.get().otherEnd(facility, slot).orElseThrow();
      circuit = crossed.get().name();
      exits.add(exit.path().facility());
      if (!exit.path().isEthernet()) {
        var first = exit.path().firstSts();
        if (slot == 0) {
          for (var n = 0; n < exit.width(); n++) {
            exitSlots.add(first + n);
          }
        } else {
          exitSlots.add(first + slot - crossed.get().endAt(facility, slot).path().firstSts());
        }
      }
    }
    if (exit == null || exits.size() != 1) {
      return blocked("sends the STS-1s of " + facility + " to different ports: " + exits);
    }
    var defect = findDefect(exits.first());
    return defect.isPresent()
        ? defect.get()
        : new Forwarded(
            portName(exit.path()),
            exitSlots.isEmpty() ? new Ethernet(vlan) : new TimeSlots(exitSlots, vlan),
            circuit);
  }

  private Stream<CrossConnection> crossConnections() {
    return element.list("CRS").stream()
        .flatMap(entity -> {
          var ends = entity.name().split(",", -1);
          var width = width(entity.get("RATE"));
          var from = StsPath.parse(ends[0], isSdh()).map(path -> new End(path, width));
          var to = StsPath.parse(ends[1], isSdh()).map(path -> new End(path, width));
          return from.isPresent() && to.isPresent()
              ? Stream.of(
                  new CrossConnection(
                      entity.get("CKTID").isEmpty() ? entity.name() : entity.get("CKTID"),
                      from.get(),
                      to.get(),
                      entity.get("CCT").equals("1WAY")))
              : Stream.empty();
        });
  }

  private Optional<Blocked> findDefect(String facility) {
    var state = element.find("FAC", facility).map(entity -> entity.get("PST")).orElse("");
    if (!state.startsWith("IS") && !state.equals("OOS,MT")) {
      return Optional.of(blocked(facility + " is out of service"));
    }
    return element.hasSignal(facility)
        ? Optional.empty()
        : Optional.of(blocked(facility + " has no signal"));
  }

  /** In STS-1: {@code STS3C}, {@code VC4}, {@code VC4-16C}. */
  private static int width(String rate) {
    var digits = rate.substring(3).replaceAll("\\D", "");
    if (!rate.startsWith("VC4")) {
      return Integer.parseInt(digits);
    }
    return rate.equals("VC4") ? 3 : 3 * Integer.parseInt(rate.substring(4, rate.length() - 1));
  }

  private boolean isSdh() {
    return element.model() == ElementModel.ONS_15454_SDH;
  }

  private Optional<String> facility(String port) {
    return StsPath.parse(port.startsWith("FAC") ? port : port + "-1", isSdh())
        .map(StsPath::facility);
  }

  private String portName(StsPath path) {
    if (path.isEthernet()) {
      return path.facility();
    }
    var isSinglePort =
        OnsCard.findInSlot(path.slot(), isSdh()).filter(card -> card.ports() == 1).isPresent();
    return isSdh()
        ? "VC4-" + path.slot() + "-" + path.port()
        : "STS-" + path.slot() + (isSinglePort ? "" : "-" + path.port());
  }

  private Blocked blocked(String what) {
    return new Blocked(element.tid() + " " + what);
  }
}
