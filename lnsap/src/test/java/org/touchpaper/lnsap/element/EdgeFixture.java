package org.touchpaper.lnsap.element;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementsession.CliSession;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.PollPolicy;
import org.touchpaper.segment.kit.EmulatedElementUnderTest;
import org.touchpaper.segment.provisioning.CircuitItemPlanner.Circuit;

/** An emulated 7600 with a circuit of 300 Mbit/s in VLAN 100. */
final class EdgeFixture extends EmulatedElementUnderTest {

  static final Credentials LOGIN = Credentials.ios("lightpath", "lightpath");
  static final VlanClaimTables CLAIMS = VlanClaimTables.create();
  static final PollPolicy SHORT = new PollPolicy(2, Duration.ofMillis(1));
  static final String BY_PORT = "\"uplink\":{\"name\":\"TenGigabitEthernet1/1\"}";
  static final String BY_PSEUDOWIRE = "\"uplink\":{\"peer\":\"192.0.2.9\",\"vcId\":5100}";

  private static final UUID CONNECTION = UUID.fromString("0193b1d0-0000-7000-8000-000000000001");
  static final String NAME = CircuitNameFormat.of(CONNECTION, 1);

  private final List<ConfigItem> wanted;
  private final List<String> foreignLines;
  private final String holder;

  /**
   * Creates it with another party.
   *
   * @param foreignLines what the other party configures
   * @param holder the text that identifies it in a refusal
   */
  EdgeFixture(Path folder, List<ConfigItem> wanted, List<String> foreignLines, String holder)
      throws IOException {
    super("EDGE-UCL", ElementModel.IOS_7600, folder, EdgeFixture::drive);
    this.wanted = wanted;
    this.foreignLines = foreignLines;
    this.holder = holder;
  }

  private static DriverSession drive(ElementEndpoint endpoint, SessionTiming timing) {
    var session = CliSession.open(endpoint, LOGIN, timing, TranscriptSink.NONE);
    var claims = CLAIMS.emptyFor(endpoint.tid());
    return new DriverSession(
        new Ios7600Driver(endpoint.tid(), session, SHORT, noUncertainCommands(), claims), session);
  }

  /** For an edge that executes commands at once. */
  static UncertainCommandPortBlocker noUncertainCommands() {
    return new UncertainCommandPortBlocker(Clock.systemUTC(), Duration.ZERO);
  }

  static List<ConfigItem> items(boolean tagged, String uplink) {
    var schedule =
        new Schedule(Instant.parse("2026-12-01T12:00:00Z"), Instant.parse("2026-12-01T13:00:00Z"));
    var source = Stp.parse("urn:ogf:network:ucl.ukl:2026:vis");
    var destination = Stp.parse("urn:ogf:network:ucl.ukl:2026:border?vlan=100");
    var plan =
        "{\"edge\":\"EDGE-UCL\",\"hostPort\":\"GigabitEthernet3/1\",\"tagged\":%s,%s,\"vlan\":100}"
            .formatted(tagged, uplink);
    return new CampusItemPlanner()
        .itemsOf(
            new Circuit(
                new ConnectionId(CONNECTION),
                1,
                new Criteria(source, destination, 300, schedule),
                new CapacityAllocator.Held(source, destination, List.of(), plan),
                NAME));
  }

  @Override
  public List<ConfigItem> wanted() {
    return wanted;
  }

  @Override
  public String occupyByOther() {
    try (var session =
        CliSession.open(
            directEndpoint(),
            LOGIN,
            SessionTiming.defaults(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      session.configure(foreignLines);
    }
    return holder;
  }
}
