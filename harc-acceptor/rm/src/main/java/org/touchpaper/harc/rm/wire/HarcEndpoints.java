package org.touchpaper.harc.rm.wire;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.harc.client.HarcXml;
import org.touchpaper.harc.client.MalformedMessage;
import org.touchpaper.harc.client.ResourceState;
import org.touchpaper.harc.client.ResourceTimetable;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.rm.local.FreeTime;
import org.touchpaper.harc.rm.local.FreeTimeQuestion;
import org.touchpaper.harc.rm.local.LocalScheduler;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.harc.rm.vote.PrepareRejected;
import org.touchpaper.harc.rm.vote.Voter;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.peers.PeerAuthentication;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.Schedule;

/** The two faces of a resource manager: to acceptors, and to clients. */
@RestController
public final class HarcEndpoints {
  private static final Logger LOG = LoggerFactory.getLogger(HarcEndpoints.class);
  private static final String XML = MediaType.APPLICATION_XML_VALUE;

  private final Voter voter;
  private final LocalScheduler scheduler;

  /** True if acceptors show certificates, which they can on streams alone. */
  private final boolean byCertificate;

  public HarcEndpoints(Voter voter, LocalScheduler scheduler, TouchpaperProperties service) {
    this.voter = voter;
    this.scheduler = scheduler;
    this.byCertificate = service.tls() != null;
  }

  /** Answers once the question is on record; the vote goes to the acceptors by itself. */
  @PostMapping(path = "/harc/prepare", consumes = XML, produces = XML)
  ResponseEntity<Void> prepare(@RequestBody byte[] body, PeerAuthentication sender) {
    var prepare = HarcXml.readPrepare(HarcXml.text(body));
    checkSender(prepare.record(), sender);
    voter.prepare(prepare);
    return ResponseEntity.accepted().build();
  }

  /** Answers once the decision is on record. */
  @PostMapping(path = "/harc/decide", consumes = XML, produces = XML)
  ResponseEntity<Void> decide(@RequestBody byte[] body, PeerAuthentication sender) {
    var decide = HarcXml.readDecide(HarcXml.text(body));
    checkSender(decide.record(), sender);
    voter.decide(decide);
    return ResponseEntity.ok().build();
  }

  @GetMapping(path = "/harc/query", produces = XML)
  String query(@RequestParam String transaction) {
    var id = new TransactionId(transaction);
    var ledger = voter.find(id.value());
    var phase = ledger.map(Ledger::phase).orElse(Ledger.Phase.UNKNOWN);
    var parts = ledger.map(voter::parts).orElse(List.of());
    var problem = voter.findProblem(id.value());
    return HarcXml.write(
        new ResourceState(id, phase, parts.stream().map(p -> part(p, problem)).toList()));
  }

  @GetMapping(path = "/harc/timetable", produces = XML)
  String timetable(
      @RequestParam String resource,
      @RequestParam String from,
      @RequestParam String to,
      @RequestParam @Nullable Integer bandwidthMbps,
      @RequestParam @Nullable Integer nodes,
      @RequestParam @Nullable Integer amount,
      @RequestParam @Nullable String duration,
      @RequestParam MultiValueMap<String, String> all,
      PeerAuthentication sender) {
    var asker = Asker.of(sender.peer(), all);
    var window = new Schedule(Instant.parse(from), Instant.parse(to));
    var wanted =
        Stream.of(bandwidthMbps, nodes, amount).filter(Objects::nonNull).findFirst().orElse(null);
    var length = duration == null ? null : Duration.parse(duration);
    if ((wanted != null && wanted < 1) || (length != null && !length.isPositive())) {
      throw new IllegalArgumentException("what is wanted, and for how long, are more than nothing");
    }
    var question = new FreeTimeQuestion(asker, resource, window, wanted, length);
    return HarcXml.write(timetable(resource, scheduler.timetable(question)));
  }

  /** Only an acceptor of the transaction itself speaks about it. */
  private void checkSender(TransactionRecord record, PeerAuthentication sender) {
    if (byCertificate) {
      throw new AccessDeniedException(
          sender.peer().name() + " comes over a stream, with its certificate, or not at all");
    }
    if (!record.acceptors().contains(sender.peer().name())) {
      throw new AccessDeniedException(sender.peer().name() + " is no acceptor of " + record.id());
    }
  }

  private static ResourceState.Part part(Part part, @Nullable String problem) {
    var sentence = part.problem() != null ? part.problem() : problem;
    return new ResourceState.Part(
        part.ident(),
        ResourceState.PartState.valueOf(part.state().name()),
        part.reference(),
        sentence == null ? "" : sentence,
        part.released());
  }

  private static ResourceTimetable timetable(String resource, FreeTime free) {
    return new ResourceTimetable(
        resource,
        free.unit(),
        free.steps().stream()
            .map(step ->
                new ResourceTimetable.Step(
                    step.during().startTime(), step.during().endTime(), step.free()))
            .toList(),
        free.starts().stream()
            .map(range -> new ResourceTimetable.StartRange(range.firstStart(), range.lastStart()))
            .toList());
  }

  @ExceptionHandler({
    MalformedMessage.class,
    IllegalArgumentException.class,
    MissingServletRequestParameterException.class,
    DateTimeException.class
  })
  ResponseEntity<String> malformed(Exception e) {
    return problem(HttpStatus.BAD_REQUEST, e);
  }

  /** What the network has against a question, such as a path from a host to itself. */
  @ExceptionHandler
  ResponseEntity<String> unanswerable(Fault e) {
    return problem(HttpStatus.UNPROCESSABLE_CONTENT, e);
  }

  @ExceptionHandler
  ResponseEntity<String> notYours(AccessDeniedException e) {
    LOG.warn("refused: {}", e.getMessage());
    return problem(HttpStatus.FORBIDDEN, e);
  }

  @ExceptionHandler
  ResponseEntity<String> rejected(PrepareRejected e) {
    return problem(HttpStatus.CONFLICT, e);
  }

  /** Two decisions about one transaction, or a commit without a vote: somebody broke a promise. */
  @ExceptionHandler
  ResponseEntity<String> impossible(IllegalStateException e) {
    LOG.error("a promise was broken: {}", e.getMessage());
    return problem(HttpStatus.CONFLICT, e);
  }

  @ExceptionHandler
  ResponseEntity<String> unreachable(SchedulerUnreachable e) {
    return problem(HttpStatus.SERVICE_UNAVAILABLE, e);
  }

  private static ResponseEntity<String> problem(HttpStatus status, Exception e) {
    return ResponseEntity.status(status)
        .contentType(MediaType.APPLICATION_XML)
        .body(HarcXml.writeProblem(status.value(), String.valueOf(e.getMessage())));
  }
}
