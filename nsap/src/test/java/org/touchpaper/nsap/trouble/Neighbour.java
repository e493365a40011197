package org.touchpaper.nsap.trouble;

import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.element.Entity;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;

/** Another user of an element, whose one circuit is none of our business. */
record Neighbour(EmulatedElement element) {

  private static final String NAME = "NEIGHBOUR";
  private static final List<InputCommand> CIRCUIT =
      List.of(
          InputCommand.of("ENT-GTP")
              .at(NAME + "-A")
              .block("LBL=" + NAME, "", "CTP=1-A-1-1-CTP-191&&192"),
          InputCommand.of("ENT-GTP")
              .at(NAME + "-Z")
              .block("LBL=" + NAME, "", "CTP=1-A-2-1-CTP-191&&192"),
          InputCommand.of("ENT-CRS-STSPC")
              .at("FROMENDPOINT=" + NAME + "-A,TOENDPOINT=" + NAME + "-Z")
              .block("NAME=" + NAME, "FROMTYPE=GTP", "TOTYPE=GTP", "ALIAS=" + NAME));

  static boolean owns(Entity held) {
    return held.name().startsWith(NAME);
  }

  /** Sets up what is missing of it; nothing may go wrong meanwhile. */
  void putBack() {
    if (names().containsAll(Set.of(NAME, NAME + "-A", NAME + "-Z"))) {
      return;
    }
    try (var session =
        Tl1Session.open(
            new Endpoint(element.tid(), "127.0.0.1", element.port()),
            Credentials.tl1("touchpaper", "lightpath"),
            Timing.usual(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      CIRCUIT.forEach(session::send); // what is there is denied
    }
  }

  private Set<String> names() {
    return element.holds().stream().map(Entity::name).collect(Collectors.toSet());
  }
}
