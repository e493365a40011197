package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.acceptor.access.AcceptorPeers;
import org.touchpaper.harc.acceptor.access.TransactionAdmission;
import org.touchpaper.harc.acceptor.eventloop.AcceptorEventLoop;
import org.touchpaper.harc.acceptor.journal.Failpoints;
import org.touchpaper.harc.acceptor.journal.Journal;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.acceptor.AcceptorMachine;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.StreamPeerAddress;
import org.touchpaper.harc.transport.StreamSession;
import org.touchpaper.harc.transport.StreamSessionListener;
import org.touchpaper.harc.transport.message.StreamMessage;

class StreamTransportTest {
  private static final int TIMEOUT_SECONDS = 60;

  @TempDir Path data;

  private final LinkedBlockingQueue<StreamSession> opened = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<StreamMessage> received = new LinkedBlockingQueue<>();
  private final StreamSessionListener listener =
      new StreamSessionListener() {
        @Override
        public void onOpen(StreamSession session) {
          opened.add(session);
        }

        @Override
        public void onMessage(StreamSession from, StreamMessage message) {
          received.add(message);
        }
      };

  /** So that clients try another acceptor at once. */
  @Test
  void anAcceptorThatCannotVoteReturnsUnknownAtOnce() throws Exception {
    Journal.initialise(data, "a1", 1);
    var journal = Journal.open(data, "a1", Failpoints.NONE, InstantSource.system());
    var bar = new AcceptorPeers.Peer("bar", "s3cret", AcceptorPeers.Role.REQUESTER);
    var self = new AcceptorMachine.Identity("a1", 1, ProtocolTimeouts.DEFAULT);
    try (var streams = new PeerStreams("a1");
        var clientStreams = new PeerStreams("bar");
        var loop =
            new AcceptorEventLoop(
                self,
                journal,
                Clock.systemUTC(),
                (_, _) -> {},
                Duration.ofHours(1),
                Failpoints.NONE,
                streams.eventLoop())) {
      var peers = new ArrayList<>(List.of(bar));
      for (var acceptor : List.of("a2", "a3")) {
        peers.add(new AcceptorPeers.Peer(acceptor, "s3cret", AcceptorPeers.Role.ACCEPTOR));
      }
      peers.add(new AcceptorPeers.Peer("rm1", "s3cret", AcceptorPeers.Role.RM));
      var admission = new TransactionAdmission(self, new AcceptorPeers(peers), Duration.ofHours(1));
      var transport = new StreamTransport(streams, Failpoints.NONE);
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      var port = transport.open(address, admission, loop);
      loop.start();
      journal.close(); // as after a disk failure
      clientStreams.connect(new StreamPeerAddress("a1", "127.0.0.1", port, "s3cret"), listener);
      var session = Objects.requireNonNull(opened.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS));
      for (var time = 0; time < 2; time++) {
        var request = request("t." + time);
        session.send(new StreamMessage.Begin(request, TIMEOUT_SECONDS * 1000L));
        assertThat(received.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS))
            .isEqualTo(
                new StreamMessage.OutcomeReply(
                    request.record().fingerprint(),
                    TransactionOutcomeResponse.of(TransactionOutcomeResponse.Outcome.UNKNOWN)));
      }
    }
  }

  private static TransactionRequest request(String id) {
    return TransactionRequest.of(
        new TransactionId(id),
        List.of("a1", "a2", "a3"),
        1,
        Clock.systemUTC().instant().plus(Duration.ofMinutes(5)),
        new RequestingUser("ada", "ucl", List.of(), "scientist", "c"),
        List.of(new ResourceManagerActions("rm1", "<x/>")));
  }
}
