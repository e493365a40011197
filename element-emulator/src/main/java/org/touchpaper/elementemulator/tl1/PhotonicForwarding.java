package org.touchpaper.elementemulator.tl1;

import java.util.List;
import java.util.Optional;
import org.touchpaper.elementemulator.forwarding.ForwardingResult;
import org.touchpaper.elementemulator.forwarding.ForwardingResult.Blocked;
import org.touchpaper.elementemulator.forwarding.ForwardingResult.Forwarded;
import org.touchpaper.elementemulator.forwarding.PacketEncapsulation;
import org.touchpaper.elementemulator.state.DataPlaneSnapshot;

/**
 * How the photonic switches forward: light passes as it is along an active connection of a Calient,
 * one way or both, or a patch of a Polatis. The mirrors keep their place without the controller.
 */
public record PhotonicForwarding(DataPlaneSnapshot element) {

  private record Exit(String port, String circuit) {}

  public ForwardingResult forward(String port, PacketEncapsulation encapsulation) {
    var exit =
        switch (element.model()) {
          case CALIENT -> findConnection(port);
          case POLATIS -> findPatch(port);
          case CORE_DIRECTOR, ONS_15454, ONS_15454_SDH, IOS_7600 ->
              throw new IllegalArgumentException(element.tid() + " is no photonic switch");
        };
    if (exit.isEmpty()) {
      return blocked("has no active connection at port " + port);
    }
    for (var crossed : List.of(port, exit.get().port())) {
      if (!element.hasSignal(crossed) || element.find("PORT", crossed).isPresent()) {
        return blocked("port " + crossed + " is dark");
      }
    }
    return new Forwarded(exit.get().port(), encapsulation, exit.get().circuit());
  }

  private Optional<Exit> findConnection(String port) {
    return element.list("CRS").stream()
        .filter(connection -> connection.get("AS").equals("IS"))
        .flatMap(connection -> {
          var source = connection.get("SRCPORT");
          var destination = connection.get("DSTPORT");
          var isBack = destination.equals(port) && connection.get("CONNTYPE").equals("2WAY");
          return Optional.of(
              new Exit(source.equals(port) ? destination : source, connection.get("CONNNAME")))
              .filter(_ -> source.equals(port) || isBack)
              .stream();
        })
        .findFirst();
  }

  private Optional<Exit> findPatch(String port) {
    return element.list("PATCH").stream()
        .map(patch -> List.of(patch.name().split(",", -1)))
        .filter(ends -> ends.contains(port))
        .map(ends ->
            new Exit(
                ends.getFirst().equals(port) ? ends.getLast() : ends.getFirst(),
                String.join(",", ends)))
        .findFirst();
  }

  private Blocked blocked(String what) {
    return new Blocked(element.tid() + " " + what);
  }
}
