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
import org.touchpaper.http.HaltingServer;

/** Whoever stops in the middle of an answer is given up, and the others are heard all the same. */
class HalfAnswerTest {
  private static final Duration A_MOMENT = Duration.ofMillis(300);
  private static final Duration FOR_EVER = Duration.ofSeconds(60);

  @TempDir Path data;

  @Test
  void ofTheServicesThatElementsBelongTo() {
    try (var halting = HaltingServer.inTheMiddle("{\"elements\":[");
        var well = new ScriptedBar();
        var services = services(halting, well, A_MOMENT, FOR_EVER)) {
      assertTimeoutPreemptively(
          FOR_EVER,
          () -> {
            for (var reply :
                List.of(
                    services.get(halting.uri(), "LONDON"),
                    services.post(halting.uri(), "LONDON", "send", Map.of("line", "RTRV-HDR")))) {
              assertThat(reply.status()).as("it may have been done").isEqualTo(-1);
              assertThat(reply.sentence()).startsWith("no answer within");
            }
          });
    }
  }

  @Test
  void ofTheServicesThatListElements() {
    try (var halting = HaltingServer.inTheMiddle("{\"elements\":[");
        var well = new ScriptedBar();
        var services = services(halting, well, FOR_EVER, A_MOMENT)) {
      var replies = assertTimeoutPreemptively(FOR_EVER, services::list);
      assertThat(ElementServices.serviceOf("LONDON", replies)).isEqualTo(well.uri());
      assertThat(replies.get(halting.uri()))
          .extracting(ElementServices.Reply::status)
          .isEqualTo(-1);
    }
  }

  /** The second has what the first was about to tell. */
  private static ElementServices services(
      HaltingServer halting, ScriptedBar well, Duration patience, Duration listPatience) {
    well.answers(200, "{\"elements\":[{\"name\":\"LONDON\"}]}");
    return new ElementServices(
        List.of(halting.uri(), well.uri()), "operator", "secret", patience, listPatience);
  }

  @Test
  void ofTheAcceptors() throws IOException {
    try (var halting = HaltingServer.inTheMiddle("{\"transactions\":[");
        var well = new ScriptedBar().answers(200, "{}").answers(200, "{}").answers(200, "{}")) {
      var file = data.resolve("harc-admin.properties");
      Files.write(
          file,
          List.of(
              "touchpaper.peers.a1.url=" + halting.uri(),
              "touchpaper.peers.a1.secret=s",
              "touchpaper.peers.a2.url=" + well.uri(),
              "touchpaper.peers.a2.secret=s"));
      try (var acceptors = Acceptors.read("harc-admin", file, A_MOMENT)) {
        assertTimeoutPreemptively(
            FOR_EVER,
            () -> {
              for (var replies :
                  List.of(acceptors.get(""), acceptors.post("/t.1"), acceptors.delete("/t.1"))) {
                assertThat(replies.get("a1"))
                    .extracting(Acceptors.Reply::sentence)
                    .asString()
                    .startsWith("does not answer")
                    .endsWith("not all of the answer came in 300 ms");
                assertThat(replies.get("a2")).extracting(Acceptors.Reply::status).isEqualTo(200);
              }
            });
      }
    }
  }
}
