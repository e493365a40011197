package org.touchpaper.harc.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.stream.Streams;

/**
 * What a client needs of HARC: begin a transaction against whichever acceptor is up, ask any of
 * them what became of it, ask resource managers what they have free and what they hold.
 */
public final class HarcClient implements AutoCloseable {
  private final PeerHttp http;
  private final Streams streams;
  private final List<AcceptorClient> acceptors;
  private final Hung hung = new Hung();
  private final Map<String, RmClient> resourceManagers;

  /**
   * A client.
   *
   * @param self the peer name to speak under
   * @param acceptors all 2F+1, the preferred leader first
   * @param resourceManagers all that may be asked
   */
  public HarcClient(String self, List<HarcPeer> acceptors, List<HarcPeer> resourceManagers) {
    this(self, acceptors, resourceManagers, new Streams(self));
  }

  /** As the other, with streams of one's own, which are closed with it. */
  public HarcClient(
      String self, List<HarcPeer> acceptors, List<HarcPeer> resourceManagers, Streams streams) {
    this.http = new PeerHttp(self);
    this.streams = streams;
    this.acceptors = acceptors.stream().map(this::client).toList();
    this.resourceManagers =
        resourceManagers.stream()
            .collect(
                Collectors.toUnmodifiableMap(HarcPeer::name, peer -> new RmClient(peer, http)));
  }

  private AcceptorClient client(HarcPeer peer) {
    var stream = peer.streamPeer();
    return new AcceptorClient(
        peer, http, stream == null ? null : new AcceptorStream(stream, streams));
  }

  /** The acceptors' names in their order, for {@link Request#of}. */
  public List<String> acceptors() {
    return acceptors.stream().map(acceptor -> acceptor.peer().name()).toList();
  }

  /**
   * Begins a transaction, or joins it if it has begun: the same request gives the same outcome,
   * whoever is asked and however often.
   *
   * @param wait how long to wait for a decision. While F+1 acceptors are up there is one some
   *     seconds after {@code voteBy}; but whoever is first told of it by this call then does not
   *     take it up, so what this leaves undecided ask by {@link #outcome(TransactionRecord)}
   * @return COMMIT or ABORT with the votes; UNDECIDED: begun, ask later; NOT_STARTED: no acceptor
   *     that this call reached has sent anything or ever will. That nothing was sent at all only
   *     follows if no other call has begun the same transaction; OTHER_RECORD: F+1 acceptors say
   *     that the id was used for something else, so this never commits; who was asked for it lets
   *     go. With it the objections of those acceptors that did not take it up
   */
  public Begun begin(Request request, Duration wait) {
    try (var beginning = new Beginning(acceptors, hung, request)) {
      return beginning.await(wait);
    }
  }

  /**
   * What became of a transaction, from the first acceptor that knows a decision.
   *
   * @return UNKNOWN only if F+1 acceptors have never heard of it
   * @throws PeerUnreachable if too few acceptors answered to say anything
   */
  public Knowledge outcome(TransactionId id) throws PeerUnreachable {
    return ask(acceptor -> acceptor.outcome(id));
  }

  /** As {@link #outcome(TransactionId)}, but the acceptors asked have heard of it after this. */
  public Knowledge outcome(TransactionRecord record) throws PeerUnreachable {
    return ask(acceptor -> acceptor.ask(record));
  }

  /** One question to one acceptor. */
  private interface Question {
    Knowledge put(AcceptorClient acceptor) throws PeerUnreachable;
  }

  private Knowledge ask(Question question) throws PeerUnreachable {
    var answers = new ArrayList<Knowledge>();
    var silent = new ArrayList<String>();
    for (var acceptor : acceptors) {
      try {
        var knowledge = question.put(acceptor);
        if (knowledge.outcome().isDecided()) {
          return knowledge;
        }
        answers.add(knowledge);
      } catch (PeerUnreachable e) {
        silent.add(String.valueOf(e.getMessage()));
      }
    }
    return best(answers, silent);
  }

  private Knowledge best(List<Knowledge> answers, List<String> silent) throws PeerUnreachable {
    for (var outcome : List.of(Outcome.UNDECIDED, Outcome.OTHER_RECORD)) {
      for (var answer : answers) {
        if (answer.outcome() == outcome) {
          return answer;
        }
      }
    }
    if (answers.size() > acceptors.size() / 2) {
      return Knowledge.of(Outcome.UNKNOWN);
    }
    throw new PeerUnreachable("too few acceptors answered: " + silent, false);
  }

  /** The resource manager of that name. */
  public RmClient resourceManager(String name) {
    var found = resourceManagers.get(name);
    if (found == null) {
      throw new IllegalArgumentException("no resource manager is configured as " + name);
    }
    return found;
  }

  @Override
  public void close() {
    hung.close();
    streams.close();
    http.close();
  }
}
