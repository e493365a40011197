package org.touchpaper.lnsap;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.lnsap.CampusHostsController.CampusView;
import org.touchpaper.lnsap.CampusHostsController.HostView;
import org.touchpaper.lnsap.campus.CampusFile;
import org.touchpaper.lnsap.policy.SitePolicy;

/** What peers learn about the hosts of a campus. */
class CampusHostsControllerTest {

  @TempDir static Path folder;

  @Test
  void statesTheLimitsOfEachHost() {
    var file = CampusFile.read(new ClassPathResource("samples/uklight/campus-ucl.yaml"));
    assertThat(CampusView.of(new SitePolicy(file.campus(), file.policy()).campus()).hosts())
        .containsExactly(
            new HostView("urn:ogf:network:ucl.ukl:2026:vis", 1000, 1, true, 9000),
            new HostView("urn:ogf:network:ucl.ukl:2026:haptic", 1000, 1000, true, 1500),
            new HostView("urn:ogf:network:ucl.ukl:2026:office", 1000, 1, false, 1500));
  }

  @Test
  void answersPeersOnly() throws Exception {
    var lnsap = new LnsapFixture(folder);
    try {
      for (var time = 1; time <= 2; time++) {
        assertThat(get(lnsap, "wrong").statusCode()).isEqualTo(401);
        var reply = get(lnsap, LnsapFixture.SECRET);
        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.body()).contains("\"network\":\"ucl.ukl:2026\"", "\"mtu\":9000");
      }
      assertAnswersANewPeer(lnsap);
    } finally {
      lnsap.stop();
    }
  }

  /** Without a restart, until it is removed. */
  private static void assertAnswersANewPeer(LnsapFixture lnsap) throws Exception {
    var secret = Files.writeString(folder.resolve("bar-leeds"), "between leeds and us");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    var leeds = "peers: { bar-leeds: { roles: [holder], secret-file: " + secret + " } }\n";
    assertThat(get(lnsap, "bar-leeds", "between leeds and us").statusCode()).isEqualTo(401);
    lnsap.changePeers(leeds);
    assertThat(get(lnsap, "bar-leeds", "between leeds and us").statusCode()).isEqualTo(200);
    lnsap.changePeers("peers: {}\n");
    assertThat(get(lnsap, "bar-leeds", "between leeds and us").statusCode()).isEqualTo(401);
  }

  private static HttpResponse<String> get(LnsapFixture lnsap, String secret) throws Exception {
    return get(lnsap, "onlooker", secret);
  }

  private static HttpResponse<String> get(LnsapFixture lnsap, String peer, String secret)
      throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + lnsap.port() + "/campus"))
              .header("Authorization", "Bearer " + secret)
              .header("Touchpaper-Peer", peer)
              .build(),
          BodyHandlers.ofString());
    }
  }
}
