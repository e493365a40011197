package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.bar.coallocation.TestBooking.CREATED_AT;
import static org.touchpaper.bar.coallocation.TestBooking.END;
import static org.touchpaper.bar.coallocation.TestBooking.START;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.harc.HarcAdapter;
import org.touchpaper.bar.coallocation.transaction.SlotFinder;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.PeerEndpoint;
import org.touchpaper.harc.client.model.ResourceTimetable;
import org.touchpaper.harc.client.xml.HarcMessageXml;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.segment.connection.Schedule;

/**
 * A resource manager without a timetable does not keep a lost race from being refused; the refusal
 * then has no alternatives.
 */
class TimetableNoAnswerTest {

  private static final Clock CLOCK = Clock.fixed(CREATED_AT, ZoneOffset.UTC);

  private final CoAllocation booking = TestBooking.undecided();
  private HttpServer network;
  private volatile String timetableBody = "";

  @BeforeEach
  void open() throws IOException {
    network = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    network.createContext(
        "/harc/timetable",
        exchange -> {
          try (exchange) {
            var bytes = timetableBody.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
          }
        });
    network.start();
  }

  @AfterEach
  void close() {
    network.stop(0);
  }

  /** As one that was removed from the configuration while it had bookings. */
  @Test
  void aRemovedResourceManagerIsNotQueried() {
    assertNoAnswer("rm-network cannot be queried: resource manager rm-network is not configured");
  }

  @Test
  void anInvalidTimetableIsNoAnswer() {
    timetableBody = "<html>503</html>";
    assertNoAnswer("rm-network returned an invalid response: ", networkPeer());
    var backwards = new ResourceTimetable.Step(END, START, 300);
    timetableBody =
        HarcMessageXml.write(
            new ResourceTimetable("a..b", "Mbit/s", List.of(backwards), List.of()));
    assertNoAnswer("rm-network returned an invalid response: invalid timetable", networkPeer());
  }

  private PeerEndpoint networkPeer() {
    var url = URI.create("http://127.0.0.1:" + network.getAddress().getPort());
    return new PeerEndpoint("rm-network", url, "a secret");
  }

  private void assertNoAnswer(String why, PeerEndpoint... managers) {
    try (var client = new HarcClient("bar-ucl", List.of(), List.of(managers))) {
      var harc = new HarcAdapter(client, OutgoingPeerCallInterceptor.PASS_THROUGH, CLOCK);
      var window = new Schedule(START, END);
      assertThatThrownBy(
              () -> harc.timetable("rm-network", "a..b", booking.owner(), window, null, null))
          .isInstanceOf(CommitProtocolPort.NoAnswerException.class)
          .hasMessageStartingWith(why);
      var after = new SlotFinder(harc, CLOCK).findNext(booking);
      assertThat(after.nextSlot()).isEmpty();
      assertThat(after.alternatives()).isEmpty();
    }
  }
}
