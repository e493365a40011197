package org.touchpaper.harc.rm.wire;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Message.Phase2a;
import org.touchpaper.harc.commit.Refusals;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.rm.vote.Acceptors;
import org.touchpaper.harc.rm.vote.PrepareRejected;
import org.touchpaper.harc.rm.vote.Voter;
import org.touchpaper.harc.stream.Line;
import org.touchpaper.harc.stream.Session;
import org.touchpaper.harc.stream.StreamPeer;
import org.touchpaper.harc.stream.Streams;
import org.touchpaper.harc.stream.Word;
import org.touchpaper.platform.peers.Outbound;
import org.touchpaper.platform.peers.PeerRole;
import org.touchpaper.platform.peers.Peers;

/**
 * The acceptors that listen for streams, spoken with over these: votes go out, Prepare and Decide
 * come in on the same stream. While one is not open there is HTTP, and for questions HTTP alone;
 * unless certificates are to be shown: then there are streams, and nothing else.
 */
public final class AcceptorStreams implements Acceptors, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AcceptorStreams.class);

  private final Acceptors overHttp;
  private final Peers peers;
  private final Outbound outbound;
  private final Streams streams;
  private final boolean byCertificate;
  private final Map<String, Line> lines = new ConcurrentHashMap<>();
  private final Refusals refusals = new Refusals();

  /**
   * No streams yet.
   *
   * @param byCertificate true if no vote is to be told to who has not shown its certificate
   */
  public AcceptorStreams(
      Acceptors overHttp, Peers peers, Outbound outbound, Streams streams, boolean byCertificate) {
    this.byCertificate = byCertificate;
    this.overHttp = overHttp;
    this.peers = peers;
    this.outbound = outbound;
    this.streams = streams;
  }

  /** Opens the streams; from now on acceptors are heard. */
  public void open(Voter voter, Executor threads) {
    for (var peer : peers.list(PeerRole.ACCEPTOR)) {
      var address = peer.stream();
      if (address != null) {
        var acceptor = StreamPeer.at(peer.name(), address, peer.secret());
        lines.put(
            peer.name(),
            streams.line(acceptor, (from, word) -> threads.execute(() -> hear(from, word, voter))));
      }
    }
  }

  private void hear(Session from, Word word, Voter voter) {
    try {
      switch (word) {
        case Word.Said(Message.Prepare prepare) when isOf(prepare.record(), from) ->
            voter.prepare(prepare);
        case Word.Said(Message.Decide decide) when isOf(decide.record(), from) -> {
          voter.decide(decide);
          from.say(new Word.Heard(decide.record().id()));
        }
        case Word.Said(Message.OtherRecord refusal)
            when isOf(refusal.record(), from) && refusal.acceptor().equals(from.peer()) ->
            refusals
                .hear(refusal)
                .ifPresent(
                    decision -> voter.decide(new Message.Decide(refusal.record(), decision)));
        case Word.Ping _ -> {}
        case Word.Said _,
            Word.Reached _,
            Word.Heard _,
            Word.Begin _,
            Word.Answer _,
            Word.Refused _ ->
            LOG.warn("refused: {} may not say {}", from, word);
      }
    } catch (PrepareRejected e) {
      LOG.warn("refused: {}", e.getMessage());
    } catch (IllegalStateException e) {
      LOG.error("a promise was broken: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("cannot take {} from {}", word, from, e);
    }
  }

  /** Only an acceptor of the transaction itself speaks about it. */
  private static boolean isOf(TransactionRecord record, Session from) {
    return record.acceptors().contains(from.peer());
  }

  @Override
  public boolean know(TransactionRecord record) {
    return overHttp.know(record);
  }

  @Override
  public void tell(String acceptor, Phase2a vote, boolean patient) {
    if (tellOverStream(acceptor, vote, patient)) {
      return;
    }
    if (byCertificate) {
      LOG.warn(
          "transaction={} no stream to {} now, with certificates", vote.record().id(), acceptor);
    } else {
      overHttp.tell(acceptor, vote, patient);
    }
  }

  /** While one is away nobody waits: it may be one of those that are to be told at once. */
  private boolean tellOverStream(String acceptor, Phase2a vote, boolean patient) {
    var line = lines.get(acceptor);
    if (line == null || !line.isOpen()) {
      return false;
    }
    try {
      var word = new Word.Said(vote);
      var waits = patient && lines.values().stream().allMatch(Line::isOpen);
      return outbound.send(
          acceptor + " phase2a", () -> waits ? line.sayInTime(word) : line.say(word));
    } catch (Exception e) {
      LOG.warn("transaction={} {}", vote.record().id(), e.getMessage());
      return true;
    }
  }

  /**
   * With certificates nothing is asked over HTTP, where nobody shows one: each vote that is told
   * again over a stream is a question, which an acceptor answers with the decision, or with a
   * refusal.
   */
  @Override
  public Optional<Decision> ask(TransactionRecord record) {
    return byCertificate ? Optional.empty() : overHttp.ask(record);
  }

  @Override
  public List<URI> endpoints(TransactionRecord record) {
    return overHttp.endpoints(record);
  }

  @Override
  public void close() {
    streams.close();
  }
}
