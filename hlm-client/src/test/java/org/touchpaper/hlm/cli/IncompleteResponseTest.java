package org.touchpaper.hlm.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.hlm.ScriptedBar;
import org.touchpaper.hlm.cli.element.ElementApiClient;
import org.touchpaper.hlm.cli.harc.AcceptorAdminClient;
import org.touchpaper.http.StallingServer;

/** A service that stops in the middle of a response times out; the others are still read. */
class IncompleteResponseTest {
  private static final Duration SHORT_TIMEOUT = Duration.ofMillis(300);
  private static final Duration LONG_TIMEOUT = Duration.ofSeconds(60);

  @TempDir Path data;

  @Test
  void fromAServiceAskedForAnElement() {
    try (var stalling = StallingServer.inTheMiddle("{\"elements\":[");
        var well = new ScriptedBar();
        var services = services(stalling, well, SHORT_TIMEOUT, LONG_TIMEOUT)) {
      assertTimeoutPreemptively(
          LONG_TIMEOUT,
          () -> {
            for (var reply :
                List.of(
                    services.get(stalling.uri(), "LONDON"),
                    services.post(stalling.uri(), "LONDON", "send", Map.of("line", "RTRV-HDR")))) {
              assertThat(reply.status()).as("it may have taken effect").isEqualTo(-1);
              assertThat(reply.problem()).startsWith("no answer within");
            }
          });
    }
  }

  @Test
  void fromAServiceThatListsElements() {
    try (var stalling = StallingServer.inTheMiddle("{\"elements\":[");
        var well = new ScriptedBar();
        var services = services(stalling, well, LONG_TIMEOUT, SHORT_TIMEOUT)) {
      var replies = assertTimeoutPreemptively(LONG_TIMEOUT, services::list);
      assertThat(ElementApiClient.serviceOf("LONDON", replies)).isEqualTo(well.uri());
      assertThat(replies.get(stalling.uri()))
          .extracting(ElementApiClient.ServiceReply::status)
          .isEqualTo(-1);
    }
  }

  /** Two services; the second lists LONDON. */
  private static ElementApiClient services(
      StallingServer stalling, ScriptedBar well, Duration elementTimeout, Duration listTimeout) {
    well.respond(200, "{\"elements\":[{\"name\":\"LONDON\"}]}");
    return new ElementApiClient(
        List.of(stalling.uri(), well.uri()), "operator", "secret", elementTimeout, listTimeout);
  }

  @Test
  void fromAnAcceptor() throws IOException {
    try (var stalling = StallingServer.inTheMiddle("{\"transactions\":[");
        var well = new ScriptedBar().respond(200, "{}").respond(200, "{}").respond(200, "{}")) {
      var file = data.resolve("harc-admin.properties");
      Files.write(
          file,
          List.of(
              "touchpaper.peers.a1.url=" + stalling.uri(),
              "touchpaper.peers.a1.secret=s",
              "touchpaper.peers.a2.url=" + well.uri(),
              "touchpaper.peers.a2.secret=s"));
      try (var acceptors = AcceptorAdminClient.read("harc-admin", file, SHORT_TIMEOUT)) {
        assertTimeoutPreemptively(
            LONG_TIMEOUT,
            () -> {
              for (var replies :
                  List.of(acceptors.get(""), acceptors.post("/t.1"), acceptors.delete("/t.1"))) {
                assertThat(replies.get("a1"))
                    .extracting(AcceptorAdminClient.AcceptorReply::problem)
                    .asString()
                    .startsWith("does not answer")
                    .endsWith("the response was not complete within 300 ms");
                assertThat(replies.get("a2"))
                    .extracting(AcceptorAdminClient.AcceptorReply::status)
                    .isEqualTo(200);
              }
            });
      }
    }
  }
}
