package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.acceptor.journal.Failpoints;
import org.touchpaper.harc.acceptor.journal.UnusableJournalException;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.journal.JournalPosition;
import org.touchpaper.harc.transport.PeerConnection;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.StreamSession;
import org.touchpaper.harc.transport.StreamSessionListener;
import org.touchpaper.harc.transport.message.JournalIdentity;
import org.touchpaper.harc.transport.message.StreamMessage;

/**
 * An acceptor whose disk has failed, as a peer sees it. A leader assumes that acceptors with open
 * streams are alive, so one that stops voting closes its streams. The test acts as acceptor-1 and
 * observes acceptor-2.
 */
class AcceptorDisconnectTest extends AcceptorClusterFixture {
  private static final int TIMEOUT_SECONDS = 60;
  private static final JournalIdentity OWN_IDENTITY = new JournalIdentity(1, "ours");

  private final RecordingSessionListener outbound = new RecordingSessionListener();
  private final RecordingSessionListener inbound = new RecordingSessionListener();

  /** Connection attempts that reached the handshake. */
  private final AtomicInteger connectAttempts = new AtomicInteger();

  private volatile boolean hasDiskFailed;

  @SuppressWarnings("NullAway.Init") // set before each test
  private PeerStreams ownStreams;

  @BeforeEach
  void start() throws IOException {
    cluster.start(
        "acceptor-2",
        (kind, _, _) -> {
          if (kind == Failpoints.Kind.WRITING && hasDiskFailed) {
            throw new UnusableJournalException("disk failure");
          }
        });
    ownStreams = PeerStreams.of("acceptor-1", OWN_IDENTITY, _ -> countAttempt(), null);
  }

  private JournalPosition countAttempt() {
    connectAttempts.incrementAndGet();
    return JournalPosition.NONE;
  }

  @AfterEach
  void stop() {
    ownStreams.close();
  }

  @Test
  void anAcceptorThatCannotWriteClosesItsStreamsToAcceptorsAndRejectsNewOnes() throws Exception {
    try (var listening =
            PeerStreams.of("acceptor-1", OWN_IDENTITY, _ -> JournalPosition.NONE, null);
        var client = new PeerStreams("bar-ucl")) {
      var port = cluster.streamPortOf("acceptor-1");
      var secret = cluster.streamPeer("acceptor-1", "acceptor-2").secret();
      listening.listen(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
          _ -> Optional.of(secret),
          inbound);
      var connection = connect();
      var clientListener = new RecordingSessionListener();
      client.connect(cluster.streamPeer("bar-ucl", "acceptor-2"), clientListener);
      var inboundSession = next(inbound.opened);
      var outboundSession = next(outbound.opened);
      var clientSession = next(clientListener.opened);

      hasDiskFailed = true;
      var record = cluster.request("t.1", VOTE_BY).record();
      connection.send(
          new StreamMessage.ProtocolMessage(
              new Message.Phase1a(record, new Ballot(1), "acceptor-1")));
      assertThat(next(outbound.closed)).isEqualTo(outboundSession);
      assertThat(next(inbound.closed)).isEqualTo(inboundSession);
      assertStaysClosed(connection);

      // Clients receive UNKNOWN and try another acceptor.
      for (var time = 0; time < 2; time++) {
        var request = cluster.request("t." + time, VOTE_BY);
        assertThat(clientSession.send(new StreamMessage.Begin(request, WAIT.toMillis()))).isTrue();
        assertThat(next(clientListener.received))
            .isEqualTo(
                new StreamMessage.OutcomeReply(
                    request.record().fingerprint(),
                    TransactionOutcomeResponse.of(TransactionOutcomeResponse.Outcome.UNKNOWN)));
      }
    }
  }

  /** The write of the peer's journal identity fails after the handshake. */
  @Test
  void anAcceptorThatCannotWriteAPeersIdentityClosesTheStream() throws Exception {
    hasDiskFailed = true;
    var connection = connect();
    var only = next(outbound.opened);
    assertThat(next(outbound.closed)).isEqualTo(only);
    assertStaysClosed(connection);
  }

  private PeerConnection connect() {
    return ownStreams.connect(cluster.streamPeer("acceptor-1", "acceptor-2"), outbound);
  }

  /** Each attempt follows the end of the one before. */
  private void assertStaysClosed(PeerConnection connection) throws Exception {
    var before = connectAttempts.get();
    Await.until(() -> assertThat(connectAttempts).hasValueGreaterThan(before + 2));
    assertThat(outbound.opened).isEmpty();
    assertThat(connection.isOpen()).isFalse();
  }

  private static <T> T next(LinkedBlockingQueue<T> queue) throws InterruptedException {
    @Nullable T next = queue.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing was received in " + TIMEOUT_SECONDS + " s");
    }
    return next;
  }

  /** Records messages and events. */
  private static final class RecordingSessionListener implements StreamSessionListener {
    final LinkedBlockingQueue<StreamSession> opened = new LinkedBlockingQueue<>();
    final LinkedBlockingQueue<StreamSession> closed = new LinkedBlockingQueue<>();
    final LinkedBlockingQueue<StreamMessage> received = new LinkedBlockingQueue<>();

    @Override
    public void onOpen(StreamSession session) {
      opened.add(session);
    }

    @Override
    public void onClose(StreamSession session) {
      closed.add(session);
    }

    @Override
    public void onMessage(StreamSession from, StreamMessage message) {
      received.add(message);
    }
  }
}
