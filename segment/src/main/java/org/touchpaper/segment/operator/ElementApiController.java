package org.touchpaper.segment.operator;

import static java.util.stream.Collectors.joining;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.elementsession.transcript.TranscriptLine;
import org.touchpaper.elementsession.transcript.TranscriptStore;
import org.touchpaper.platform.problem.InvalidRequestException;

/**
 * Serves elements over HTTP: to operators under {@link #OPERATOR_PATH}, to peers under {@link
 * #PEER_PATH}.
 */
@RestController
final class ElementApiController {

  static final String OPERATOR_PATH = "/api/v1/elements";
  static final String PEER_PATH = "/elements";

  private static final Logger LOG = LoggerFactory.getLogger(ElementApiController.class);
  private static final Pattern OPERATOR_NAME = Pattern.compile("[^\\p{Cc}\\p{Cf}]{1,100}");
  private static final String TEXT = "text/plain;charset=UTF-8";

  private final ElementOperations operations;
  private final TranscriptSubscribers subscribers;

  ElementApiController(ElementOperations operations, TranscriptSubscribers subscribers) {
    this.operations = operations;
    this.subscribers = subscribers;
  }

  record ElementList(List<ElementSummary> elements) {}

  /**
   * A command of an operator.
   *
   * @param command one TL1 command, one show line, or configuration lines
   * @param write true if it may change the element
   */
  record CommandRequest(@Nullable String command, @Nullable Boolean write) {}

  /** Who of a peer's operators requests it. */
  record RestoreRequest(@Nullable String operator) {}

  @GetMapping({OPERATOR_PATH, PEER_PATH})
  ElementList list() {
    return new ElementList(operations.list());
  }

  @GetMapping({OPERATOR_PATH + "/{tid}", PEER_PATH + "/{tid}"})
  ElementDetailView show(@PathVariable String tid) {
    return operations.show(tid);
  }

  @GetMapping(
      path = {OPERATOR_PATH + "/{tid}/transcript", PEER_PATH + "/{tid}/transcript"},
      params = "!follow",
      produces = TEXT)
  String transcript(@PathVariable String tid, @RequestParam(defaultValue = "200") int lines) {
    return operations.transcript(tid, checked(lines)).stream()
        .map(TranscriptLine::toString)
        .collect(joining("\n", "", "\n"));
  }

  /**
   * Streams the transcript, one line each; an empty line now and then keeps the connection alive.
   */
  @GetMapping(
      path = {OPERATOR_PATH + "/{tid}/transcript", PEER_PATH + "/{tid}/transcript"},
      params = "follow")
  void follow(
      @PathVariable String tid,
      @RequestParam(defaultValue = "20") int lines,
      HttpServletResponse response) {
    var name = operations.nameOf(tid);
    var checkedLines = checked(lines);
    response.setContentType(TEXT);
    try {
      subscribers.follow(name, checkedLines, response.getOutputStream());
    } catch (IOException e) {
      LOG.debug("element={} transcript follower disconnected: {}", name, e.toString());
    }
  }

  @PostMapping(
      path = OPERATOR_PATH + "/{tid}/commands",
      consumes = MediaType.APPLICATION_JSON_VALUE)
  OperatorCommandResult send(
      @PathVariable String tid, @RequestBody CommandRequest request, Authentication login) {
    if (request.command() == null) {
      throw InvalidRequestException.malformed("command", "required", "command is required");
    }
    var write = Boolean.TRUE.equals(request.write());
    return operations.send(tid, request.command(), write, login.getName());
  }

  /** Restores missing items of active circuits; see {@link ElementRestoreResult}. */
  @PostMapping(OPERATOR_PATH + "/{tid}/restore")
  ElementRestoreResult restore(@PathVariable String tid, Authentication login) {
    return operations.restore(tid, login.getName());
  }

  /**
   * Restores as above, for an operator of a peer.
   *
   * @param request names the operator, for the record
   */
  @PostMapping(path = PEER_PATH + "/{tid}/restore", consumes = MediaType.APPLICATION_JSON_VALUE)
  ElementRestoreResult restoreForPeer(
      @PathVariable String tid, @RequestBody RestoreRequest request, Authentication login) {
    var operator = request.operator();
    if (operator == null || !OPERATOR_NAME.matcher(operator).matches()) {
      throw InvalidRequestException.malformed(
          "operator", "required", "operator is required: 1 to 100 printable characters");
    }
    return operations.restore(tid, operator + " at " + login.getName());
  }

  private static int checked(int lines) {
    if (lines < 0 || lines > TranscriptStore.MAX_RECENT_LINES) {
      throw InvalidRequestException.malformed(
          "lines", "out-of-range", "lines must be 0 to " + TranscriptStore.MAX_RECENT_LINES);
    }
    return lines;
  }
}
