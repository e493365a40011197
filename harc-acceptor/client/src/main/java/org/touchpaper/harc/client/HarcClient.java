package org.touchpaper.harc.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.transport.PeerStreams;

/**
 * The HARC client. It begins transactions at any available acceptor, queries their outcome, and
 * queries resource managers for free capacity and held bookings (PoS(ESLEA)016).
 */
public final class HarcClient implements AutoCloseable {
  private final PeerHttpClient http;
  private final PeerStreams streams;
  private final List<AcceptorClient> acceptors;
  private final Function<String, Optional<PeerEndpoint>> resourceManagers;

  /**
   * Creates a client.
   *
   * @param localName the client's peer name
   * @param acceptors all 2F+1, the preferred leader first
   * @param resourceManagers the resource managers to query
   */
  public HarcClient(
      String localName, List<PeerEndpoint> acceptors, List<PeerEndpoint> resourceManagers) {
    this(
        localName,
        acceptors,
        name -> resourceManagers.stream().filter(peer -> peer.name().equals(name)).findFirst(),
        new PeerStreams(localName));
  }

  /**
   * Creates a client with the given streams, which it closes.
   *
   * @param resourceManagers finds a resource manager to query; asked at each query, for they may
   *     change
   */
  public HarcClient(
      String localName,
      List<PeerEndpoint> acceptors,
      Function<String, Optional<PeerEndpoint>> resourceManagers,
      PeerStreams streams) {
    this.http = new PeerHttpClient(localName);
    this.streams = streams;
    this.acceptors = acceptors.stream().map(this::client).toList();
    this.resourceManagers = resourceManagers;
  }

  private AcceptorClient client(PeerEndpoint peer) {
    var stream = peer.streamAddress();
    return new AcceptorClient(
        peer, http, stream == null ? null : new AcceptorStreamClient(stream, streams));
  }

  /** The acceptors' names in their order, for {@link TransactionRequest#of}. */
  public List<String> acceptors() {
    return acceptors.stream().map(acceptor -> acceptor.peer().name()).toList();
  }

  /**
   * Begins a transaction, or joins it if it has begun. The same request has the same outcome at any
   * acceptor and however often it is sent.
   *
   * @param timeout how long to wait for a decision. While F+1 acceptors are up they decide within
   *     seconds after {@code voteBy}. An acceptor refuses a begin after {@code voteBy}, so query an
   *     undecided transaction with {@link #outcome(TransactionRecord)}
   * @return COMMIT or ABORT with the votes. UNDECIDED: begun, query later. NOT_STARTED: the
   *     acceptors that this call reached have sent nothing and never will; another call may still
   *     have begun the transaction elsewhere. OTHER_RECORD: F+1 acceptors have bound the id to
   *     another record, so this one never commits and resource managers release it. The result
   *     includes the objections of acceptors that did not begin
   */
  public BeginResult begin(TransactionRequest request, Duration timeout) {
    try (var call = new BeginCall(acceptors, request)) {
      return call.await(timeout);
    }
  }

  /**
   * Queries the outcome of a transaction, from the first acceptor that knows a decision.
   *
   * @return UNKNOWN only if F+1 acceptors do not know the transaction
   * @throws PeerRequestException if fewer than F+1 acceptors answered and none knows it
   */
  public TransactionOutcomeResponse outcome(TransactionId id) throws PeerRequestException {
    return firstDecidedOutcome(acceptor -> acceptor.outcome(id));
  }

  /** As {@link #outcome(TransactionId)}, but binds the id to the record at the acceptors. */
  public TransactionOutcomeResponse outcome(TransactionRecord record) throws PeerRequestException {
    return firstDecidedOutcome(acceptor -> acceptor.queryOutcome(record));
  }

  private interface OutcomeQuery {
    TransactionOutcomeResponse send(AcceptorClient acceptor) throws PeerRequestException;
  }

  private TransactionOutcomeResponse firstDecidedOutcome(OutcomeQuery query)
      throws PeerRequestException {
    var undecided = new ArrayList<TransactionOutcomeResponse>();
    var failures = new ArrayList<String>();
    for (var acceptor : acceptors) {
      try {
        var report = query.send(acceptor);
        if (report.outcome().isDecided()) {
          return report;
        }
        undecided.add(report);
      } catch (PeerRequestException e) {
        failures.add(String.valueOf(e.getMessage()));
      }
    }
    return mostInformative(undecided, failures);
  }

  private TransactionOutcomeResponse mostInformative(
      List<TransactionOutcomeResponse> undecided, List<String> failures)
      throws PeerRequestException {
    for (var outcome : List.of(Outcome.UNDECIDED, Outcome.OTHER_RECORD)) {
      for (var report : undecided) {
        if (report.outcome() == outcome) {
          return report;
        }
      }
    }
    if (undecided.size() > acceptors.size() / 2) {
      return TransactionOutcomeResponse.of(Outcome.UNKNOWN);
    }
    throw new PeerRequestException(
        "fewer than a majority of the acceptors answered: " + failures, false);
  }

  /**
   * What an acceptor reports of its open transactions.
   *
   * @param json as its administration interface writes it; null without an answer
   * @param problem why there is no answer; null if there is one
   */
  public record OpenTransactions(
      String acceptor, @Nullable String json, @Nullable String problem) {}

  /** Asks all acceptors side by side for transactions that are undecided or not acknowledged. */
  public List<OpenTransactions> listOpenTransactions() {
    List<Future<OpenTransactions>> answers;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      answers =
          acceptors.stream()
              .map(acceptor -> threads.submit(acceptor::listOpenTransactions))
              .toList();
    } // waits for all
    return answers.stream().map(Future::resultNow).toList();
  }

  /** The resource manager of that name. */
  public ResourceManagerClient resourceManager(String name) {
    return resourceManagers
        .apply(name)
        .map(peer -> new ResourceManagerClient(peer, http))
        .orElseThrow(
            () -> new IllegalArgumentException("resource manager " + name + " is not configured"));
  }

  @Override
  public void close() {
    streams.close();
    http.close();
  }
}
