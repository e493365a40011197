package org.touchpaper.harc.rm.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.Message.Phase2a;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.voting.ManualVoter;
import org.touchpaper.harc.rm.voting.StubScheduler;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.StreamSession;
import org.touchpaper.harc.transport.StreamSessionListener;
import org.touchpaper.harc.transport.message.StreamMessage;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.platform.time.SettableClock;

/**
 * Which votes are batched and which are sent at once. A busy machine delays any single one, so many
 * are sent, or until one is fast.
 */
@Timeout(300)
class StreamAcceptorClientsTest {
  private static final List<String> NAMES = List.of("a1", "a2", "a3");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** How long a batched message waits on a stream. */
  private static final Duration BATCH_DELAY = Duration.ofMillis(20);

  private static final int ROUND_TRIPS = 11;

  private final Map<String, PeerStreams> acceptors = new HashMap<>();
  private final LinkedBlockingQueue<ReceivedVote> receivedVotes = new LinkedBlockingQueue<>();

  /**
   * Signals that a message has reached the resource manager, which then has that stream and may
   * send.
   */
  private final Semaphore connected = new Semaphore(0);

  @SuppressWarnings("NullAway.Init") // set before each test
  private StreamAcceptorClients acceptorClients;

  private int number;

  /** A vote, and when it arrived. */
  private record ReceivedVote(TransactionId id, long receivedAt) {}

  @BeforeEach
  void open() throws Exception {
    var peers = new ArrayList<Peer>();
    for (var name : NAMES) {
      var stream = "127.0.0.1:" + listen(name);
      peers.add(new Peer(name, null, stream, "s3cret", Set.of(PeerRole.ACCEPTOR), Set.of()));
    }
    acceptorClients =
        new StreamAcceptorClients(
            new PeerRegistry("rm", peers),
            OutgoingPeerCallInterceptor.PASS_THROUGH,
            new PeerStreams("rm"));
    acceptorClients.open(
        unusedVoter().voter(),
        task -> {
          connected.release();
          task.run();
        });
    assertThat(connected.tryAcquire(NAMES.size(), TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private int listen(String name) throws IOException {
    var own = new PeerStreams(name);
    acceptors.put(name, own);
    return own.listen(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        _ -> Optional.of("s3cret"),
        new VoteReceiver(name));
  }

  /** No received message is passed on to it, so it needs no database. */
  private static ManualVoter unusedVoter() {
    return new ManualVoter(
        new DriverManagerDataSource(),
        new StubScheduler(),
        (_, _) -> {},
        SettableClock.at(TestRequests.NINE_O_CLOCK));
  }

  @AfterEach
  void close() {
    acceptorClients.close();
    acceptors.values().forEach(PeerStreams::close);
  }

  @Test
  void aDeferrableVoteWaitsWhileAllStreamsAreOpen() throws Exception {
    var waited = 0;
    for (var time = 0; time < ROUND_TRIPS; time++) {
      waited += latency(true).compareTo(BATCH_DELAY) >= 0 ? 1 : 0;
    }
    // One may be sent with a ping, which an idle peer sends after a second.
    assertThat(waited).as("of %s", ROUND_TRIPS).isGreaterThan(ROUND_TRIPS / 2);
  }

  @Test
  void anUrgentVoteIsSentAtOnce() throws Exception {
    awaitLatency(false, latency -> latency.compareTo(BATCH_DELAY) < 0);
  }

  /** It may belong to a bare majority. */
  @Test
  void noVoteWaitsWhileAnAcceptorIsUnreachable() throws Exception {
    removeAcceptor("a3").close();
    awaitLatency(true, latency -> latency.compareTo(BATCH_DELAY) < 0);
  }

  @Test
  void asksAcceptorsUntilOneKnowsTheDecision() {
    assertThat(acceptorClients.queryOutcome(record("t.1"))).contains(Decision.COMMIT);
    assertThat(acceptorClients.queryOutcome(record("t.2"))).isEmpty();
  }

  @Test
  void needsTheStreamOfEachAcceptor() {
    var peer = new Peer("a1", null, null, "s3cret", Set.of(PeerRole.ACCEPTOR), Set.of());
    var registry = new PeerRegistry("rm", List.of(peer));
    try (var own = new PeerStreams("rm")) {
      assertThatThrownBy(() ->
              new StreamAcceptorClients(registry, OutgoingPeerCallInterceptor.PASS_THROUGH, own))
          .hasMessageContaining("touchpaper.peers.a1.stream is missing");
    }
  }

  private void awaitLatency(boolean mayBatch, Predicate<Duration> expected) throws Exception {
    var end = System.nanoTime() + TIMEOUT.toNanos();
    var latency = latency(mayBatch);
    while (!expected.test(latency) && System.nanoTime() < end) {
      latency = latency(mayBatch);
    }
    assertThat(latency).matches(expected);
  }

  /** The time until a vote reaches an acceptor that is up. */
  private Duration latency(boolean mayBatch) throws Exception {
    var vote = vote();
    var sentAt = System.nanoTime();
    acceptorClients.sendVote("a2", vote, mayBatch);
    while (true) {
      @Nullable ReceivedVote received = receivedVotes.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      if (received == null) {
        throw new AssertionError("no vote came");
      }
      if (received.id().equals(vote.record().id())) {
        return Duration.ofNanos(received.receivedAt() - sentAt);
      }
    }
  }

  private PeerStreams removeAcceptor(String name) {
    return Optional.ofNullable(acceptors.remove(name)).orElseThrow();
  }

  private Phase2a vote() {
    var record = record("t." + ++number);
    return new Phase2a(record, Ballot.ZERO, Map.of("rm", Vote.prepared("held")), "a1");
  }

  private static TransactionRecord record(String id) {
    var voteBy = Instant.parse("2026-12-01T20:59:50Z");
    return new TransactionRecord(new TransactionId(id), List.of("rm"), NAMES, "d1e5", voteBy, 1);
  }

  /** Accepts connections and stores the votes. */
  private final class VoteReceiver implements StreamSessionListener {
    private final String name;

    VoteReceiver(String name) {
      this.name = name;
    }

    @Override
    public void onOpen(StreamSession session) {
      session.send(
          new StreamMessage.ProtocolMessage(new Message.Decide(record("t.0"), Decision.ABORT)));
    }

    @Override
    public void onMessage(StreamSession session, StreamMessage message) {
      if (message instanceof StreamMessage.ProtocolMessage(Phase2a vote)) {
        receivedVotes.add(new ReceivedVote(vote.record().id(), System.nanoTime()));
      } else if (message instanceof StreamMessage.OutcomeQuery(var record)) {
        var knows = name.equals("a2") && record.id().value().equals("t.1");
        var outcome =
            knows
                ? TransactionOutcomeResponse.Outcome.COMMIT
                : TransactionOutcomeResponse.Outcome.UNDECIDED;
        session.send(
            new StreamMessage.OutcomeReply(
                record.fingerprint(), TransactionOutcomeResponse.of(outcome)));
      }
    }
  }
}
