package org.touchpaper.harc.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.touchpaper.harc.stream.Listening.next;

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
import org.touchpaper.harc.commit.Accepted;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Extent;
import org.touchpaper.harc.commit.Force;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Vote;

@Timeout(300)
class StreamsTest extends StreamsUnderTest {
  private static final TransactionRecord RECORD =
      new TransactionRecord(
          new TransactionId("0192.1"),
          List.of("rm-1", "rm-2"),
          List.of("a1", "a2", "a3"),
          "d1e5",
          Instant.parse("2026-12-01T20:59:50.123456789Z"),
          3);
  private static final Map<String, Accepted> ACCEPTED =
      Map.of(
          "rm-1",
          new Accepted(Ballot.ZERO, Vote.prepared("<held by=\"newton\"/>")),
          "rm-2",
          new Accepted(new Ballot(0xFFFF_FFFFL), Vote.aborted("")));

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
            RECORD, Decision.COMMIT, VOTES, new Force("ada", "two sites burnt", Instant.EPOCH)),
        new Message.Acknowledged(RECORD, Decision.ABORT),
        new Message.Acknowledged(RECORD, Decision.COMMIT),
        new Message.Prepare(
            RECORD,
            new Caller("Ada Bär", "ucl", List.of("spice", "ngs"), "scientist", "c-1"),
            new Actions("rm-1", "<Make/>\n"),
            "a1"),
        new Message.Decide(RECORD, Decision.COMMIT));
  }

  /** It has been sent away, and again. */
  private static void refused(Line line) {
    var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (line.endings() < 2 && System.nanoTime() < end) {
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(line.endings()).isGreaterThanOrEqualTo(2);
    assertThat(line.isOpen()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("messages")
  void carriesEveryMessageAsItWasSaid(Message message) throws Exception {
    var port = listen(streams("a2"), 0);
    var line = streams("a1").line(peer("a2", port, "s3cret"), atCaller);
    var there = next(atListener.opened);
    next(atCaller.opened);
    assertThat(there.peer()).isEqualTo("a1");
    var word = new Word.Said(message);
    for (var time = 0; time < 2; time++) {
      assertThat(line.say(word)).isTrue();
      assertThat(next(atListener.heard)).isEqualTo(word);
      assertThat(there.say(word)).isTrue();
      assertThat(next(atCaller.heard)).isEqualTo(word);
    }
  }

  @Test
  void carriesABeginAndItsAnswer() throws Exception {
    var port = listen(streams("a2"), 0);
    var line = streams("a1").line(peer("a2", port, "s3cret"), atCaller);
    var there = next(atListener.opened);
    next(atCaller.opened);
    var caller = new Caller("ada", "ucl", List.of(), "scientist", "c-1");
    var actions = List.of(new Actions("rm-1", "<Make/>"), new Actions("rm-2", ""));
    var request = Request.of(RECORD.id(), RECORD.acceptors(), 1, RECORD.voteBy(), caller, actions);
    var begin = new Word.Begin(request, 9000);
    var answer = new Word.Answer(RECORD.fingerprint(), Knowledge.of(Decision.ABORT, VOTES));
    for (var time = 0; time < 2; time++) {
      line.say(begin);
      assertThat(next(atListener.heard)).isEqualTo(begin);
      for (var word : List.of(answer, new Word.Refused(RECORD.fingerprint(), "no, \u2728"))) {
        there.say(word);
        assertThat(next(atCaller.heard)).isEqualTo(word);
      }
    }
  }

  @Test
  void areOfEpollWhereItCanBeHad() {
    assumeThat(Epoll.isAvailable()).as("this machine has an epoll that Netty can load").isTrue();
    assertThat(Sockets.quickest().calling()).isEqualTo(EpollSocketChannel.class);
  }

  static List<Sockets> sockets() {
    return List.of(Sockets.quickest(), Sockets.ofSelectors());
  }

  @ParameterizedTest
  @MethodSource("sockets")
  void saysWhichAddressIsTaken(Sockets sockets) throws Exception {
    var port = listen(streams("a2"), 0);
    var second = streams("a3", sockets);
    for (var time = 0; time < 2; time++) {
      assertThatThrownBy(() -> listen(second, port))
          .isInstanceOf(BindException.class)
          .hasMessageContaining("127.0.0.1:" + port, "in use");
    }
  }

  /** What is there everywhere, and what is quicker, go together. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void speaksOverSelectorsWhereThereIsNoEpoll(boolean listens) throws Exception {
    var selecting = streams(listens ? "a2" : "a1", Sockets.ofSelectors());
    var port = listen(listens ? selecting : streams("a2"), 0);
    var calling = listens ? streams("a1") : selecting;
    var line = calling.line(peer("a2", port, "s3cret"), atCaller);
    var there = next(atListener.opened);
    next(atCaller.opened);
    var word = new Word.Heard(RECORD.id());
    for (var time = 0; time < 2; time++) {
      line.say(word);
      assertThat(next(atListener.heard)).isEqualTo(word);
      there.say(word);
      assertThat(next(atCaller.heard)).isEqualTo(word);
    }
  }

  @Test
  void keepsTheOrderOfAThousandWordsSaidAtOnce() throws Exception {
    var port = listen(streams("a2"), 0);
    var line = streams("a1").line(peer("a2", port, "s3cret"), atCaller);
    next(atCaller.opened);
    for (var n = 0; n < 1000; n++) {
      var word = new Word.Heard(new TransactionId("t." + n));
      while (!line.say(word)) { // more waits than is taken at once; it is surely lost, so again
        Thread.onSpinWait();
      }
    }
    for (var n = 0; n < 1000; n++) {
      assertThat(next(atListener.heard)).isEqualTo(new Word.Heard(new TransactionId("t." + n)));
    }
  }

  @Test
  void losesWhatNobodyWouldReadAndNotTheStreamWithIt() throws Exception {
    var port = listen(streams("a2"), 0);
    var line = streams("a1").line(peer("a2", port, "s3cret"), atCaller);
    next(atCaller.opened);
    for (var time = 0; time < 2; time++) {
      var votes = Map.of("rm-1", Vote.prepared("x".repeat(FrameWriter.LONGEST)));
      var before = new Word.Heard(new TransactionId("before." + time));
      var after = new Word.Heard(new TransactionId("after." + time));
      line.say(before);
      line.say(new Word.Said(new Message.Decided(RECORD, Decision.COMMIT, votes)));
      line.say(after);
      assertThat(next(atListener.heard)).isEqualTo(before);
      assertThat(next(atListener.heard)).isEqualTo(after);
    }
    assertThat(atCaller.closed).isEmpty();
  }

  @Test
  void letsInNobodyWhoIsUnknownOrHasAWrongSecret() throws Exception {
    var port = listen(streams("a2"), 0);
    var unknown = streams("mallory").line(peer("a2", port, "s3cret"), atCaller);
    var wrong = streams("a1").line(peer("a2", port, "guessed"), atCaller);
    refused(unknown);
    refused(wrong);
    assertThat(unknown.say(new Word.Ping())).isFalse();
    streams("a1").line(peer("a2", port, "s3cret"), new Listening());
    assertThat(next(atListener.opened).peer()).isEqualTo("a1");
    assertThat(atListener.opened).isEmpty();
    assertThat(atCaller.opened).isEmpty();
  }

  @Test
  void doesNotSpeakToOneThatDoesNotKnowTheSecret() throws Exception {
    var impostor = streams("a2");
    var port =
        impostor.listen(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            _ -> Optional.of("guessed"),
            atListener);
    var line = streams("a1").line(peer("a2", port, "s3cret"), atCaller);
    refused(line);
    assertThat(atCaller.opened).isEmpty();
    assertThat(atListener.opened).isEmpty();
  }

  @Test
  void doesNotTakeOneForAnother() throws Exception {
    var port = listen(streams("a3"), 0);
    var line = streams("a1").line(peer("a2", port, "s3cret"), atCaller);
    refused(line);
    streams("a1").line(peer("a3", port, "s3cret"), new Listening());
    next(atListener.opened);
    assertThat(atCaller.opened).isEmpty();
  }

  @Test
  void tellsWhichMemoryItSpeaksFromAndWhoObjectsOpensNothing() throws Exception {
    var first = new Incarnation(1, "first");
    var second = new Incarnation(1, "second");
    atListener.objections.put("a1 " + second, "it has forgotten");
    var listener =
        Streams.of(
            "a2", new Incarnation(1, "listener"), peer -> new Extent(peer + "-life", 7), null);
    all.add(listener);
    var port = listen(listener, 0);
    var one = Streams.of("a1", first, _ -> Extent.NONE, null);
    all.add(one);
    one.line(peer("a2", port, "s3cret"), atCaller);
    next(atListener.opened);
    next(atCaller.opened);
    assertThat(atListener.shown).containsExactly("a1 1 first, saw nothing");
    assertThat(atCaller.shown).containsExactly("a2 1 listener, saw 7 entries in life a1-life");
    var another = Streams.of("a1", second, _ -> Extent.NONE, null);
    all.add(another);
    refused(another.line(peer("a2", port, "s3cret"), atCaller));
    assertThat(atListener.opened).isEmpty();
    assertThat(atCaller.opened).isEmpty();
  }

  /** Netty's loop alone left sockets open once in 2,000 times; silence is noticed after 20 s. */
  @Test
  void leavesNothingOpenWhenItIsClosed() throws Exception {
    for (var time = 0; time < 200; time++) {
      var listener = streams("a2");
      var port = listen(listener, 0);
      var caller = streams("a1");
      var line = caller.line(peer("a2", port, "s3cret"), atCaller);
      next(atCaller.opened);
      line.say(new Word.Ping());
      listener.close();
      assertThat(atCaller.closed.poll(15, TimeUnit.SECONDS)).isNotNull();
      caller.close();
      all.clear();
    }
  }

  @Test
  void comesBackWhenTheListenerDoes() throws Exception {
    var first = streams("a2");
    var port = listen(first, 0);
    var line = streams("a1").line(peer("a2", port, "s3cret"), atCaller);
    next(atCaller.opened);
    first.close();
    next(atCaller.closed);
    assertThat(line.say(new Word.Ping())).isFalse();
    listen(streams("a2"), port);
    next(atCaller.opened);
    var word = new Word.Heard(new TransactionId("t.1"));
    assertThat(line.say(word)).isTrue();
    assertThat(next(atListener.heard)).isEqualTo(word);
  }

  @Test
  void provesWhoIsWhoByCertificatesWhereTheyAreAskedFor(@TempDir Path directory) throws Exception {
    var made = new MadeCertificates(directory);
    for (var name : List.of("a1", "a2", "mallory", "stranger")) {
      made.make(name);
    }
    var port = listen(secured("a2", made.of("a2", "a1", "a2", "mallory")), 0);
    // Each knows the secret; what they lack is said beside.
    var plain = streams("a1").line(peer("a2", port, "s3cret"), atCaller); // TLS
    var others = secured("a1", made.of("mallory", "a2")); // a certificate of its own
    var mallory = others.line(peer("a2", port, "s3cret"), atCaller);
    var unknown = secured("a1", made.of("stranger", "a2")); // one that is trusted
    var stranger = unknown.line(peer("a2", port, "s3cret"), atCaller);
    var careful = secured("a1", made.of("a1", "mallory")); // trust in the listener
    var distrustful = careful.line(peer("a2", port, "s3cret"), atCaller);

    var line = secured("a1", made.of("a1", "a2")).line(peer("a2", port, "s3cret"), atCaller);
    assertThat(next(atListener.opened).peer()).isEqualTo("a1");
    next(atCaller.opened);
    var word = new Word.Heard(new TransactionId("t.1"));
    for (var time = 0; time < 2; time++) {
      assertThat(line.say(word)).isTrue();
      assertThat(next(atListener.heard)).isEqualTo(word);
    }
    for (var each : List.of(plain, mallory, stranger, distrustful)) {
      refused(each);
    }
    assertThat(atListener.opened).isEmpty();
    assertThat(Thread.getAllStackTraces().keySet())
        .as("what a handshake costs is not paid for by the streams' thread")
        .extracting(Thread::getName)
        .contains("handshakes-a1", "handshakes-a2");
  }

  private Streams secured(String name, Certificates certificates) throws IOException {
    var streams = Streams.of(name, certificates);
    all.add(streams);
    return streams;
  }
}
