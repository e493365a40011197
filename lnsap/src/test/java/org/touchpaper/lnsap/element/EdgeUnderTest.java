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
import org.touchpaper.segment.element.Patience;
import org.touchpaper.segment.kit.EmulatedUnderTest;
import org.touchpaper.segment.provider.Admission;
import org.touchpaper.segment.provider.CircuitConfiguration.Circuit;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.session.CliSession;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.TranscriptSink;

/** An emulated 7600, and a circuit of 300 Mbit/s through it in VLAN 100. */
final class EdgeUnderTest extends EmulatedUnderTest {

  static final Credentials LOGIN = Credentials.ios("lightpath", "lightpath");
  static final VlanClaimTables CLAIMS = VlanClaimTables.create();
  static final Patience SHORT = new Patience(2, Duration.ofMillis(1));
  static final String BY_PORT = "\"borderPort\":\"TenGigabitEthernet1/1\"";
  static final String BY_PSEUDOWIRE = "\"pseudowire\":{\"peer\":\"192.0.2.9\",\"vcId\":5100}";

  private static final UUID CONNECTION = UUID.fromString("0193b1d0-0000-7000-8000-000000000001");
  static final String NAME = CircuitName.of(CONNECTION, 1);

  private final List<Item> wanted;
  private final List<String> others;
  private final String holder;

  /**
   * With somebody else.
   *
   * @param others what they configure
   * @param holder what people must be told of them
   */
  EdgeUnderTest(Path folder, List<Item> wanted, List<String> others, String holder)
      throws IOException {
    super("EDGE-UCL", Dialect.IOS_7600, folder, EdgeUnderTest::drive);
    this.wanted = wanted;
    this.others = others;
    this.holder = holder;
  }

  private static Driven drive(Endpoint endpoint, Timing timing) {
    var session = CliSession.open(endpoint, LOGIN, timing, TranscriptSink.NONE);
    var claims = CLAIMS.emptyFor(endpoint.tid());
    return new Driven(
        new Ios7600Driver(endpoint.tid(), session, SHORT, noDoubt(), claims), session);
  }

  /** Of an edge that does at once whatever it does. */
  static LateLines noDoubt() {
    return new LateLines(Clock.systemUTC(), Duration.ZERO);
  }

  static List<Item> items(boolean tagged, String uplink) {
    var when =
        new Schedule(Instant.parse("2026-12-01T12:00:00Z"), Instant.parse("2026-12-01T13:00:00Z"));
    var source = Stp.parse("urn:ogf:network:ucl.ukl:2026:vis");
    var destination = Stp.parse("urn:ogf:network:ucl.ukl:2026:border?vlan=100");
    var plan =
        "{\"edge\":\"EDGE-UCL\",\"hostPort\":\"GigabitEthernet3/1\",\"tagged\":%s,%s,\"vlan\":100}"
            .formatted(tagged, uplink);
    return new CampusConfiguration()
        .itemsOf(
            new Circuit(
                new ConnectionId(CONNECTION),
                1,
                new Criteria(source, destination, 300, when),
                new Admission.Held(source, destination, List.of(), plan),
                NAME));
  }

  @Override
  public List<Item> wanted() {
    return wanted;
  }

  @Override
  public String takenByOthers() {
    try (var session =
        CliSession.open(door(), LOGIN, Timing.usual(Clock.systemUTC()), TranscriptSink.NONE)) {
      session.configure(others);
    }
    return holder;
  }
}
