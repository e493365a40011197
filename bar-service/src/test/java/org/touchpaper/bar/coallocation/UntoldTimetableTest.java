package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.bar.coallocation.OneBooking.END;
import static org.touchpaper.bar.coallocation.OneBooking.MADE;
import static org.touchpaper.bar.coallocation.OneBooking.START;

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
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.harc.client.HarcXml;
import org.touchpaper.harc.client.ResourceTimetable;
import org.touchpaper.platform.peers.Outbound;
import org.touchpaper.segment.connection.Schedule;

/**
 * A resource manager that does not tell what is free keeps no booking from being refused: whoever
 * lost a race is offered no other time then, and hears so.
 */
class UntoldTimetableTest {

  private static final Clock CLOCK = Clock.fixed(MADE, ZoneOffset.UTC);

  private final CoAllocation booking = OneBooking.undecided();
  private HttpServer network;
  private volatile String told = "";

  @BeforeEach
  void open() throws IOException {
    network = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    network.createContext(
        "/harc/timetable",
        exchange -> {
          try (exchange) {
            var bytes = told.getBytes(StandardCharsets.UTF_8);
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

  /** As one that was taken out of the configuration while something of it was booked. */
  @Test
  void whoIsNotConfiguredAnyMoreIsNotAsked() {
    assertUntold("rm-network cannot be asked: no resource manager is configured as rm-network");
  }

  @Test
  void whoIsNotUnderstoodHasToldNothing() {
    told = "<html>503</html>";
    assertUntold("rm-network is not understood: ", network());
    var backwards = new ResourceTimetable.Step(END, START, 300);
    told = HarcXml.write(new ResourceTimetable("a..b", "Mbit/s", List.of(backwards), List.of()));
    assertUntold("rm-network is not understood: its timetable makes no sense", network());
  }

  private HarcPeer network() {
    var url = URI.create("http://127.0.0.1:" + network.getAddress().getPort());
    return new HarcPeer("rm-network", url, "a secret");
  }

  private void assertUntold(String why, HarcPeer... managers) {
    try (var client = new HarcClient("bar-ucl", List.of(), List.of(managers))) {
      var harc = new HarcGateway(client, Outbound.OPEN, CLOCK);
      var window = new Schedule(START, END);
      assertThatThrownBy(
              () -> harc.timetable("rm-network", "a..b", booking.owner(), window, null, null))
          .isInstanceOf(Harc.Unanswered.class)
          .hasMessageStartingWith(why);
      var after = new Slots(harc, CLOCK).after(booking);
      assertThat(after.next()).isEmpty();
      assertThat(after.alternatives()).isEmpty();
    }
  }
}
