package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.bar.resource.MissingAnswer;
import org.touchpaper.bar.resource.NetworkTopology.HostAccess;
import org.touchpaper.bar.resource.NetworkTopology.WideAreaLink;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.PeerRole;
import tools.jackson.databind.json.JsonMapper;

/** What the L-NSAP and the NSAP say becomes one topology; one that is silent is named. */
class SegmentTopologyReaderTest {

  private static final String CAMPUS =
      """
      {"network":"ucl.ukl:2026","hosts":[{"stp":"urn:ogf:network:ucl.ukl:2026:vis",
       "capacityMbps":1000,"granularityMbps":1,"lightpaths":true,"mtu":9000,"later":1}]}
      """;

  private static final String WIDE_AREA =
      """
      {"network":"wan.ukl:2026","nodes":[],
       "links":[{"id":"A-B","from":"A","to":"B","capacityMbps":10000,"granularityMbps":48,
                 "slots":192,"latencyMs":1.0}],
       "attachments":[{"name":"UCL","stp":"urn:ogf:network:wan.ukl:2026:UCL?vlan=100-199",
                       "node":"A","capacityMbps":1000,"peer":""}]}
      """;

  private HttpServer server;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    serve("/campus", CAMPUS);
    serve("/topology", WIDE_AREA);
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  private void serve(String path, String body) {
    server.createContext(
        path,
        exchange -> {
          try (exchange) {
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
          }
        });
  }

  private SegmentTopologyReader reader() {
    var url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    var segments =
        List.of(
            new Peer("lnsap-ucl", url, "between us", Set.of(PeerRole.SEGMENT)),
            new Peer("nsap", url, "between us", Set.of(PeerRole.SEGMENT)));
    var client =
        new SegmentElementsClient(
            segments.stream().map(Peer::name).toList(),
            new PeerRegistry("bar-ucl", segments),
            OutgoingPeerCallInterceptor.PASS_THROUGH,
            Duration.ofSeconds(10));
    var bar =
        new BarProperties(
            "ucl",
            "lnsap-ucl",
            "nsap",
            null,
            List.of(),
            1,
            Duration.ofSeconds(10),
            Duration.ofSeconds(8),
            new ByteArrayResource(new byte[0]),
            Duration.ofHours(1));
    return new SegmentTopologyReader(client, bar, JsonMapper.shared());
  }

  @Test
  void joinsWhatBothSay() {
    for (var time = 1; time <= 2; time++) {
      var topology = reader().read();
      assertThat(topology.missing()).isEmpty();
      assertThat(topology.network()).isEqualTo("wan.ukl:2026");
      assertThat(topology.hosts())
          .extracting(HostAccess::stp, HostAccess::mtu)
          .containsExactly(
              tuple("urn:ogf:network:ucl.ukl:2026:vis", 9000),
              tuple("urn:ogf:network:wan.ukl:2026:UCL?vlan=100-199", null));
      assertThat(topology.links()).extracting(WideAreaLink::granularityMbps).containsExactly(48);
    }
  }

  @Test
  void namesASegmentThatDoesNotAnswer() {
    server.removeContext("/campus");
    var topology = reader().read();
    assertThat(topology.links()).hasSize(1);
    assertThat(topology.missing()).extracting(MissingAnswer::service).containsExactly("lnsap-ucl");
  }
}
