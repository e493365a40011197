package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Extent;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.stream.Ear;
import org.touchpaper.harc.stream.Line;
import org.touchpaper.harc.stream.Session;
import org.touchpaper.harc.stream.Streams;
import org.touchpaper.harc.stream.Word;

/** Who may come in over a stream, and say what; as {@link EndpointTest} over HTTP. */
class StreamDoorTest extends FreshCluster {
  private static final Duration SOON = Duration.ofSeconds(60);

  @BeforeEach
  void startAll() throws IOException {
    cluster.startAll();
  }

  /** Somebody with a stream to the first acceptor. */
  private final class Caller implements Ear, AutoCloseable {
    private final Streams streams;
    private final Line line;
    private final LinkedBlockingQueue<Session> opened = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Word> heard = new LinkedBlockingQueue<>();

    Caller(String name) throws IOException {
      streams = Streams.of(name, cluster.incarnationOf(name), _ -> Extent.NONE, null);
      line = streams.line(cluster.streamPeer(name, "acceptor-1"), this);
    }

    @Override
    public void opened(Session session) {
      opened.add(session);
    }

    @Override
    public void hear(Session from, Word word) {
      heard.add(word);
    }

    Session open() throws InterruptedException {
      var session = opened.poll(SOON.toSeconds(), TimeUnit.SECONDS);
      if (session == null) {
        throw new AssertionError("it was not let in");
      }
      return session;
    }

    @Override
    public void close() {
      streams.close();
    }
  }

  @Test
  void aClientBeginsAndHearsTheEnd() throws Exception {
    try (var bar = new Caller("bar-ucl")) {
      var session = bar.open();
      var request = cluster.request("t.1", SOON);
      for (var time = 0; time < 2; time++) {
        session.say(new Word.Begin(request, SOON.toMillis()));
        assertThat(bar.heard.poll(SOON.toSeconds(), TimeUnit.SECONDS))
            .isInstanceOfSatisfying(
                Word.Answer.class,
                answer -> {
                  assertThat(answer.fingerprint()).isEqualTo(request.record().fingerprint());
                  assertThat(answer.knowledge().outcome()).isEqualTo(Outcome.COMMIT);
                  assertThat(answer.knowledge().votes()).hasSize(2);
                });
      }
    }
  }

  /** As over HTTP: nothing of it is remembered, and whoever asks is told why at once. */
  @Test
  void whatCanNeverEndIsNotTakenUp() throws Exception {
    var request = cluster.request("t.1", Duration.ofDays(36_500));
    try (var bar = new Caller("bar-ucl");
        var client = new HarcClient("bar-ucl", cluster.streamingPeers("bar-ucl"), List.of())) {
      var session = bar.open();
      for (var time = 0; time < 2; time++) {
        session.say(new Word.Begin(request, SOON.toMillis()));
        assertThat(bar.heard.poll(SOON.toSeconds(), TimeUnit.SECONDS))
            .isInstanceOfSatisfying(
                Word.Refused.class,
                refused -> {
                  assertThat(refused.fingerprint()).isEqualTo(request.record().fingerprint());
                  assertThat(refused.sentence()).contains("t.1 may be voted on until 21");
                });
        for (var each : List.of(client, cluster.client)) {
          var begun = each.begin(request, SOON);
          assertThat(begun.outcome()).isEqualTo(Outcome.NOT_STARTED);
          assertThat(begun.objections())
              .hasSize(3)
              .allSatisfy(objection -> assertThat(objection).contains("--longest-vote"));
        }
      }
      assertThat(cluster.client.outcome(request.record().id()).outcome())
          .isEqualTo(Outcome.UNKNOWN);
    }
  }

  @Test
  void nobodySpeaksForAnotherSitesPeople() throws Exception {
    var request = cluster.request("t.1", SOON);
    try (var other = new Caller("bar-manchester")) {
      var session = other.open();
      for (var time = 0; time < 2; time++) {
        session.say(new Word.Begin(request, SOON.toMillis()));
        assertThat(other.heard.poll(SOON.toSeconds(), TimeUnit.SECONDS))
            .isInstanceOfSatisfying(
                Word.Refused.class,
                refused ->
                    assertThat(refused.sentence())
                        .startsWith("bar-manchester may not speak for ucl's people"));
      }
    }
    assertThat(cluster.client.outcome(request.record().id()).outcome()).isEqualTo(Outcome.UNKNOWN);
    assertThat(cluster.client.begin(request, SOON).outcome()).isEqualTo(Outcome.COMMIT);
  }

  /**
   * A question binds its id to its record, and says not whose people it is about: it opens the door
   * to nobody.
   */
  @Test
  void whatHasOnlyBeenAskedAboutIsBegunForOnesOwnPeopleAlone() throws Exception {
    var request = cluster.request("t.1", SOON);
    var id = request.record().id();
    var askedFirst = List.of(cluster.acceptorPeer("bar-manchester", "acceptor-2"));
    try (var asking = new HarcClient("bar-manchester", askedFirst, List.of());
        var other = new Caller("bar-manchester");
        var bar = new Caller("bar-ucl")) {
      assertThat(asking.outcome(request.record()).outcome()).isEqualTo(Outcome.UNDECIDED);
      var members = cluster.running("acceptor-1").members();
      Await.until(() -> assertThat(members.know(id)).isTrue());
      var session = other.open();
      for (var time = 0; time < 2; time++) {
        session.say(new Word.Begin(request, SOON.toMillis()));
        assertThat(other.heard.poll(SOON.toSeconds(), TimeUnit.SECONDS))
            .isInstanceOf(Word.Refused.class);
      }
      assertThat(members.isBegun(id)).isFalse();
      bar.open().say(new Word.Begin(request, SOON.toMillis()));
      assertThat(bar.heard.poll(SOON.toSeconds(), TimeUnit.SECONDS))
          .isInstanceOfSatisfying(
              Word.Answer.class,
              answer -> assertThat(answer.knowledge().outcome()).isEqualTo(Outcome.COMMIT));
    }
  }

  @Test
  void aClientThatHasStreamsGoesOnWithAnotherAcceptorWhenOneDies() throws Exception {
    var peers = cluster.streamingPeers("bar-ucl");
    try (var client = new HarcClient("bar-ucl", peers, List.of())) {
      for (var n = 1; n <= 5; n++) {
        assertThat(client.begin(cluster.request("t." + n, SOON), SOON).outcome())
            .isEqualTo(Outcome.COMMIT);
      }
      cluster.kill("acceptor-1");
      assertThat(client.begin(cluster.request("t.6", SOON), SOON).outcome())
          .isEqualTo(Outcome.COMMIT);
    }
  }

  @Test
  void nobodySpeaksForOthersAndOnlyClientsBegin() throws Exception {
    var request = cluster.request("t.1", SOON);
    var record = request.record();
    var id = record.id();
    try (var rm = new Caller("rm-newton");
        var other = new Caller("acceptor-2");
        var bar = new Caller("bar-ucl")) {
      var votes = Map.of("rm-network", Vote.prepared(""));
      var voter = rm.open();
      voter.say(new Word.Begin(request, 1000));
      voter.say(new Word.Said(new Message.Phase2a(record, Ballot.ZERO, votes, "acceptor-1")));
      voter.say(new Word.Said(new Message.Learn(record, "rm-newton")));
      var acceptor = other.open();
      acceptor.say(new Word.Said(new Message.Enlist(record, "acceptor-3")));
      acceptor.say(
          new Word.Said(new Message.Phase1a(record, new Ballot(1), "acceptor-2"))); // another's
      acceptor.say(new Word.Begin(request, 1000));
      var client = bar.open();
      client.say(new Word.Said(new Message.Enlist(record, "bar-ucl")));
      client.say(new Word.Heard(id));
      var forAges = cluster.request("t.4", Duration.ofDays(36_500));
      voter.say(new Word.Said(phase2aOf("rm-newton", forAges)));
      // What each says last is allowed, and answered: all before it has been taken by then.
      voter.say(new Word.Said(phase2aOf("rm-newton", cluster.request("t.2", SOON))));
      client.say(new Word.Begin(cluster.request("t.3", SOON), 500));
      assertThat(bar.heard.poll(SOON.toSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(Word.Answer.class);
      Await.until(() ->
          assertThat(cluster.client.outcome(cluster.request("t.2", SOON).record().id()).outcome())
              .isEqualTo(Outcome.UNDECIDED));
      for (var unheard : List.of(id, forAges.record().id())) {
        assertThat(cluster.client.outcome(unheard).outcome()).isEqualTo(Outcome.UNKNOWN);
      }
    }
  }

  private static Message.Phase2a phase2aOf(String voter, Request request) {
    return new Message.Phase2a(
        request.record(), Ballot.ZERO, Map.of(voter, Vote.prepared("")), "acceptor-1");
  }

  @Test
  void whoMayDoNothingAndWhoIsUnknownStayOutside() throws Exception {
    try (var bystander = new Caller("bystander");
        var stranger = new Caller("mallory");
        var bar = new Caller("bar-ucl")) {
      bar.open();
      assertThat(bystander.opened.poll(2, TimeUnit.SECONDS)).isNull();
      assertThat(stranger.line.isOpen()).isFalse();
    }
  }
}
