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
import org.touchpaper.harc.client.PeerEndpoint;
import org.touchpaper.harc.client.PeerHttpClient;
import org.touchpaper.harc.client.ResourceManagerClient;
import org.touchpaper.harc.client.ResourceTimetableQuery;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.model.VoteNote;
import org.touchpaper.harc.client.xml.VoteNoteXml;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;
import org.touchpaper.platform.postgres.TestDatabases;

/** A resource manager whose BAR is not running. */
class NetworkResourceManagerTest {

  @Test
  void startsWithoutItsBarAndReportsItAsUnreachable() throws Exception {
    var args = new ArrayList<>(List.of(TestDatabases.fresh().args()));
    args.addAll(
        List.of(
            "--spring.config.name=rm",
            "--spring.config.additional-location=classpath:samples/uklight/rm-network.yml",
            "--server.port=0",
            "--touchpaper.profile=demo",
            "--touchpaper.schedule.manual=true",
            "--touchpaper.peers.bar-ucl.url=http://127.0.0.1:9",
            "--touchpaper.peers.bar-ucl.secret=between the bar and us",
            "--touchpaper.peers.bar-ucl.roles=segment,requester"));
    var service = new SpringApplicationBuilder(ResourceManagerApplication.class);
    try (var context = service.run(args.toArray(String[]::new));
        var http = new PeerHttpClient("bar-ucl")) {
      var server = ((WebServerApplicationContext) context).getWebServer();
      var url = URI.create("http://127.0.0.1:" + (server == null ? 0 : server.getPort()));
      var network =
          new ResourceManagerClient(
              new PeerEndpoint("rm-network", url, "between the bar and us"), http);
      assertThat(network.queryStatus(new TransactionId("t.1")).phase())
          .isEqualTo(ResourceManagerState.Phase.UNKNOWN);
      var question =
          ResourceTimetableQuery.forDisplay(
              "vis.ucl..newton.manchester",
              Instant.parse("2026-12-01T21:00:00Z"),
              Instant.parse("2026-12-01T22:00:00Z"));
      assertThatThrownBy(() -> network.timetable(question)).hasMessageContaining("503");
      var nowhere =
          ResourceTimetableQuery.forDisplay("vis.ucl..nowhere", question.from(), question.to());
      assertThatThrownBy(() -> network.timetable(nowhere))
          .hasMessageContaining("400")
          .hasMessageContaining("host nowhere is not attached");
    }
  }

  /** Also after a restart in between. */
  @Test
  void refusesWithTheReasonThatTheBarDidNotAnswer() throws Exception {
    try (var network = RunningResourceManager.network(URI.create("http://127.0.0.1:9"))) {
      var start = network.clock.instant().plusSeconds(3600);
      var path =
          new HarcAction.Make(
              "a1d0c5f2-8a53-4f0e-9a37-6b8a50f0d2aa",
              new HarcAction.Schedule(start, start.plusSeconds(600)),
              new HarcAction.Lightpath("vis.ucl", "newton.manchester", 300));
      var prepare = network.prepare("t.1", path);
      network.clientOfA1().prepare(prepare);
      network.awaitIdle();
      network.restart();
      network.awaitIdle();
      network.clock.advance(Duration.ofSeconds(31));
      network.runDueWork();
      var votes = network.acceptors.awaitVotes(prepare.record().id()).getFirst().votes();
      var vote = Objects.requireNonNull(votes.get(network.name()));
      assertThat(vote.choice()).isEqualTo(Vote.Choice.ABORTED);
      assertThat(VoteNoteXml.read(vote)).isInstanceOf(VoteNote.Refused.class);
      var refusal = ((VoteNote.Refused) VoteNoteXml.read(vote)).refusals().getFirst();
      assertThat(refusal.code()).isEqualTo("UNREACHABLE");
      assertThat(refusal.resource()).isEqualTo("rm-network");
      assertThat(refusal.reason())
          .startsWith("rm-network could not hold the request in time: the lightpath got no answer");
    }
  }
}
