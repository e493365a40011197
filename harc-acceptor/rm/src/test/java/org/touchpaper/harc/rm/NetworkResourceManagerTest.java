package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.harc.client.Note;
import org.touchpaper.harc.client.NoteXml;
import org.touchpaper.harc.client.PeerHttp;
import org.touchpaper.harc.client.RmClient;
import org.touchpaper.harc.client.TimetableQuestion;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.platform.postgres.TestDatabases;

/** A resource manager put together in front of a BAR that is not there. */
class NetworkResourceManagerTest {

  @Test
  void startsWithoutItsBarAndSaysThatItIsNotThere() throws Exception {
    var args = new ArrayList<>(List.of(TestDatabases.fresh().args()));
    args.addAll(
        List.of(
            "--spring.config.name=rm",
            "--spring.profiles.active=network",
            "--server.port=0",
            "--touchpaper.profile=demo",
            "--touchpaper.schedule.by-hand=true",
            "--touchpaper.peers.bar-ucl.url=http://127.0.0.1:9",
            "--touchpaper.peers.bar-ucl.secret=between the bar and us",
            "--touchpaper.peers.bar-ucl.roles=segment,requester"));
    var service = new SpringApplicationBuilder(ResourceManagerApplication.class);
    try (var context = service.run(args.toArray(String[]::new));
        var http = new PeerHttp("bar-ucl")) {
      var server = ((WebServerApplicationContext) context).getWebServer();
      var url = URI.create("http://127.0.0.1:" + (server == null ? 0 : server.getPort()));
      var network = new RmClient(new HarcPeer("rm-network", url, "between the bar and us"), http);
      assertThat(network.query(new TransactionId("t.1")).phase()).isEqualTo(Ledger.Phase.UNKNOWN);
      var question =
          TimetableQuestion.free(
              "vis.ucl..newton.manchester",
              Instant.parse("2026-12-01T21:00:00Z"),
              Instant.parse("2026-12-01T22:00:00Z"));
      assertThatThrownBy(() -> network.timetable(question)).hasMessageContaining("503");
      var nowhere = TimetableQuestion.free("vis.ucl..nowhere", question.from(), question.to());
      assertThatThrownBy(() -> network.timetable(nowhere))
          .hasMessageContaining("400")
          .hasMessageContaining("no host called nowhere");
    }
  }

  /** Also if it was started anew in between. */
  @Test
  void whatItsBarWasNotThereForIsRefusedForThatReason() throws Exception {
    try (var network = RunningResourceManager.network(URI.create("http://127.0.0.1:9"))) {
      var start = network.clock.instant().plusSeconds(3600);
      var path =
          new Action.Make(
              "a1d0c5f2-8a53-4f0e-9a37-6b8a50f0d2aa",
              new Action.Schedule(start, start.plusSeconds(600)),
              new Action.Path("vis.ucl", "newton.manchester", 300));
      var prepare = network.prepare("t.1", path);
      network.fromA1().prepare(prepare);
      network.awaitQuiet();
      network.restart();
      network.awaitQuiet();
      network.clock.advance(Duration.ofSeconds(31));
      network.runDueWork();
      var votes = network.acceptors.awaitVotes(prepare.record().id()).getFirst().votes();
      var vote = Objects.requireNonNull(votes.get(network.name()));
      assertThat(vote.choice()).isEqualTo(Vote.Choice.ABORTED);
      assertThat(NoteXml.read(vote)).isInstanceOf(Note.Refused.class);
      var refusal = ((Note.Refused) NoteXml.read(vote)).refusals().getFirst();
      assertThat(refusal.code()).isEqualTo("UNREACHABLE");
      assertThat(refusal.resource()).isEqualTo("rm-network");
      assertThat(refusal.reason())
          .startsWith("rm-network could not hold it in time: the BAR gave no answer");
    }
  }
}
