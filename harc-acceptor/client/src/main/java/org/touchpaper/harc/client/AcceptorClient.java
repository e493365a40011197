package org.touchpaper.harc.client;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.xml.HarcMessageXml;
import org.touchpaper.harc.client.xml.MalformedMessageException;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;

/**
 * The client of one acceptor. Each method is one HTTP exchange; a begin may use a stream instead.
 */
public final class AcceptorClient {
  private static final Duration QUERY_TIMEOUT = Duration.ofSeconds(8);

  private final PeerEndpoint acceptor;
  private final PeerHttpClient http;
  private final @Nullable AcceptorStreamClient stream;

  /** A client without a stream. */
  public AcceptorClient(PeerEndpoint acceptor, PeerHttpClient http) {
    this(acceptor, http, null);
  }

  AcceptorClient(
      PeerEndpoint acceptor, PeerHttpClient http, @Nullable AcceptorStreamClient stream) {
    this.acceptor = acceptor;
    this.http = http;
    this.stream = stream;
  }

  public PeerEndpoint peer() {
    return acceptor;
  }

  /**
   * Begins or joins a transaction over the stream; the future completes or fails in time.
   *
   * @return empty if the stream is not open; nothing was sent then
   */
  Optional<CompletableFuture<TransactionOutcomeResponse>> beginOverStream(
      TransactionRequest request, Duration timeout) {
    return stream == null ? Optional.empty() : stream.begin(request, timeout);
  }

  /** Begins or joins a transaction and waits up to the timeout for the decision. */
  public TransactionOutcomeResponse begin(TransactionRequest request, Duration timeout)
      throws PeerRequestException {
    var path = "/harc/transactions?wait=" + timeout.toMillis();
    return readReply(
        http.post(
            acceptor, path, HarcMessageXml.write(request), timeout.plus(Duration.ofSeconds(1))));
  }

  /** The outcome; UNKNOWN if this acceptor does not know the transaction. */
  public TransactionOutcomeResponse outcome(TransactionId id) throws PeerRequestException {
    return readReply(http.get(acceptor, "/harc/transactions/" + id, QUERY_TIMEOUT));
  }

  /** As {@link #outcome}, but binds the id to the record at this acceptor. */
  public TransactionOutcomeResponse queryOutcome(TransactionRecord record)
      throws PeerRequestException {
    return readReply(
        http.post(
            acceptor, "/harc/questions", HarcMessageXml.writeQuestion(record), QUERY_TIMEOUT));
  }

  HarcClient.OpenTransactions listOpenTransactions() {
    var name = acceptor.name();
    try {
      var reply = http.get(acceptor, "/harc/admin/transactions", QUERY_TIMEOUT);
      return reply.status() == 403
          ? new HarcClient.OpenTransactions(
              name, null, "it requires that this peer has the role observer there")
          : new HarcClient.OpenTransactions(name, reply.expectSuccess(acceptor), null);
    } catch (PeerRequestException e) {
      return new HarcClient.OpenTransactions(name, null, e.getMessage());
    }
  }

  /** True if it is heard on its stream; an acceptor that hangs is not. */
  boolean isAlive() {
    return stream != null && stream.isAlive();
  }

  /** The body is complete without the status, which is for people with curl. */
  private TransactionOutcomeResponse readReply(PeerHttpClient.Reply reply)
      throws PeerRequestException {
    return switch (reply.status()) {
      case 200, 202, 404, 409, 503 -> parseReply(reply);
      default -> throw reply.unexpectedStatus(acceptor);
    };
  }

  private TransactionOutcomeResponse parseReply(PeerHttpClient.Reply reply)
      throws PeerRequestException {
    try {
      return HarcMessageXml.readAnswer(reply.body());
    } catch (MalformedMessageException e) {
      throw new PeerRequestException(
          acceptor.name() + ": malformed reply with status " + reply.status(), true, e);
    }
  }
}
