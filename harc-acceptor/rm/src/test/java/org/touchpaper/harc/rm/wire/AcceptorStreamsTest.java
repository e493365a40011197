package org.touchpaper.harc.rm.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Message.Phase2a;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.vote.Acceptors;
import org.touchpaper.harc.rm.vote.VoterByHand;
import org.touchpaper.harc.rm.vote.WillingScheduler;
import org.touchpaper.harc.stream.Ear;
import org.touchpaper.harc.stream.Session;
import org.touchpaper.harc.stream.Streams;
import org.touchpaper.harc.stream.Word;
import org.touchpaper.platform.peers.Outbound;
import org.touchpaper.platform.peers.Peer;
import org.touchpaper.platform.peers.PeerRole;
import org.touchpaper.platform.peers.Peers;
import org.touchpaper.platform.time.SettableClock;

/**
 * Which votes wait for company on their way to an acceptor, and which go at once. How long one is
 * on its way is a busy machine's affair: so much is seen of many, or at last of one.
 */
@Timeout(300)
class AcceptorStreamsTest {
  private static final List<String> NAMES = List.of("a1", "a2", "a3");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** How long a patient word waits on a stream. */
  private static final Duration COMPANY = Duration.ofMillis(20);

  private static final int MANY = 11;

  private final Map<String, Streams> acceptors = new HashMap<>();
  private final LinkedBlockingQueue<Heard> heard = new LinkedBlockingQueue<>();

  /** That a word has come to the resource manager, which then has that stream, and may speak. */
  private final Semaphore greeted = new Semaphore(0);

  private final OverHttp overHttp = new OverHttp();

  @SuppressWarnings("NullAway.Init") // set before each test
  private AcceptorStreams streams;

  private int number;

  /** A vote, and when it came. */
  private record Heard(TransactionId id, long at) {}

  @BeforeEach
  void open() throws Exception {
    var peers = new ArrayList<Peer>();
    for (var name : NAMES) {
      var stream = "127.0.0.1:" + listen(name);
      peers.add(new Peer(name, null, stream, "s3cret", Set.of(PeerRole.ACCEPTOR), Set.of()));
    }
    streams =
        new AcceptorStreams(
            overHttp, new Peers("rm", peers), Outbound.OPEN, new Streams("rm"), false);
    streams.open(unasked().voter(), _ -> greeted.release());
    assertThat(greeted.tryAcquire(NAMES.size(), PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private int listen(String name) throws IOException {
    var own = new Streams(name);
    acceptors.put(name, own);
    return own.listen(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        _ -> Optional.of("s3cret"),
        new Hearing());
  }

  /** Nothing that is heard is handed on to it, so that its database is nobody's. */
  private static VoterByHand unasked() {
    return new VoterByHand(
        new DriverManagerDataSource(),
        new WillingScheduler(),
        (_, _) -> {},
        SettableClock.at(Ask.NINE));
  }

  @AfterEach
  void close() {
    streams.close();
    acceptors.values().forEach(Streams::close);
  }

  @Test
  void aVoteThatMayWaitDoesWhileAllStreamsAreOpen() throws Exception {
    var waited = 0;
    for (var time = 0; time < MANY; time++) {
      waited += onItsWay(true).compareTo(COMPANY) >= 0 ? 1 : 0;
    }
    // One may find company: who has said nothing for a second pings.
    assertThat(waited).as("of %s", MANY).isGreaterThan(MANY / 2);
    assertThat(overHttp.told).isEmpty();
  }

  @Test
  void aVoteThatMayNotWaitGoesAtOnce() throws Exception {
    awaitOneOnItsWay(false, way -> way.compareTo(COMPANY) < 0);
    assertThat(overHttp.told).isEmpty();
  }

  /** It may be one of those that are to be told at once. */
  @Test
  void noVoteWaitsWhileOneAcceptorIsAway() throws Exception {
    take("a3").close();
    var end = System.nanoTime() + PATIENCE.toNanos();
    while (overHttp.told.isEmpty() && System.nanoTime() < end) {
      streams.tell("a3", vote(), true);
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(overHttp.told).isNotEmpty().containsOnly("a3");
    awaitOneOnItsWay(true, way -> way.compareTo(COMPANY) < 0);
    assertThat(overHttp.told).containsOnly("a3");
  }

  private void awaitOneOnItsWay(boolean patient, Predicate<Duration> enough) throws Exception {
    var end = System.nanoTime() + PATIENCE.toNanos();
    var way = onItsWay(patient);
    while (!enough.test(way) && System.nanoTime() < end) {
      way = onItsWay(patient);
    }
    assertThat(way).matches(enough);
  }

  /** How long a vote is on its way to one that is there. */
  private Duration onItsWay(boolean patient) throws Exception {
    var vote = vote();
    var said = System.nanoTime();
    streams.tell("a2", vote, patient);
    while (true) {
      @Nullable Heard next = heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("no vote came");
      }
      if (next.id().equals(vote.record().id())) {
        return Duration.ofNanos(next.at() - said);
      }
    }
  }

  private Streams take(String name) {
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

  /** Greets who calls, and keeps the votes. */
  private final class Hearing implements Ear {
    @Override
    public void opened(Session session) {
      session.say(new Word.Said(new Message.Decide(record("t.0"), Decision.ABORT)));
    }

    @Override
    public void hear(Session from, Word word) {
      if (word instanceof Word.Said(Phase2a vote)) {
        heard.add(new Heard(vote.record().id(), System.nanoTime()));
      }
    }
  }

  /** Keeps who would have been told over HTTP. */
  private static final class OverHttp implements Acceptors {
    final Queue<String> told = new ConcurrentLinkedQueue<>();

    @Override
    public boolean know(TransactionRecord record) {
      return true;
    }

    @Override
    public void tell(String acceptor, Phase2a vote, boolean patient) {
      told.add(acceptor);
    }

    @Override
    public Optional<Decision> ask(TransactionRecord record) {
      return Optional.empty();
    }

    @Override
    public List<URI> endpoints(TransactionRecord record) {
      return List.of();
    }
  }
}
