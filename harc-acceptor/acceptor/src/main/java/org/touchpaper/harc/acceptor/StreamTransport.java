package org.touchpaper.harc.acceptor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Extent;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.stream.Ear;
import org.touchpaper.harc.stream.Incarnation;
import org.touchpaper.harc.stream.Line;
import org.touchpaper.harc.stream.RareWarnings;
import org.touchpaper.harc.stream.Session;
import org.touchpaper.harc.stream.StreamPeer;
import org.touchpaper.harc.stream.Streams;
import org.touchpaper.harc.stream.Word;

/**
 * An acceptor's streams: a line to each acceptor that has one, to speak; and those that acceptors
 * resource managers and clients opened here, to listen, and to answer the latter two. Nobody opens
 * one to a resource manager: it calls, so that it needs no door of its own.
 */
final class StreamTransport {
  private static final Logger LOG = LoggerFactory.getLogger(StreamTransport.class);

  private final Streams streams;
  private final Peers peers;
  private final Admission admission;
  private final AcceptorLoop loop;
  private final RareWarnings outOfPlace = new RareWarnings(LOG::warn);
  private final Map<String, Line> acceptors;
  private final Map<String, Session> resourceManagers = new ConcurrentHashMap<>();

  /** Whichever of the two opened them. */
  private final Set<Session> withAcceptors = ConcurrentHashMap.newKeySet();

  StreamTransport(Streams streams, Admission admission, AcceptorLoop loop) {
    this.streams = streams;
    this.peers = admission.peers();
    this.admission = admission;
    this.loop = loop;
    var self = admission.self().name();
    this.acceptors =
        peers.streams(Peers.Role.ACCEPTOR).stream()
            .filter(peer -> !peer.name().equals(self))
            .collect(
                Collectors.toUnmodifiableMap(
                    StreamPeer::name, peer -> streams.line(peer, new Hearing())));
  }

  /** Lets peers call; returns the port. */
  int listen(InetSocketAddress address) throws IOException {
    return streams.listen(address, peers::findStreamSecret, new Hearing());
  }

  /** False if the peer cannot be spoken to over a stream at the moment. */
  boolean say(String to, Message message, Runnable written) {
    var word = new Word.Said(message);
    return switch (message) {
      case Message.ForAcceptor _ -> {
        var line = acceptors.get(to);
        yield line != null && line.say(word, written);
      }
      case Message.ForResourceManager _ -> {
        var session = resourceManagers.get(to);
        yield session != null && session.say(word, written);
      }
    };
  }

  /** Ends the streams with other acceptors; they are let in no more. */
  void hangUp() {
    withAcceptors.forEach(Session::hangUp);
  }

  /** The acceptors that were heard a moment ago. */
  Set<String> present() {
    return acceptors.entrySet().stream()
        .filter(each -> each.getValue().isLively())
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Tells the other acceptors how far our memory has come. */
  void reached(Extent extent) {
    acceptors.values().forEach(line -> line.say(new Word.Reached(extent)));
  }

  /** Lets all that was said go now; called by the streams' thread. */
  void flush() {
    acceptors.values().forEach(Line::flush);
    resourceManagers.values().forEach(Session::flush);
  }

  /** What peers say; each speaks for itself alone. */
  private final class Hearing implements Ear {
    @Override
    public @Nullable String objection(String peer, Incarnation incarnation, Extent seen) {
      if (!peers.is(peer, Peers.Role.ACCEPTOR)) {
        return null;
      }
      return loop.hasEnded() ? loop.trouble() : loop.others().objection(peer, incarnation, seen);
    }

    @Override
    public void opened(Session session) {
      if (peers.is(session.peer(), Peers.Role.RM)) {
        resourceManagers.put(session.peer(), session);
      }
      if (peers.is(session.peer(), Peers.Role.ACCEPTOR)) {
        withAcceptors.add(session);
        if (loop.hasEnded()) {
          session.hangUp(); // it did while this one was let in
        }
        session.say(new Word.Reached(loop.others().extent()));
      }
    }

    @Override
    public void closed(Session session) {
      resourceManagers.remove(session.peer(), session);
      withAcceptors.remove(session);
    }

    @Override
    public void hear(Session from, Word word) {
      switch (word) {
        case Word.Said(Message.ForAcceptor message) when peers.maySay(from.peer(), message) ->
            loop.tell(message.record().id(), new Event.Received(message, from.peer()));
        case Word.Begin(var request, var wait) when peers.is(from.peer(), Peers.Role.REQUESTER) ->
            begin(from, request, Duration.ofMillis(wait));
        case Word.Heard(var id) when peers.is(from.peer(), Peers.Role.RM) ->
            loop.tell(id, new Event.Heard(from.peer()));
        case Word.Reached(var extent) when peers.is(from.peer(), Peers.Role.ACCEPTOR) ->
            loop.others().see(from.peer(), extent);
        case Word.Ping _ -> {}
        case Word.Said _,
            Word.Reached _,
            Word.Heard _,
            Word.Begin _,
            Word.Answer _,
            Word.Refused _ ->
            outOfPlace.of(from.peer()).tell(() -> "refused: " + from + " may not say " + word);
      }
    }
  }

  private @Nullable String refusal(Session from, Request request) {
    return admission
        .refusalToBegin(from.peer(), request, loop.members(), loop.now())
        .map(Admission.Refusal::sentence)
        .orElse(null);
  }

  private void begin(Session from, Request request, Duration wait) {
    var id = request.record().id();
    LOG.info("transaction={} begin from {}", id, from.peer());
    var refusal = refusal(from, request);
    if (refusal != null) {
      LOG.warn("refused: begin from {}: {}", from.peer(), refusal);
      from.say(new Word.Refused(request.record().fingerprint(), refusal));
      return;
    }
    var answered = loop.asking(id, loop.begun(request), HarcServlet.allowed(wait));
    var _ =
        answered.whenComplete((knowledge, failure) -> {
          if (failure != null) {
            LOG.warn("transaction={} cannot be begun: {}", id, failure.getMessage());
          }
          // It may have been begun before: what this one knows of it is nothing.
          var told = failure == null ? knowledge : Knowledge.of(Knowledge.Outcome.UNKNOWN);
          from.say(new Word.Answer(request.record().fingerprint(), told));
        });
  }
}
