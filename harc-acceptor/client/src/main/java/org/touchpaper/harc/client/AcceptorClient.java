package org.touchpaper.harc.client;

import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;

/**
 * One acceptor, over HTTP: each method is one exchange. A transaction is begun over a stream too.
 */
public final class AcceptorClient {
  private static final Duration SHORT = Duration.ofSeconds(5);
  private static final Duration PROBE = Duration.ofSeconds(1);
  private static final Duration QUESTION = Duration.ofSeconds(8);

  private final HarcPeer acceptor;
  private final PeerHttp http;
  private final @Nullable AcceptorStream stream;

  /** Over HTTP alone. */
  public AcceptorClient(HarcPeer acceptor, PeerHttp http) {
    this(acceptor, http, null);
  }

  AcceptorClient(HarcPeer acceptor, PeerHttp http, @Nullable AcceptorStream stream) {
    this.acceptor = acceptor;
    this.http = http;
    this.stream = stream;
  }

  public HarcPeer peer() {
    return acceptor;
  }

  /**
   * Begins, or joins, over a stream; the answer comes within that time or fails.
   *
   * @return nothing if there is no stream now: then nothing has been said
   */
  Optional<CompletableFuture<Knowledge>> beginOverStream(Request request, Duration wait) {
    return stream == null ? Optional.empty() : stream.begin(request, wait);
  }

  /** Begins, or joins, and waits up to so long for the decision. */
  public Knowledge begin(Request request, Duration wait) throws PeerUnreachable {
    var path = "/harc/transactions?wait=" + wait.toMillis();
    return knowledge(
        http.post(acceptor, path, HarcXml.write(request), wait.plus(Duration.ofSeconds(1))));
  }

  /** What became of it; unknown if this acceptor has never heard of it. */
  public Knowledge outcome(TransactionId id) throws PeerUnreachable {
    return knowledge(http.get(acceptor, "/harc/transactions/" + id, QUESTION));
  }

  /** As {@link #outcome}, but after this the acceptor has heard of it. */
  public Knowledge ask(TransactionRecord record) throws PeerUnreachable {
    return knowledge(
        http.post(acceptor, "/harc/questions", HarcXml.writeQuestion(record), QUESTION));
  }

  /** Delivers messages; they are durable where they must be when this returns. */
  public void tell(List<? extends Message.ForAcceptor> messages) throws PeerUnreachable {
    http.post(acceptor, "/harc/messages", HarcXml.write(messages), SHORT).expectSuccess(acceptor);
  }

  /** True if it leaves a question after its health unanswered, or says that it is not well. */
  boolean hangs() {
    try {
      return http.get(acceptor, "/health", PROBE).status() != 200;
    } catch (PeerUnreachable e) {
      return e.getCause() instanceof HttpTimeoutException;
    }
  }

  /** The statuses differ for the sake of people with curl; the body says it all. */
  private Knowledge knowledge(PeerHttp.Reply reply) throws PeerUnreachable {
    return switch (reply.status()) {
      case 200, 202, 404, 409, 503 -> answer(reply);
      default -> throw reply.unexpected(acceptor);
    };
  }

  private Knowledge answer(PeerHttp.Reply reply) throws PeerUnreachable {
    try {
      return HarcXml.readAnswer(reply.body());
    } catch (MalformedMessage e) {
      throw new PeerUnreachable(acceptor.name() + " answered " + reply.status(), true, e);
    }
  }
}
