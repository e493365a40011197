package org.touchpaper.lnsap.element;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.segment.kit.EmulatedUnderTest;
import org.touchpaper.segment.provider.Admission;
import org.touchpaper.segment.provider.CircuitConfiguration.Circuit;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.session.CliSession;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.TranscriptSink;

/** A circuit of 300 Mbit/s through a 7600, tagged at the border and untagged at the host. */
class Ios7600ContractTest extends DriverContract {

  private static final UUID CONNECTION = UUID.fromString("0193b1d0-0000-7000-8000-000000000001");
  private static final Credentials LOGIN = Credentials.ios("lightpath", "lightpath");

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    return new Edge(folder);
  }

  private static final class Edge extends EmulatedUnderTest {

    Edge(Path folder) throws IOException {
      super("EDGE-UCL", Dialect.IOS_7600, folder, Edge::drive);
    }

    private static Driven drive(Endpoint endpoint, Timing timing) {
      var session = CliSession.open(endpoint, LOGIN, timing, TranscriptSink.NONE);
      return new Driven(
          new Ios7600Driver(endpoint.tid(), session, Duration.ofMillis(100)), session);
    }

    @Override
    public List<Item> wanted() {
      var when =
          new Schedule(
              Instant.parse("2026-12-01T12:00:00Z"), Instant.parse("2026-12-01T13:00:00Z"));
      var source = Stp.parse("urn:ogf:network:ucl.ukl:2026:vis");
      var destination = Stp.parse("urn:ogf:network:ucl.ukl:2026:border?vlan=100");
      var plan =
          """
          {"edge":"EDGE-UCL","hostPort":"GigabitEthernet3/1","tagged":false,
           "borderPort":"TenGigabitEthernet1/1","vlan":100}\
          """;
      return new CampusConfiguration()
          .itemsOf(
              new Circuit(
                  new ConnectionId(CONNECTION),
                  1,
                  new Criteria(source, destination, 300, when),
                  new Admission.Held(source, destination, List.of(), plan),
                  CircuitName.of(CONNECTION, 1)));
    }

    @Override
    public String takenByOthers() {
      try (var others =
          CliSession.open(door(), LOGIN, Timing.usual(Clock.systemUTC()), TranscriptSink.NONE)) {
        others.configure(List.of("vlan 100", "name library"));
      }
      return "library";
    }
  }
}
