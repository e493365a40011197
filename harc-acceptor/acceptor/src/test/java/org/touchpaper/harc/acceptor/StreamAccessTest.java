package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.journal.JournalPosition;
import org.touchpaper.harc.transport.PeerConnection;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.StreamSession;
import org.touchpaper.harc.transport.StreamSessionListener;
import org.touchpaper.harc.transport.message.StreamMessage;

/** Access control of streams; {@code HttpRouteTest} is its counterpart for clients over HTTP. */
class StreamAccessTest extends AcceptorClusterFixture {
  private static final Duration LONG_TIMEOUT = Duration.ofSeconds(60);

  @BeforeEach
  void startAll() throws IOException {
    cluster.startAll();
  }

  /** A peer with a stream to the first acceptor. */
  private final class StreamClient implements StreamSessionListener, AutoCloseable {
    private final PeerStreams streams;
    private final PeerConnection connection;
    private final LinkedBlockingQueue<StreamSession> opened = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<StreamMessage> received = new LinkedBlockingQueue<>();

    StreamClient(String name) throws IOException {
      streams =
          PeerStreams.of(name, cluster.journalIdentityOf(name), _ -> JournalPosition.NONE, null);
      connection = streams.connect(cluster.streamPeer(name, "acceptor-1"), this);
    }

    @Override
    public void onOpen(StreamSession session) {
      opened.add(session);
    }

    @Override
    public void onMessage(StreamSession from, StreamMessage message) {
      received.add(message);
    }

    StreamSession awaitSession() throws InterruptedException {
      var session = opened.poll(LONG_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      if (session == null) {
        throw new AssertionError("no session was opened");
      }
      return session;
    }

    @Override
    public void close() {
      streams.close();
    }
  }

  @Test
  void aClientBeginsAndReceivesTheOutcome() throws Exception {
    try (var bar = new StreamClient("bar-ucl")) {
      var session = bar.awaitSession();
      var request = cluster.request("t.1", LONG_TIMEOUT);
      for (var time = 0; time < 2; time++) {
        session.send(new StreamMessage.Begin(request, LONG_TIMEOUT.toMillis()));
        assertThat(bar.received.poll(LONG_TIMEOUT.toSeconds(), TimeUnit.SECONDS))
            .isInstanceOfSatisfying(
                StreamMessage.OutcomeReply.class,
                answer -> {
                  assertThat(answer.fingerprint()).isEqualTo(request.record().fingerprint());
                  assertThat(answer.report().outcome()).isEqualTo(Outcome.COMMIT);
                  assertThat(answer.report().votes()).hasSize(2);
                });
      }
    }
  }

  /** As over HTTP, nothing is stored, and the client receives the reason at once. */
  @Test
  void refusesATransactionWithADistantVoteBy() throws Exception {
    var request = cluster.request("t.1", Duration.ofDays(36_500));
    try (var bar = new StreamClient("bar-ucl");
        var client = new HarcClient("bar-ucl", cluster.streamingPeers("bar-ucl"), List.of())) {
      var session = bar.awaitSession();
      for (var time = 0; time < 2; time++) {
        session.send(new StreamMessage.Begin(request, LONG_TIMEOUT.toMillis()));
        assertThat(bar.received.poll(LONG_TIMEOUT.toSeconds(), TimeUnit.SECONDS))
            .isInstanceOfSatisfying(
                StreamMessage.BeginRefused.class,
                refused -> {
                  assertThat(refused.fingerprint()).isEqualTo(request.record().fingerprint());
                  assertThat(refused.reason()).contains("t.1 has voteBy 21");
                });
        for (var harcClient : List.of(client, cluster.client)) {
          var result = harcClient.begin(request, LONG_TIMEOUT);
          assertThat(result.outcome()).isEqualTo(Outcome.NOT_STARTED);
          assertThat(result.objections())
              .hasSize(3)
              .allSatisfy(objection ->
                  assertThat(objection).contains("touchpaper.acceptor.max-vote-duration"));
        }
      }
      assertThat(cluster.client.outcome(request.record().id()).outcome())
          .isEqualTo(Outcome.UNKNOWN);
    }
  }

  @Test
  void aRequesterMayNotActForPeopleOfAnotherSite() throws Exception {
    var request = cluster.request("t.1", LONG_TIMEOUT);
    try (var foreignBar = new StreamClient("bar-manchester")) {
      var session = foreignBar.awaitSession();
      for (var time = 0; time < 2; time++) {
        session.send(new StreamMessage.Begin(request, LONG_TIMEOUT.toMillis()));
        assertThat(foreignBar.received.poll(LONG_TIMEOUT.toSeconds(), TimeUnit.SECONDS))
            .isInstanceOfSatisfying(
                StreamMessage.BeginRefused.class,
                refused ->
                    assertThat(refused.reason())
                        .startsWith("bar-manchester may not act for people of ucl"));
      }
    }
    assertThat(cluster.client.outcome(request.record().id()).outcome()).isEqualTo(Outcome.UNKNOWN);
    assertThat(cluster.client.begin(request, LONG_TIMEOUT).outcome()).isEqualTo(Outcome.COMMIT);
  }

  /**
   * A query binds the id to the record without a person, and must not bypass the check of sites.
   */
  @Test
  void aQueriedTransactionIsBegunOnlyForPeopleOfTheRequestersSite() throws Exception {
    var request = cluster.request("t.1", LONG_TIMEOUT);
    var id = request.record().id();
    var queriedAcceptor = List.of(cluster.acceptorPeer("bar-manchester", "acceptor-2"));
    try (var queryClient = new HarcClient("bar-manchester", queriedAcceptor, List.of());
        var foreignBar = new StreamClient("bar-manchester");
        var bar = new StreamClient("bar-ucl")) {
      assertThat(queryClient.outcome(request.record()).outcome()).isEqualTo(Outcome.UNDECIDED);
      var transactions = cluster.running("acceptor-1").transactions();
      Await.until(() -> assertThat(transactions.isKnown(id)).isTrue());
      var session = foreignBar.awaitSession();
      for (var time = 0; time < 2; time++) {
        session.send(new StreamMessage.Begin(request, LONG_TIMEOUT.toMillis()));
        assertThat(foreignBar.received.poll(LONG_TIMEOUT.toSeconds(), TimeUnit.SECONDS))
            .isInstanceOf(StreamMessage.BeginRefused.class);
      }
      assertThat(transactions.isBegun(id)).isFalse();
      bar.awaitSession().send(new StreamMessage.Begin(request, LONG_TIMEOUT.toMillis()));
      assertThat(bar.received.poll(LONG_TIMEOUT.toSeconds(), TimeUnit.SECONDS))
          .isInstanceOfSatisfying(
              StreamMessage.OutcomeReply.class,
              answer -> assertThat(answer.report().outcome()).isEqualTo(Outcome.COMMIT));
    }
  }

  @Test
  void aClientWithStreamsTriesAnotherAcceptorWhenOneCrashes() throws Exception {
    var peers = cluster.streamingPeers("bar-ucl");
    try (var client = new HarcClient("bar-ucl", peers, List.of())) {
      for (var n = 1; n <= 5; n++) {
        assertThat(client.begin(cluster.request("t." + n, LONG_TIMEOUT), LONG_TIMEOUT).outcome())
            .isEqualTo(Outcome.COMMIT);
      }
      cluster.kill("acceptor-1");
      assertThat(client.begin(cluster.request("t.6", LONG_TIMEOUT), LONG_TIMEOUT).outcome())
          .isEqualTo(Outcome.COMMIT);
    }
  }

  @Test
  void peersMaySendInTheirOwnNameOnlyAndOnlyClientsBegin() throws Exception {
    var request = cluster.request("t.1", LONG_TIMEOUT);
    var record = request.record();
    var id = record.id();
    try (var rm = new StreamClient("rm-newton");
        var otherAcceptor = new StreamClient("acceptor-2");
        var bar = new StreamClient("bar-ucl")) {
      var voter = rm.awaitSession();
      voter.send(new StreamMessage.Begin(request, 1000));
      impersonationsByResourceManager(record)
          .forEach(message -> voter.send(new StreamMessage.ProtocolMessage(message)));
      var acceptor = otherAcceptor.awaitSession();
      impersonationsByAcceptor(record)
          .forEach(message -> acceptor.send(new StreamMessage.ProtocolMessage(message)));
      acceptor.send(new StreamMessage.Begin(request, 1000));
      acceptor.send(new StreamMessage.OutcomeQuery(record));
      var client = bar.awaitSession();
      client.send(new StreamMessage.ProtocolMessage(new Message.Enlist(record, "bar-ucl")));
      client.send(new StreamMessage.OutcomeQuery(record));
      client.send(new StreamMessage.DecisionAck(id));
      var overlongRequest = cluster.request("t.4", Duration.ofDays(36_500));
      voter.send(new StreamMessage.ProtocolMessage(phase2aOf("rm-newton", overlongRequest)));
      // The last message of each is allowed; its effect shows that the ones before were handled.
      voter.send(
          new StreamMessage.ProtocolMessage(
              phase2aOf("rm-newton", cluster.request("t.2", LONG_TIMEOUT))));
      client.send(new StreamMessage.Begin(cluster.request("t.3", LONG_TIMEOUT), 500));
      assertThat(bar.received.poll(LONG_TIMEOUT.toSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(StreamMessage.OutcomeReply.class);
      Await.until(() ->
          assertThat(
                  cluster
                      .client
                      .outcome(cluster.request("t.2", LONG_TIMEOUT).record().id())
                      .outcome())
              .isEqualTo(Outcome.UNDECIDED));
      for (var unknownId : List.of(id, overlongRequest.record().id())) {
        assertThat(cluster.client.outcome(unknownId).outcome()).isEqualTo(Outcome.UNKNOWN);
      }
    }
  }

  private static List<Message> impersonationsByResourceManager(TransactionRecord record) {
    var ownVotes = Map.of("rm-newton", Vote.prepared(""));
    var votesOfOthers = Map.of("rm-network", Vote.prepared(""));
    return List.of(
        new Message.Phase2a(record, Ballot.ZERO, votesOfOthers, "acceptor-1"),
        new Message.Phase2a(record, new Ballot(1), ownVotes, "acceptor-1"),
        new Message.Phase2b(record, "rm-newton", Map.of()),
        new Message.Acknowledged(record, Decision.COMMIT),
        new Message.Learn(record, "rm-newton"));
  }

  private static List<Message> impersonationsByAcceptor(TransactionRecord record) {
    var firstOfAnother = new Ballot(1);
    var votes = Map.of("rm-newton", Vote.prepared(""));
    return List.of(
        new Message.Learn(record, "acceptor-3"),
        new Message.Enlist(record, "acceptor-3"),
        new Message.Enlisted(record, "acceptor-3", "acceptor-1", true),
        new Message.Phase1a(record, firstOfAnother, "acceptor-2"),
        new Message.Phase1b(record, firstOfAnother, "acceptor-3", Map.of()),
        new Message.Phase2a(record, firstOfAnother, votes, "acceptor-2"),
        new Message.Phase2a(record, Ballot.ZERO, votes, "acceptor-2"),
        new Message.Phase2b(record, "acceptor-3", Map.of()),
        new Message.Outbid(record, firstOfAnother, "acceptor-3"));
  }

  /** A query binds the id to its record. */
  @Test
  void aResourceManagerAsksForTheOutcomeOfItsOwnTransactionsOnly() throws Exception {
    var own = cluster.request("t.1", LONG_TIMEOUT).record();
    var foreign =
        new TransactionRecord(
            new TransactionId("t.2"),
            List.of("rm-network"),
            own.acceptors(),
            own.digest(),
            own.voteBy(),
            own.epoch());
    var overlong = cluster.request("t.3", Duration.ofDays(36_500)).record();
    try (var rm = new StreamClient("rm-newton")) {
      var voter = rm.awaitSession();
      voter.send(new StreamMessage.OutcomeQuery(foreign));
      for (var time = 0; time < 2; time++) {
        voter.send(new StreamMessage.OutcomeQuery(overlong));
        voter.send(new StreamMessage.OutcomeQuery(own));
        var outcomes = new HashMap<String, Outcome>();
        while (outcomes.size() < 2) {
          if (rm.received.poll(LONG_TIMEOUT.toSeconds(), TimeUnit.SECONDS)
              instanceof StreamMessage.OutcomeReply(var fingerprint, var report)) {
            outcomes.put(fingerprint, report.outcome());
          }
        }
        assertThat(outcomes)
            .containsOnly(
                Map.entry(overlong.fingerprint(), Outcome.UNKNOWN),
                Map.entry(own.fingerprint(), Outcome.UNDECIDED));
      }
    }
    var transactions = cluster.running("acceptor-1").transactions();
    assertThat(transactions.isKnown(own.id())).isTrue();
    assertThat(transactions.isKnown(foreign.id())).isFalse();
    assertThat(transactions.isKnown(overlong.id())).isFalse();
  }

  private static Message.Phase2a phase2aOf(String voter, TransactionRequest request) {
    return new Message.Phase2a(
        request.record(), Ballot.ZERO, Map.of(voter, Vote.prepared("")), "acceptor-1");
  }

  @Test
  void rejectsPeersWithoutRolesAndUnknownPeers() throws Exception {
    try (var bystander = new StreamClient("bystander");
        var unknownPeer = new StreamClient("mallory");
        var bar = new StreamClient("bar-ucl")) {
      bar.awaitSession();
      assertThat(bystander.opened.poll(2, TimeUnit.SECONDS)).isNull();
      assertThat(unknownPeer.connection.isOpen()).isFalse();
    }
  }
}
