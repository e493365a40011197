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
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Member;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.stream.Ear;
import org.touchpaper.harc.stream.Session;
import org.touchpaper.harc.stream.StreamPeer;
import org.touchpaper.harc.stream.Streams;
import org.touchpaper.harc.stream.Word;

class StreamTransportTest {
  private static final int PATIENCE_SECONDS = 60;

  @TempDir Path data;

  private final LinkedBlockingQueue<Session> opened = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<Word> heard = new LinkedBlockingQueue<>();
  private final Ear listening =
      new Ear() {
        @Override
        public void opened(Session session) {
          opened.add(session);
        }

        @Override
        public void hear(Session from, Word word) {
          heard.add(word);
        }
      };

  /** Whoever begins goes on with another, and need not wait until this one seems to hang. */
  @Test
  void whoCannotVoteSaysAtOnceThatItKnowsNothing() throws Exception {
    Journal.initialise(data, "a1", 1);
    var journal = Journal.open(data, "a1", Failpoints.UNWATCHED, InstantSource.system());
    var bar = new Peers.Peer("bar", null, "s3cret", Set.of(Peers.Role.REQUESTER));
    var self = new Member.Self("a1", 1, Timing.DEFAULT);
    try (var streams = new Streams("a1");
        var calling = new Streams("bar");
        var loop =
            new AcceptorLoop(
                self,
                journal,
                Clock.systemUTC(),
                (_, _) -> {},
                Duration.ofHours(1),
                Failpoints.UNWATCHED,
                streams.thread())) {
      var known = new ArrayList<>(List.of(bar));
      for (var other : List.of("a2", "a3")) {
        known.add(new Peers.Peer(other, null, "s3cret", Set.of(Peers.Role.ACCEPTOR)));
      }
      known.add(new Peers.Peer("rm1", null, "s3cret", Set.of(Peers.Role.RM)));
      var admission = new Admission(self, new Peers(known), Duration.ofHours(1));
      var transport = new StreamTransport(streams, admission, loop);
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      var port = transport.listen(address);
      loop.start();
      journal.close(); // as if its disk had gone
      calling.line(new StreamPeer("a1", "127.0.0.1", port, "s3cret"), listening);
      var session = Objects.requireNonNull(opened.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
      for (var time = 0; time < 2; time++) {
        var request = request("t." + time);
        session.say(new Word.Begin(request, PATIENCE_SECONDS * 1000L));
        assertThat(heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS))
            .isEqualTo(
                new Word.Answer(
                    request.record().fingerprint(), Knowledge.of(Knowledge.Outcome.UNKNOWN)));
      }
    }
  }

  private static Request request(String id) {
    return Request.of(
        new TransactionId(id),
        List.of("a1", "a2", "a3"),
        1,
        Clock.systemUTC().instant().plus(Duration.ofMinutes(5)),
        new Caller("ada", "ucl", List.of(), "scientist", "c"),
        List.of(new Actions("rm1", "<x/>")));
  }
}
