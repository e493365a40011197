package org.touchpaper.harc.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.touchpaper.harc.transport.RecordingListener.next;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollSocketChannel;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.protocol.AcceptedVote;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.OperatorOverride;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.journal.JournalPosition;
import org.touchpaper.harc.transport.message.FrameEncoder;
import org.touchpaper.harc.transport.message.JournalIdentity;
import org.touchpaper.harc.transport.message.StreamMessage;

@Timeout(300)
class PeerStreamsTest extends PeerStreamsFixture {
  private static final TransactionRecord RECORD =
      new TransactionRecord(
          new TransactionId("0192.1"),
          List.of("rm-1", "rm-2"),
          List.of("a1", "a2", "a3"),
          "d1e5",
          Instant.parse("2026-12-01T20:59:50.123456789Z"),
          3);
  private static final Map<String, AcceptedVote> ACCEPTED =
      Map.of(
          "rm-1",
          new AcceptedVote(Ballot.ZERO, Vote.prepared("<held by=\"newton\"/>")),
          "rm-2",
          new AcceptedVote(new Ballot(0xFFFF_FFFFL), Vote.aborted("")));

  private static final Map<String, Vote> VOTES = Map.of("rm-1", Vote.aborted("full, \u2728"));

  static List<Message> messages() {
    return List.of(
        new Message.Enlist(RECORD, "a1"),
        new Message.Enlisted(RECORD, "a2", "a1", true),
        new Message.Enlisted(RECORD, "a2", "a3", false),
        new Message.Learn(RECORD, "a1"),
        new Message.Phase1a(RECORD, new Ballot(7), "a1"),
        new Message.Phase1b(RECORD, new Ballot(7), "a2", ACCEPTED),
        new Message.Phase2a(RECORD, Ballot.ZERO, VOTES, "a1"),
        new Message.Phase2b(RECORD, "a2", ACCEPTED),
        new Message.Outbid(RECORD, new Ballot(8), "a2"),
        new Message.Decided(RECORD, Decision.ABORT, VOTES),
        new Message.Forced(
            RECORD,
            Decision.COMMIT,
            VOTES,
            new OperatorOverride("ada", "two sites burnt", Instant.EPOCH)),
        new Message.Acknowledged(RECORD, Decision.ABORT),
        new Message.Acknowledged(RECORD, Decision.COMMIT),
        new Message.Prepare(
            RECORD,
            new RequestingUser("Ada Bär", "ucl", List.of("spice", "ngs"), "scientist", "c-1"),
            new ResourceManagerActions("rm-1", "<Make/>\n"),
            "a1"),
        new Message.Decide(RECORD, Decision.COMMIT));
  }

  /** Waits until two connection attempts have been rejected. */
  private static void assertRejected(PeerConnection connection) {
    var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (connection.disconnectCount() < 2 && System.nanoTime() < end) {
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(connection.disconnectCount()).isGreaterThanOrEqualTo(2);
    assertThat(connection.isOpen()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("messages")
  void deliversEveryMessageUnchanged(Message message) throws Exception {
    var port = listen(streams("a2"), 0);
    var connection = streams("a1").connect(peer("a2", port, "s3cret"), clientListener);
    var serverSession = next(serverListener.opened);
    next(clientListener.opened);
    assertThat(serverSession.peer()).isEqualTo("a1");
    var streamMessage = new StreamMessage.ProtocolMessage(message);
    for (var time = 0; time < 2; time++) {
      assertThat(connection.send(streamMessage)).isTrue();
      assertThat(next(serverListener.received)).isEqualTo(streamMessage);
      assertThat(serverSession.send(streamMessage)).isTrue();
      assertThat(next(clientListener.received)).isEqualTo(streamMessage);
    }
  }

  @Test
  void deliversABeginAndItsReply() throws Exception {
    var port = listen(streams("a2"), 0);
    var connection = streams("a1").connect(peer("a2", port, "s3cret"), clientListener);
    var serverSession = next(serverListener.opened);
    next(clientListener.opened);
    var caller = new RequestingUser("ada", "ucl", List.of(), "scientist", "c-1");
    var actions =
        List.of(
            new ResourceManagerActions("rm-1", "<Make/>"), new ResourceManagerActions("rm-2", ""));
    var request =
        TransactionRequest.of(RECORD.id(), RECORD.acceptors(), 1, RECORD.voteBy(), caller, actions);
    var begin = new StreamMessage.Begin(request, 9000);
    var answer =
        new StreamMessage.OutcomeReply(
            RECORD.fingerprint(), TransactionOutcomeResponse.of(Decision.ABORT, VOTES));
    for (var time = 0; time < 2; time++) {
      connection.send(begin);
      assertThat(next(serverListener.received)).isEqualTo(begin);
      for (var message :
          List.of(answer, new StreamMessage.BeginRefused(RECORD.fingerprint(), "no, \u2728"))) {
        serverSession.send(message);
        assertThat(next(clientListener.received)).isEqualTo(message);
      }
    }
  }

  @Test
  void usesEpollWhereItIsAvailable() {
    assumeThat(Epoll.isAvailable()).as("Netty can load its epoll library on this host").isTrue();
    assertThat(NettyChannelTypes.fastestAvailable().clientChannelType())
        .isEqualTo(EpollSocketChannel.class);
  }

  static List<NettyChannelTypes> transports() {
    return List.of(NettyChannelTypes.fastestAvailable(), NettyChannelTypes.nio());
  }

  @ParameterizedTest
  @MethodSource("transports")
  void reportsTheAddressThatIsInUse(NettyChannelTypes transport) throws Exception {
    var port = listen(streams("a2"), 0);
    var second = streams("a3", transport);
    for (var time = 0; time < 2; time++) {
      assertThatThrownBy(() -> listen(second, port))
          .isInstanceOf(BindException.class)
          .hasMessageContaining("127.0.0.1:" + port, "in use");
    }
  }

  /** NIO and epoll work together. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void usesNioWhereThereIsNoEpoll(boolean listens) throws Exception {
    var selecting = streams(listens ? "a2" : "a1", NettyChannelTypes.nio());
    var port = listen(listens ? selecting : streams("a2"), 0);
    var calling = listens ? streams("a1") : selecting;
    var connection = calling.connect(peer("a2", port, "s3cret"), clientListener);
    var serverSession = next(serverListener.opened);
    next(clientListener.opened);
    var message = new StreamMessage.DecisionAck(RECORD.id());
    for (var time = 0; time < 2; time++) {
      connection.send(message);
      assertThat(next(serverListener.received)).isEqualTo(message);
      serverSession.send(message);
      assertThat(next(clientListener.received)).isEqualTo(message);
    }
  }

  @Test
  void keepsTheOrderOfAThousandMessagesSentAtOnce() throws Exception {
    var port = listen(streams("a2"), 0);
    var connection = streams("a1").connect(peer("a2", port, "s3cret"), clientListener);
    next(clientListener.opened);
    for (var n = 0; n < 1000; n++) {
      var message = new StreamMessage.DecisionAck(new TransactionId("t." + n));
      while (!connection.send(message)) { // the send buffer is full: retry
        Thread.onSpinWait();
      }
    }
    for (var n = 0; n < 1000; n++) {
      assertThat(next(serverListener.received))
          .isEqualTo(new StreamMessage.DecisionAck(new TransactionId("t." + n)));
    }
  }

  @Test
  void dropsAnOverlongMessageAndKeepsTheStream() throws Exception {
    var port = listen(streams("a2"), 0);
    var connection = streams("a1").connect(peer("a2", port, "s3cret"), clientListener);
    next(clientListener.opened);
    for (var time = 0; time < 2; time++) {
      var votes = Map.of("rm-1", Vote.prepared("x".repeat(FrameEncoder.MAX_FRAME_BYTES)));
      var before = new StreamMessage.DecisionAck(new TransactionId("before." + time));
      var after = new StreamMessage.DecisionAck(new TransactionId("after." + time));
      connection.send(before);
      connection.send(
          new StreamMessage.ProtocolMessage(new Message.Decided(RECORD, Decision.COMMIT, votes)));
      connection.send(after);
      assertThat(next(serverListener.received)).isEqualTo(before);
      assertThat(next(serverListener.received)).isEqualTo(after);
    }
    assertThat(clientListener.closed).isEmpty();
  }

  @Test
  void rejectsUnknownPeersAndWrongSecrets() throws Exception {
    var port = listen(streams("a2"), 0);
    var unknown = streams("mallory").connect(peer("a2", port, "s3cret"), clientListener);
    var wrong = streams("a1").connect(peer("a2", port, "guessed"), clientListener);
    assertRejected(unknown);
    assertRejected(wrong);
    assertThat(unknown.send(new StreamMessage.Ping())).isFalse();
    streams("a1").connect(peer("a2", port, "s3cret"), new RecordingListener());
    assertThat(next(serverListener.opened).peer()).isEqualTo("a1");
    assertThat(serverListener.opened).isEmpty();
    assertThat(clientListener.opened).isEmpty();
  }

  @Test
  void rejectsAServerThatDoesNotKnowTheSecret() throws Exception {
    var impostor = streams("a2");
    var port =
        impostor.listen(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            _ -> Optional.of("guessed"),
            serverListener);
    var connection = streams("a1").connect(peer("a2", port, "s3cret"), clientListener);
    assertRejected(connection);
    assertThat(clientListener.opened).isEmpty();
    assertThat(serverListener.opened).isEmpty();
  }

  @Test
  void rejectsAServerWithAnotherName() throws Exception {
    var port = listen(streams("a3"), 0);
    var connection = streams("a1").connect(peer("a2", port, "s3cret"), clientListener);
    assertRejected(connection);
    streams("a1").connect(peer("a3", port, "s3cret"), new RecordingListener());
    next(serverListener.opened);
    assertThat(clientListener.opened).isEmpty();
  }

  @Test
  void exchangesJournalIdentitiesAndOpensNoSessionAfterAnObjection() throws Exception {
    var first = new JournalIdentity(1, "first");
    var second = new JournalIdentity(1, "second");
    serverListener.objections.put("a1 " + second, "it lost its journal");
    var listener =
        PeerStreams.of(
            "a2",
            new JournalIdentity(1, "listener"),
            peer -> new JournalPosition(peer + "-incarnation", 7),
            null);
    openStreams.add(listener);
    var port = listen(listener, 0);
    var firstStreams = PeerStreams.of("a1", first, _ -> JournalPosition.NONE, null);
    openStreams.add(firstStreams);
    firstStreams.connect(peer("a2", port, "s3cret"), clientListener);
    next(serverListener.opened);
    next(clientListener.opened);
    assertThat(serverListener.shownIdentities).containsExactly("a1 1 first, saw nothing");
    assertThat(clientListener.shownIdentities)
        .containsExactly("a2 1 listener, saw 7 entries in incarnation a1-incarnation");
    var secondStreams = PeerStreams.of("a1", second, _ -> JournalPosition.NONE, null);
    openStreams.add(secondStreams);
    assertRejected(secondStreams.connect(peer("a2", port, "s3cret"), clientListener));
    assertThat(serverListener.opened).isEmpty();
    assertThat(clientListener.opened).isEmpty();
  }

  /** Netty's event loop alone leaves transports open about once in 2,000 times. */
  @Test
  void leavesNothingOpenWhenItIsClosed() throws Exception {
    for (var time = 0; time < 200; time++) {
      var listener = streams("a2");
      var port = listen(listener, 0);
      var caller = streams("a1");
      var connection = caller.connect(peer("a2", port, "s3cret"), clientListener);
      next(clientListener.opened);
      connection.send(new StreamMessage.Ping());
      listener.close();
      assertThat(clientListener.closed.poll(15, TimeUnit.SECONDS)).isNotNull();
      caller.close();
      openStreams.clear();
    }
  }

  @Test
  void reconnectsWhenTheServerIsBack() throws Exception {
    var first = streams("a2");
    var port = listen(first, 0);
    var connection = streams("a1").connect(peer("a2", port, "s3cret"), clientListener);
    next(clientListener.opened);
    first.close();
    next(clientListener.closed);
    assertThat(connection.send(new StreamMessage.Ping())).isFalse();
    listen(streams("a2"), port);
    next(clientListener.opened);
    var message = new StreamMessage.DecisionAck(new TransactionId("t.1"));
    assertThat(connection.send(message)).isTrue();
    assertThat(next(serverListener.received)).isEqualTo(message);
  }

  @Test
  void requiresCertificatesOfBothPeersWithMutualTls(@TempDir Path directory) throws Exception {
    var certificates = new TestCertificates(directory);
    for (var name : List.of("a1", "a2", "mallory", "unknown")) {
      certificates.create(name);
    }
    var port =
        listen(tlsStreams("a2", certificates.certificatesOf("a2", "a1", "a2", "mallory")), 0);
    // All know the secret; the comments name what each lacks.
    var plain = streams("a1").connect(peer("a2", port, "s3cret"), clientListener); // TLS
    var otherStreams =
        tlsStreams("a1", certificates.certificatesOf("mallory", "a2")); // its own certificate
    var mallory = otherStreams.connect(peer("a2", port, "s3cret"), clientListener);
    var unknown =
        tlsStreams("a1", certificates.certificatesOf("unknown", "a2")); // a trusted certificate
    var unknownConnection = unknown.connect(peer("a2", port, "s3cret"), clientListener);
    var careful =
        tlsStreams("a1", certificates.certificatesOf("a1", "mallory")); // trust in the server
    var distrustful = careful.connect(peer("a2", port, "s3cret"), clientListener);

    var connection =
        tlsStreams("a1", certificates.certificatesOf("a1", "a2"))
            .connect(peer("a2", port, "s3cret"), clientListener);
    assertThat(next(serverListener.opened).peer()).isEqualTo("a1");
    next(clientListener.opened);
    var message = new StreamMessage.DecisionAck(new TransactionId("t.1"));
    for (var time = 0; time < 2; time++) {
      assertThat(connection.send(message)).isTrue();
      assertThat(next(serverListener.received)).isEqualTo(message);
    }
    for (var rejected : List.of(plain, mallory, unknownConnection, distrustful)) {
      assertRejected(rejected);
    }
    assertThat(serverListener.opened).isEmpty();
    assertThat(Thread.getAllStackTraces().keySet())
        .as("handshakes run on a thread of their own")
        .extracting(Thread::getName)
        .contains("handshakes-a1", "handshakes-a2");
  }

  private PeerStreams tlsStreams(String name, TlsCertificatePaths certificates) throws IOException {
    var streams = PeerStreams.of(name, certificates);
    openStreams.add(streams);
    return streams;
  }
}
