package org.touchpaper.harc.acceptor;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.acceptor.access.AcceptorPeers;
import org.touchpaper.harc.acceptor.access.HttpRoute;
import org.touchpaper.harc.acceptor.access.TransactionAdmission;
import org.touchpaper.harc.acceptor.booking.BookingIdempotencyKey;
import org.touchpaper.harc.acceptor.booking.ClientBookingSettings;
import org.touchpaper.harc.acceptor.eventloop.AcceptorEventLoop;
import org.touchpaper.harc.acceptor.eventloop.StopPoint;
import org.touchpaper.harc.client.xml.HarcActionXml;
import org.touchpaper.harc.client.xml.HarcMessageXml;
import org.touchpaper.harc.client.xml.MalformedMessageException;
import org.touchpaper.harc.client.xml.VoteNoteXml;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import tools.jackson.databind.json.JsonMapper;

/**
 * The HTTP interface of an acceptor: HARC's XML for clients, JSON for administrators, health for
 * all.
 */
final class AcceptorServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(AcceptorServlet.class);
  private static final Set<String> XML_CONTENT_TYPES = Set.of("application/xml", "text/xml");
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration DEFAULT_WAIT = Duration.ofSeconds(9);
  private static final Duration MAX_WAIT = Duration.ofSeconds(60);

  /** How long a query waits while the acceptors complete the transaction. */
  static final Duration QUERY_WAIT = Duration.ofSeconds(3);

  private final transient AcceptorEventLoop eventLoop;
  private final transient TransactionAdmission admission;
  private final transient AcceptorPeers peers;
  private final transient ClientBookingSettings bookings;
  private final String name;
  private final boolean isDemoProfile;
  private final transient AdminApi adminApi;

  AcceptorServlet(
      AcceptorEventLoop eventLoop,
      TransactionAdmission admission,
      AcceptorServer.Settings settings) {
    this.eventLoop = eventLoop;
    this.admission = admission;
    this.peers = settings.peers();
    this.bookings = settings.bookings();
    this.name = settings.name();
    this.isDemoProfile = settings.isDemoProfile();
    this.adminApi = new AdminApi(eventLoop, name);
  }

  /** A request that is refused, with the HTTP status to return. */
  static final class RejectedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    RejectedException(int status, @Nullable String reason) {
      super(reason);
      this.status = status;
    }
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (eventLoop.isAtStopPoint()) {
      blockForever();
    }
    try {
      if (request.getRequestURI().equals("/health")) {
        health(response);
      } else {
        dispatch(request, response);
      }
    } catch (MalformedMessageException e) {
      writeProblem(response, 400, e.getMessage());
    } catch (RejectedException e) {
      LOG.warn("refused: {} {}: {}", request.getMethod(), request.getRequestURI(), e.getMessage());
      writeProblem(response, e.status, e.getMessage());
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

  private void dispatch(HttpServletRequest request, HttpServletResponse response)
      throws IOException, RejectedException {
    var path = request.getRequestURI();
    var peer =
        peers
            .authenticate(request.getHeader("Touchpaper-Peer"), request.getHeader("Authorization"))
            .orElse(null);
    if (peer == null) {
      response.setHeader("WWW-Authenticate", "Bearer");
      throw new RejectedException(401, "unknown peer or wrong secret");
    }
    var route = HttpRoute.find(request.getMethod(), path).orElse(null);
    if (route == null) {
      throw new RejectedException(404, "no such resource: " + request.getMethod() + " " + path);
    }
    if (!route.isAllowedFor(peer)) {
      throw new RejectedException(
          403, peer.name() + " may not " + request.getMethod() + " " + path);
    }
    switch (route) {
      case BEGIN -> begin(peer, request, response);
      case OUTCOME_BY_ID -> outcomeById(request, response);
      case OUTCOME_BY_RECORD -> outcomeByRecord(request, response);
      case BOOK -> book(peer, request, response);
      case BOOKING_OUTCOME -> bookingOutcome(request, response);
      case LIST -> adminApi.list(response);
      case EXPLAIN -> adminApi.explain(request, response);
      case FORCE -> adminApi.force(peer, request, response);
      case FORGET -> adminApi.forget(peer, request, response);
      case ARM_STOP_POINT -> armStopPoint(request, response);
    }
  }

  private void health(HttpServletResponse response) throws IOException {
    var problem = eventLoop.problem();
    var details = new LinkedHashMap<String, Object>();
    details.put("undecided", eventLoop.transactions().undecidedCount());
    details.put("sent", eventLoop.sentCount());
    details.put("flushes", eventLoop.flushCount());
    details.put("clocks", eventLoop.clockWarning());
    details.put("problem", problem == null ? "" : problem);
    var content = new LinkedHashMap<String, Object>();
    content.put("status", problem == null ? "UP" : "DOWN");
    content.put("name", name);
    content.put("details", details);
    writeJson(response, problem == null ? 200 : 503, content);
  }

  private void begin(
      AcceptorPeers.Peer peer, HttpServletRequest request, HttpServletResponse response)
      throws IOException, RejectedException {
    var timeout = waitParameter(request);
    var begun = HarcMessageXml.readBegin(readBody(request));
    var id = begun.record().id();
    LOG.info("transaction={} begin from {}", id, peer.name());
    requireAdmitted(
        admission.refusalToBegin(peer.name(), begun, eventLoop.transactions(), eventLoop.now()));
    writeOutcome(response, id, eventLoop.beginEvent(begun), timeout);
  }

  /**
   * Books for a client without a BAR. An unknown booking after its {@code voteBy} may have been
   * begun at another acceptor, so it is begun here all the same: the acceptors then agree to abort
   * it, or tell its outcome.
   */
  private void book(
      AcceptorPeers.Peer peer, HttpServletRequest request, HttpServletResponse response)
      throws IOException, RejectedException {
    var timeout = waitParameter(request);
    var key = BookingIdempotencyKey.parse(request.getHeader(BookingIdempotencyKey.HEADER));
    key.requireNotAhead(eventLoop.now());
    var actions = HarcActionXml.readBookings(readBody(request));
    var begun = bookings.toRequest(key, peer.name(), actions);
    LOG.info("transaction={} booked by {}", begun.record().id(), peer.name());
    requireAdmitted(
        admission.refusalToQuery(begun.record(), eventLoop.transactions(), eventLoop.now()));
    writeBooking(response, key, eventLoop.beginEvent(begun), timeout);
  }

  private void bookingOutcome(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    var path = request.getRequestURI();
    var key = BookingIdempotencyKey.parse(path.substring(path.lastIndexOf('/') + 1));
    var query = new AcceptorEvent.OutcomeQueried(key.transactionId(), null);
    writeBooking(response, key, query, QUERY_WAIT);
  }

  private static void requireAdmitted(Optional<TransactionAdmission.Refusal> refusal)
      throws RejectedException {
    if (refusal.isPresent()) {
      throw new RejectedException(refusal.get().status(), refusal.get().reason());
    }
  }

  private static String readBody(HttpServletRequest request) throws IOException, RejectedException {
    var type = String.valueOf(request.getContentType());
    if (!XML_CONTENT_TYPES.contains(type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))) {
      throw new RejectedException(
          415, "the Content-Type must be " + HarcMessageXml.CONTENT_TYPE + ", not " + type);
    }
    var bytes = request.getInputStream().readNBytes(HarcMessageXml.MAX_BYTES + 1);
    if (bytes.length > HarcMessageXml.MAX_BYTES) {
      throw new RejectedException(
          413, "a message must not exceed " + HarcMessageXml.MAX_BYTES + " bytes");
    }
    return HarcMessageXml.text(bytes);
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

  /** A query binds the id to its record, so it is admitted like a begin. */
  private void outcomeByRecord(HttpServletRequest request, HttpServletResponse response)
      throws IOException, RejectedException {
    var record = HarcMessageXml.readQuestion(readBody(request));
    requireAdmitted(admission.refusalToQuery(record, eventLoop.transactions(), eventLoop.now()));
    var query = new AcceptorEvent.OutcomeQueried(record.id(), record);
    writeOutcome(response, record.id(), query, QUERY_WAIT);
  }

  private void outcomeById(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    var id = idIn(request);
    writeOutcome(response, id, new AcceptorEvent.OutcomeQueried(id, null), QUERY_WAIT);
  }

  /** The id at the end of the path. */
  static TransactionId idIn(HttpServletRequest request) {
    try {
      var path = request.getRequestURI();
      return new TransactionId(path.substring(path.lastIndexOf('/') + 1));
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(String.valueOf(e.getMessage()));
    }
  }

  private void armStopPoint(HttpServletRequest request, HttpServletResponse response)
      throws RejectedException {
    var stopPoint = StopPoint.find(String.valueOf(request.getParameter("point"))).orElse(null);
    if (!isDemoProfile) {
      throw new RejectedException(404, "stop points require the demo profile");
    }
    if (stopPoint == null) {
      throw new RejectedException(400, "point must be before-prepare or after-votes");
    }
    eventLoop.arm(stopPoint);
    response.setStatus(204);
  }

  private void writeOutcome(
      HttpServletResponse response, TransactionId id, AcceptorEvent event, Duration timeout)
      throws IOException {
    var report = eventLoop.submitAndAwaitReply(id, event, timeout);
    var xml = HarcMessageXml.write(id, report);
    write(response, statusOf(report), HarcMessageXml.CONTENT_TYPE, xml.getBytes(UTF_8));
  }

  private void writeBooking(
      HttpServletResponse response,
      BookingIdempotencyKey key,
      AcceptorEvent event,
      Duration timeout)
      throws IOException {
    var report = eventLoop.submitAndAwaitReply(key.transactionId(), event, timeout);
    var xml = VoteNoteXml.write(key.value().toString(), report, problemOf(report));
    write(response, statusOf(report), HarcMessageXml.CONTENT_TYPE, xml.getBytes(UTF_8));
  }

  private static int statusOf(TransactionOutcomeResponse report) {
    return switch (report.outcome()) {
      case COMMIT, ABORT -> 200;
      case UNDECIDED -> 202;
      case UNKNOWN -> 404;
      case OTHER_RECORD -> 409;
      case NOT_STARTED -> 503;
    };
  }

  /** What a client without a BAR should do about the outcome; empty if nothing. */
  private static String problemOf(TransactionOutcomeResponse report) {
    return switch (report.outcome()) {
      case COMMIT -> "";
      case ABORT ->
          "nothing was booked: a resource manager refused, or did not vote in time (a key is valid"
              + " for a minute). To try again, use a new key";
      case UNDECIDED -> "not decided yet: repeat the call with the same key, or query its outcome";
      case UNKNOWN -> "no call with this key is known here: ask another acceptor";
      case OTHER_RECORD ->
          "another request was made with this key: use a new key for a new request. If it is the"
              + " same request, the acceptors are configured differently";
      case NOT_STARTED ->
          "no majority of the acceptors answered, and nothing was begun: repeat the call with the"
              + " same key";
    };
  }

  private static void writeProblem(
      HttpServletResponse response, int status, @Nullable String detail) throws IOException {
    var xml = HarcMessageXml.writeProblem(status, String.valueOf(detail));
    write(response, status, HarcMessageXml.CONTENT_TYPE, xml.getBytes(UTF_8));
  }

  static void writeJson(HttpServletResponse response, int status, Map<String, Object> content)
      throws IOException {
    write(response, status, "application/json", JSON.writeValueAsBytes(content));
  }

  private static void write(HttpServletResponse response, int status, String type, byte[] body)
      throws IOException {
    response.setStatus(status);
    response.setContentType(type);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
