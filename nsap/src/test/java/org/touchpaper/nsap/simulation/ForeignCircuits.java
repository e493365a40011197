package org.touchpaper.nsap.simulation;

import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.tl1.message.InputCommand;

/** Another user of an element with one foreign circuit. */
record ForeignCircuits(EmulatedElement element) {

  private static final String NAME = "NEIGHBOUR";
  private static final List<InputCommand> CIRCUIT =
      List.of(
          InputCommand.of("ENT-GTP")
              .withAid(NAME + "-A")
              .withBlock("LBL=" + NAME, "", "CTP=1-A-1-1-CTP-191&&192"),
          InputCommand.of("ENT-GTP")
              .withAid(NAME + "-Z")
              .withBlock("LBL=" + NAME, "", "CTP=1-A-2-1-CTP-191&&192"),
          InputCommand.of("ENT-CRS-STSPC")
              .withAid("FROMENDPOINT=" + NAME + "-A,TOENDPOINT=" + NAME + "-Z")
              .withBlock("NAME=" + NAME, "FROMTYPE=GTP", "TOTYPE=GTP", "ALIAS=" + NAME));

  static boolean owns(ManagedEntity held) {
    return held.name().startsWith(NAME);
  }

  /** Restores its missing items; requires that no faults are injected. */
  void restore() {
    if (names().containsAll(Set.of(NAME, NAME + "-A", NAME + "-Z"))) {
      return;
    }
    try (var session =
        Tl1Session.open(
            new ElementEndpoint(element.tid(), "127.0.0.1", element.port()),
            Credentials.tl1("touchpaper", "lightpath"),
            SessionTiming.defaults(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      CIRCUIT.forEach(session::send); // existing items are denied
    }
  }

  private Set<String> names() {
    return element.listEntities().stream().map(ManagedEntity::name).collect(Collectors.toSet());
  }
}
