package org.touchpaper.harc.acceptor;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.acceptor.access.AcceptorPeers;
import org.touchpaper.harc.acceptor.access.HttpRoute;
import org.touchpaper.harc.acceptor.access.MessagePolicy;
import org.touchpaper.harc.acceptor.access.TransactionAdmission;
import org.touchpaper.harc.acceptor.eventloop.AcceptorEventLoop;
import org.touchpaper.harc.acceptor.eventloop.StopPoint;
import org.touchpaper.harc.client.PeerHttpClient;
import org.touchpaper.harc.client.xml.HarcXml;
import org.touchpaper.harc.client.xml.MalformedMessageException;
import org.touchpaper.harc.protocol.OutcomeReport;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.transport.message.JournalIdentity;

/** The HTTP interface of an acceptor: HARC's XML for peers, and {@code /health} for everyone. */
final class HarcServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(HarcServlet.class);
  private static final Duration DEFAULT_WAIT = Duration.ofSeconds(9);
  private static final Duration MAX_WAIT = Duration.ofSeconds(60);

  /** How long a query waits while the acceptors complete the transaction. */
  private static final Duration QUERY_WAIT = Duration.ofSeconds(3);

  private final transient AcceptorEventLoop eventLoop;
  private final transient TransactionAdmission admission;
  private final transient AcceptorPeers peers;
  private final String name;
  private final boolean isDemoProfile;

  /** True if acceptors and resource managers must use streams with certificates. */
  private final boolean usesMutualTls;

  private final boolean hasStreams;

  private final transient AdminApi adminApi;

  HarcServlet(
      AcceptorEventLoop eventLoop, TransactionAdmission admission, Acceptor.Settings settings) {
    this.eventLoop = eventLoop;
    this.admission = admission;
    this.peers = settings.peers();
    this.name = settings.name();
    this.isDemoProfile = settings.isDemoProfile();
    this.usesMutualTls = settings.usesMutualTls();
    this.hasStreams = settings.streams() != null;
    this.adminApi = new AdminApi(eventLoop, name);
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (eventLoop.isAtStopPoint()) {
      blockForever();
    }
    try {
      authenticate(request, response);
    } catch (MalformedMessageException e) {
      writeProblem(response, 400, String.valueOf(e.getMessage()));
    } catch (RequestBodyReader.UnacceptableBodyException e) {
      writeProblem(response, e.status(), String.valueOf(e.getMessage()));
    } catch (CompletionException e) {
      LOG.error("cannot answer {} {}", request.getMethod(), request.getRequestURI(), e);
      writeProblem(response, 503, String.valueOf(e.getCause()));
    }
  }

  private static void blockForever() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void authenticate(HttpServletRequest request, HttpServletResponse response)
      throws IOException, RequestBodyReader.UnacceptableBodyException {
    var path = request.getRequestURI();
    if (path.equals("/health")) {
      health(response);
      return;
    }
    var peer =
        peers
            .authenticate(request.getHeader("Touchpaper-Peer"), request.getHeader("Authorization"))
            .orElse(null);
    if (peer == null) {
      response.setHeader("WWW-Authenticate", "Bearer");
      writeProblem(response, 401, "unknown peer or wrong secret");
      return;
    }
    var route = HttpRoute.find(request.getMethod(), path).orElse(null);
    if (route == null) {
      writeProblem(response, 404, "no such resource: " + request.getMethod() + " " + path);
    } else if (!route.isAllowedFor(peer)) {
      writeForbidden(response, peer.name() + " may not " + request.getMethod() + " " + path);
    } else {
      dispatch(route, peer, request, response);
    }
  }

  private void dispatch(
      HttpRoute route,
      AcceptorPeers.Peer peer,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException, RequestBodyReader.UnacceptableBodyException {
    switch (route) {
      case BEGIN -> begin(peer, request, response);
      case OUTCOME_BY_ID -> outcomeById(request.getRequestURI(), response);
      case OUTCOME_BY_RECORD -> outcomeByRecord(peer, request, response);
      case MESSAGES -> messages(peer, request, response);
      case LIST -> adminApi.list(response);
      case EXPLAIN -> adminApi.explain(request, response);
      case FORCE -> adminApi.force(peer, request, response);
      case FORGET -> adminApi.forget(peer, request, response);
      case ARM_STOP_POINT -> armStopPoint(request, response);
    }
  }

  private static void writeForbidden(HttpServletResponse response, String detail)
      throws IOException {
    LOG.warn("refused: {}", detail);
    writeProblem(response, 403, detail);
  }

  private void health(HttpServletResponse response) throws IOException {
    var problem = eventLoop.problem();
    response.setStatus(problem == null ? 200 : 503);
    response.setContentType("application/json");
    response.setCharacterEncoding("UTF-8");
    response
        .getWriter()
        .write(
            "{\"status\":\"%s\",\"name\":\"%s\",\"details\":{\"undecided\":%d,\"sent\":%d,\"flushes\":%d,\"clocks\":\"%s\",\"problem\":\"%s\"}}"
                .formatted(
                    problem == null ? "UP" : "DOWN",
                    name,
                    eventLoop.transactions().undecidedCount(),
                    eventLoop.sentCount(),
                    eventLoop.flushCount(),
                    JsonWriter.escape(eventLoop.clockWarning()),
                    problem == null ? "" : JsonWriter.escape(problem)));
  }

  private void begin(
      AcceptorPeers.Peer peer, HttpServletRequest request, HttpServletResponse response)
      throws IOException, RequestBodyReader.UnacceptableBodyException {
    var timeout = waitParameter(request);
    var transactionRequest = HarcXml.readBegin(RequestBodyReader.read(request));
    var id = transactionRequest.record().id();
    LOG.info("transaction={} begin from {}", id, peer.name());
    var refusal =
        admission.refusalToBegin(
            peer.name(), transactionRequest, eventLoop.transactions(), eventLoop.now());
    if (writeRefusal(refusal, response)) {
      return;
    }
    writeOutcome(
        response,
        id,
        eventLoop.submitAndAwaitReply(id, eventLoop.beginEvent(transactionRequest), timeout));
  }

  private boolean writeRefusal(
      Optional<TransactionAdmission.Refusal> found, HttpServletResponse response)
      throws IOException {
    var refusal = found.orElse(null);
    if (refusal == null) {
      return false;
    }
    LOG.warn("refused: {}", refusal.reason());
    writeProblem(response, refusal.status(), refusal.reason());
    return true;
  }

  private static Duration waitParameter(HttpServletRequest request) {
    var millis = request.getParameter("wait");
    if (millis == null) {
      return DEFAULT_WAIT;
    }
    try {
      var timeout = Duration.ofMillis(Long.parseLong(millis));
      if (timeout.isNegative() || timeout.compareTo(MAX_WAIT) > 0) {
        throw new MalformedMessageException(
            "wait must be from 0 to " + MAX_WAIT.toMillis() + " ms");
      }
      return timeout;
    } catch (NumberFormatException _) {
      throw new MalformedMessageException("wait must be a number of milliseconds, not " + millis);
    }
  }

  /** Limits the wait of a begin over a stream, where a longer one is not refused. */
  static Duration limitWait(Duration timeout) {
    return timeout.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : timeout;
  }

  /**
   * A query binds the id to its record. A resource manager may therefore query its own transactions
   * only, and a client those that it could begin here.
   */
  private void outcomeByRecord(
      AcceptorPeers.Peer peer, HttpServletRequest request, HttpServletResponse response)
      throws IOException, RequestBodyReader.UnacceptableBodyException {
    var record = HarcXml.readQuestion(RequestBodyReader.read(request));
    if (!record.resourceManagers().contains(peer.name())) {
      if (!peer.hasRole(AcceptorPeers.Role.REQUESTER)) {
        writeForbidden(response, peer.name() + " does not vote in " + record.id());
        return;
      }
      if (writeRefusal(
          admission.refusalToQuery(record, eventLoop.transactions(), eventLoop.now()), response)) {
        return;
      }
    }
    var query = new AcceptorEvent.OutcomeQueried(record.id(), record);
    writeOutcome(
        response, record.id(), eventLoop.submitAndAwaitReply(record.id(), query, QUERY_WAIT));
  }

  private void outcomeById(String path, HttpServletResponse response) throws IOException {
    TransactionId id;
    try {
      id = new TransactionId(path.substring("/harc/transactions/".length()));
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(String.valueOf(e.getMessage()));
    }
    writeOutcome(
        response,
        id,
        eventLoop.submitAndAwaitReply(id, new AcceptorEvent.OutcomeQueried(id, null), QUERY_WAIT));
  }

  private void messages(
      AcceptorPeers.Peer peer, HttpServletRequest request, HttpServletResponse response)
      throws IOException, RequestBodyReader.UnacceptableBodyException {
    if (usesMutualTls) {
      writeForbidden(
          response, peer.name() + " may not send messages over HTTP: mutual TLS requires a stream");
      return;
    }
    var objection =
        peer.hasRole(AcceptorPeers.Role.ACCEPTOR) ? journalObjection(peer, request) : null;
    if (objection != null) {
      writeForbidden(response, objection);
      return;
    }
    var messages = HarcXml.readMessages(RequestBodyReader.read(request));
    for (var message : messages) {
      if (!MessagePolicy.isAllowed(peer, message)) {
        var kind = message.getClass().getSimpleName();
        writeForbidden(response, peer.name() + " may not send this " + kind);
        return;
      }
    }
    var handled = new ArrayList<CompletableFuture<Void>>();
    for (var message : messages) {
      handled.add(
          eventLoop.submit(
              message.record().id(), new AcceptorEvent.MessageReceived(message, peer.name())));
    }
    CompletableFuture.allOf(handled.toArray(CompletableFuture[]::new)).join();
    response.setStatus(204);
  }

  private @Nullable String journalObjection(
      AcceptorPeers.Peer acceptor, HttpServletRequest request) {
    var header = request.getHeader(PeerHttpClient.JOURNAL_IDENTITY_HEADER);
    try {
      var identity = header == null ? JournalIdentity.NONE : JournalIdentity.parse(header);
      var objection = eventLoop.peerJournals().objectionTo(acceptor.name(), identity);
      return objection == null
          ? missingStreamObjection(acceptor, request.getHeader(PeerHttpClient.INCARNATION_HEADER))
          : objection;
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * In each incarnation the first contact must be a stream, where journal positions are compared.
   */
  private @Nullable String missingStreamObjection(
      AcceptorPeers.Peer acceptor, @Nullable String incarnation) {
    var lastIncarnation = eventLoop.peerJournals().seenPosition(acceptor.name()).incarnation();
    return hasStreams
            && acceptor.stream() != null
            && !lastIncarnation.equals(incarnation == null ? "" : incarnation)
        ? acceptor.name() + " must open a stream first after its restart"
        : null;
  }

  private void armStopPoint(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    var stopPoint = StopPoint.find(String.valueOf(request.getParameter("point"))).orElse(null);
    if (!isDemoProfile) {
      writeProblem(response, 404, "stop points require the demo profile");
    } else if (stopPoint == null) {
      writeProblem(response, 400, "point must be before-prepare or after-votes");
    } else {
      eventLoop.arm(stopPoint);
      response.setStatus(204);
    }
  }

  private static void writeOutcome(
      HttpServletResponse response, TransactionId id, OutcomeReport report) throws IOException {
    var status =
        switch (report.outcome()) {
          case COMMIT, ABORT -> 200;
          case UNDECIDED -> 202;
          case UNKNOWN -> 404;
          case OTHER_RECORD -> 409;
          case NOT_STARTED -> 503;
        };
    write(response, status, HarcXml.write(id, report));
  }

  static void writeProblem(HttpServletResponse response, int status, @Nullable String detail)
      throws IOException {
    write(response, status, HarcXml.writeProblem(status, String.valueOf(detail)));
  }

  private static void write(HttpServletResponse response, int status, String xml)
      throws IOException {
    response.setStatus(status);
    response.setContentType(HarcXml.CONTENT_TYPE);
    var bytes = xml.getBytes(StandardCharsets.UTF_8);
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }
}
