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
import org.touchpaper.harc.client.HarcXml;
import org.touchpaper.harc.client.MalformedMessage;
import org.touchpaper.harc.client.PeerHttp;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.stream.Incarnation;

/** What an acceptor's peers see: HARC's XML over HTTP, and its health for everybody. */
final class HarcServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(HarcServlet.class);
  private static final Duration DEFAULT_WAIT = Duration.ofSeconds(9);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  /** How long a question waits while the acceptors finish a transaction. */
  private static final Duration QUESTION_WAIT = Duration.ofSeconds(3);

  private final transient AcceptorLoop loop;
  private final transient Admission admission;
  private final transient Peers peers;
  private final String name;
  private final boolean demo;

  /** True if acceptors and resource managers show certificates, which they can on streams alone. */
  private final boolean byCertificate;

  /** True if there are streams to meet others on. */
  private final boolean streams;

  private final transient AdminApi admin;

  HarcServlet(AcceptorLoop loop, Admission admission, Acceptor.Settings settings) {
    this.loop = loop;
    this.admission = admission;
    this.peers = settings.peers();
    this.name = settings.name();
    this.demo = settings.demo();
    this.byCertificate = settings.isByCertificate();
    this.streams = settings.streams() != null;
    this.admin = new AdminApi(loop, name);
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (loop.isStopped()) {
      playDead();
    }
    try {
      answer(request, response);
    } catch (MalformedMessage e) {
      problem(response, 400, String.valueOf(e.getMessage()));
    } catch (Body.Unacceptable e) {
      problem(response, e.status(), String.valueOf(e.getMessage()));
    } catch (CompletionException e) {
      LOG.error("cannot answer {} {}", request.getMethod(), request.getRequestURI(), e);
      problem(response, 503, String.valueOf(e.getCause()));
    }
  }

  private static void playDead() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(HttpServletRequest request, HttpServletResponse response)
      throws IOException, Body.Unacceptable {
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
      problem(response, 401, "unknown peer, or a wrong secret");
      return;
    }
    var endpoint = Endpoint.find(request.getMethod(), path).orElse(null);
    if (endpoint == null) {
      problem(response, 404, "no " + request.getMethod() + " here: " + path);
    } else if (!endpoint.isOpenTo(peer)) {
      forbidden(response, peer.name() + " may not " + request.getMethod() + " " + path);
    } else {
      enter(endpoint, peer, request, response);
    }
  }

  private void enter(
      Endpoint endpoint, Peers.Peer peer, HttpServletRequest request, HttpServletResponse response)
      throws IOException, Body.Unacceptable {
    switch (endpoint) {
      case BEGIN -> begin(peer, request, response);
      case OUTCOME -> outcome(request.getRequestURI(), response);
      case QUESTION -> question(peer, request, response);
      case MESSAGES -> messages(peer, request, response);
      case LIST -> admin.list(response);
      case EXPLAIN -> admin.explain(request, response);
      case FORCE -> admin.force(peer, request, response);
      case FORGET -> admin.forget(peer, request, response);
      case STOP_AT -> stopAt(request, response);
    }
  }

  private static void forbidden(HttpServletResponse response, String sentence) throws IOException {
    LOG.warn("refused: {}", sentence);
    problem(response, 403, sentence);
  }

  private void health(HttpServletResponse response) throws IOException {
    var trouble = loop.trouble();
    response.setStatus(trouble == null ? 200 : 503);
    response.setContentType("application/json");
    response.setCharacterEncoding("UTF-8");
    response
        .getWriter()
        .write(
            "{\"status\":\"%s\",\"name\":\"%s\",\"details\":{\"undecided\":%d,\"said\":%d,\"flushes\":%d,\"clocks\":\"%s\",\"problem\":\"%s\"}}"
                .formatted(
                    trouble == null ? "UP" : "DOWN",
                    name,
                    loop.members().undecided(),
                    loop.said(),
                    loop.flushes(),
                    Json.escaped(loop.clockDoubt()),
                    trouble == null ? "" : Json.escaped(trouble)));
  }

  private void begin(Peers.Peer peer, HttpServletRequest request, HttpServletResponse response)
      throws IOException, Body.Unacceptable {
    var wait = wait(request);
    var begun = HarcXml.readBegin(Body.read(request));
    var id = begun.record().id();
    LOG.info("transaction={} begin from {}", id, peer.name());
    var refusal = admission.refusalToBegin(peer.name(), begun, loop.members(), loop.now());
    if (isRefused(refusal, response)) {
      return;
    }
    knowledge(response, id, loop.ask(id, loop.begun(begun), wait));
  }

  private boolean isRefused(Optional<Admission.Refusal> found, HttpServletResponse response)
      throws IOException {
    var refusal = found.orElse(null);
    if (refusal == null) {
      return false;
    }
    LOG.warn("refused: {}", refusal.sentence());
    problem(response, refusal.status(), refusal.sentence());
    return true;
  }

  private static Duration wait(HttpServletRequest request) {
    var millis = request.getParameter("wait");
    if (millis == null) {
      return DEFAULT_WAIT;
    }
    try {
      var wait = Duration.ofMillis(Long.parseLong(millis));
      if (wait.isNegative() || wait.compareTo(LONGEST_WAIT) > 0) {
        throw new MalformedMessage("wait is from 0 to " + LONGEST_WAIT.toMillis());
      }
      return wait;
    } catch (NumberFormatException _) {
      throw new MalformedMessage("wait is a number of milliseconds, not " + millis);
    }
  }

  /** A wait over a stream; nobody is told off for one that is too long. */
  static Duration allowed(Duration wait) {
    return wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
  }

  /**
   * A question binds its id to its record, so a resource manager asks about its own ones only, and
   * a client about what it might have begun here.
   */
  private void question(Peers.Peer peer, HttpServletRequest request, HttpServletResponse response)
      throws IOException, Body.Unacceptable {
    var record = HarcXml.readQuestion(Body.read(request));
    if (!record.resourceManagers().contains(peer.name())) {
      if (!peer.is(Peers.Role.REQUESTER)) {
        forbidden(response, peer.name() + " does not vote in " + record.id());
        return;
      }
      if (isRefused(admission.refusalToAsk(record, loop.members(), loop.now()), response)) {
        return;
      }
    }
    var asked = new Event.Asked(record.id(), record);
    knowledge(response, record.id(), loop.ask(record.id(), asked, QUESTION_WAIT));
  }

  private void outcome(String path, HttpServletResponse response) throws IOException {
    TransactionId id;
    try {
      id = new TransactionId(path.substring("/harc/transactions/".length()));
    } catch (IllegalArgumentException e) {
      throw new MalformedMessage(String.valueOf(e.getMessage()));
    }
    knowledge(response, id, loop.ask(id, new Event.Asked(id, null), QUESTION_WAIT));
  }

  private void messages(Peers.Peer peer, HttpServletRequest request, HttpServletResponse response)
      throws IOException, Body.Unacceptable {
    if (byCertificate) {
      forbidden(
          response, peer.name() + " comes over a stream, with its certificate, or not at all");
      return;
    }
    var objection = peer.is(Peers.Role.ACCEPTOR) ? objection(peer, request) : null;
    if (objection != null) {
      forbidden(response, objection);
      return;
    }
    var messages = HarcXml.readMessages(Body.read(request));
    for (var message : messages) {
      if (!MessagePolicy.isAllowed(peer, message)) {
        var kind = message.getClass().getSimpleName();
        forbidden(response, peer.name() + " may not say this " + kind);
        return;
      }
    }
    var handled = new ArrayList<CompletableFuture<Void>>();
    for (var message : messages) {
      handled.add(loop.submit(message.record().id(), new Event.Received(message, peer.name())));
    }
    CompletableFuture.allOf(handled.toArray(CompletableFuture[]::new)).join();
    response.setStatus(204);
  }

  private @Nullable String objection(Peers.Peer acceptor, HttpServletRequest request) {
    var shown = request.getHeader(PeerHttp.INCARNATION);
    try {
      var incarnation = shown == null ? Incarnation.NONE : Incarnation.of(shown);
      var objection = loop.others().objection(acceptor.name(), incarnation);
      return objection == null ? unmet(acceptor, request.getHeader(PeerHttp.LIFE)) : objection;
    } catch (IllegalArgumentException e) {
      throw new MalformedMessage(String.valueOf(e.getMessage()));
    }
  }

  /** One that has a stream is met there first in each life, and reminded of what it may forget. */
  private @Nullable String unmet(Peers.Peer acceptor, @Nullable String life) {
    var met = loop.others().seen(acceptor.name()).life();
    return streams && acceptor.stream() != null && !met.equals(life == null ? "" : life)
        ? acceptor.name() + " has not opened a stream since it was started"
        : null;
  }

  private void stopAt(HttpServletRequest request, HttpServletResponse response) throws IOException {
    var point = StopAt.find(String.valueOf(request.getParameter("point"))).orElse(null);
    if (!demo) {
      problem(response, 404, "acceptors stop themselves in the demo profile only");
    } else if (point == null) {
      problem(response, 400, "point is before-prepare or after-votes");
    } else {
      loop.arm(point);
      response.setStatus(204);
    }
  }

  private static void knowledge(HttpServletResponse response, TransactionId id, Knowledge knowledge)
      throws IOException {
    var status =
        switch (knowledge.outcome()) {
          case COMMIT, ABORT -> 200;
          case UNDECIDED -> 202;
          case UNKNOWN -> 404;
          case OTHER_RECORD -> 409;
          case NOT_STARTED -> 503;
        };
    write(response, status, HarcXml.write(id, knowledge));
  }

  static void problem(HttpServletResponse response, int status, @Nullable String sentence)
      throws IOException {
    write(response, status, HarcXml.writeProblem(status, String.valueOf(sentence)));
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
