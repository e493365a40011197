package org.touchpaper.harc.rm.transport;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
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
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.harc.client.xml.HarcMessageXml;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.platform.security.PeerAuthentication;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentFaultException;

/** The HTTP interface of a resource manager to clients. */
@RestController
public final class ResourceManagerQueryController {
  private static final Logger LOG = LoggerFactory.getLogger(ResourceManagerQueryController.class);
  private static final String XML = MediaType.APPLICATION_XML_VALUE;

  private final QueryService queries;

  public ResourceManagerQueryController(QueryService queries) {
    this.queries = queries;
  }

  @GetMapping(path = "/harc/query", produces = XML)
  String query(@RequestParam String transaction) {
    return HarcMessageXml.write(queries.queryStatus(new TransactionId(transaction)));
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
      @RequestParam(defaultValue = "") String ownBooking,
      @RequestParam MultiValueMap<String, String> parameters,
      PeerAuthentication sender) {
    var requester = RequesterParameterParser.requesterOf(sender.peer(), parameters);
    var window = new Schedule(Instant.parse(from), Instant.parse(to));
    var requestedAmount =
        Stream.of(bandwidthMbps, nodes, amount).filter(Objects::nonNull).findFirst().orElse(null);
    var length = duration == null ? null : Duration.parse(duration);
    var query =
        new ResourceAvailabilityQuery(
            requester, resource, window, requestedAmount, length, ownBooking);
    return HarcMessageXml.write(queries.timetable(query));
  }

  @GetMapping(path = "/harc/applications", produces = XML)
  String applications(
      @RequestParam String resource,
      @RequestParam MultiValueMap<String, String> parameters,
      PeerAuthentication sender) {
    var requester = RequesterParameterParser.requesterOf(sender.peer(), parameters);
    return HarcMessageXml.write(resource, queries.applications(resource, requester));
  }

  @ExceptionHandler({
    IllegalArgumentException.class,
    MissingServletRequestParameterException.class,
    DateTimeException.class
  })
  ResponseEntity<String> badRequest(Exception e) {
    return problem(HttpStatus.BAD_REQUEST, e);
  }

  /** A query that the network rejects, such as a path from a host to itself. */
  @ExceptionHandler
  ResponseEntity<String> unprocessable(SegmentFaultException e) {
    return problem(HttpStatus.UNPROCESSABLE_CONTENT, e);
  }

  @ExceptionHandler
  ResponseEntity<String> forbidden(AccessDeniedException e) {
    LOG.warn("request refused: {}", e.getMessage());
    return problem(HttpStatus.FORBIDDEN, e);
  }

  @ExceptionHandler
  ResponseEntity<String> unreachable(SchedulerUnreachableException e) {
    return problem(HttpStatus.SERVICE_UNAVAILABLE, e);
  }

  private static ResponseEntity<String> problem(HttpStatus status, Exception e) {
    return ResponseEntity.status(status)
        .contentType(MediaType.APPLICATION_XML)
        .body(HarcMessageXml.writeProblem(status.value(), String.valueOf(e.getMessage())));
  }
}
