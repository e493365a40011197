package org.touchpaper.segment.operator;

import static java.util.stream.Collectors.joining;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
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
import org.touchpaper.platform.problem.InvalidRequest;
import org.touchpaper.tl1.session.TranscriptLine;
import org.touchpaper.tl1.session.Transcripts;

/** The elements over HTTP: for operators under {@link #PEOPLE}, for peers under {@link #PEERS}. */
@RestController
final class ElementController {

  static final String PEOPLE = "/api/v1/elements";
  static final String PEERS = "/elements";

  private static final Logger LOG = LoggerFactory.getLogger(ElementController.class);
  private static final String TEXT = "text/plain;charset=UTF-8";

  private final ElementDesk desk;
  private final Followers followers;

  ElementController(ElementDesk desk, Followers followers) {
    this.desk = desk;
    this.followers = followers;
  }

  record Listed(List<ElementSummary> elements) {}

  /**
   * A command by hand.
   *
   * @param command one TL1 command, one line that shows something, or lines of configuration
   * @param write true if it may change the element
   */
  record Order(@Nullable String command, @Nullable Boolean write) {}

  @GetMapping({PEOPLE, PEERS})
  Listed list() {
    return new Listed(desk.list());
  }

  @GetMapping({PEOPLE + "/{tid}", PEERS + "/{tid}"})
  ElementDetail show(@PathVariable String tid) {
    return desk.show(tid);
  }

  @GetMapping(
      path = {PEOPLE + "/{tid}/transcript", PEERS + "/{tid}/transcript"},
      params = "!follow",
      produces = TEXT)
  String transcript(@PathVariable String tid, @RequestParam(defaultValue = "200") int lines) {
    return desk.transcript(tid, checked(lines)).stream()
        .map(TranscriptLine::toString)
        .collect(joining("\n", "", "\n"));
  }

  /** Stays open, a line for each that is exchanged; an empty one now and then says we are here. */
  @GetMapping(
      path = {PEOPLE + "/{tid}/transcript", PEERS + "/{tid}/transcript"},
      params = "follow")
  void follow(
      @PathVariable String tid,
      @RequestParam(defaultValue = "20") int lines,
      HttpServletResponse response) {
    var name = desk.nameOf(tid);
    var wanted = checked(lines);
    response.setContentType(TEXT);
    try {
      followers.follow(name, wanted, response.getOutputStream());
    } catch (IOException e) {
      LOG.debug("nobody follows {} any more: {}", name, e.toString());
    }
  }

  @PostMapping(path = PEOPLE + "/{tid}/commands", consumes = MediaType.APPLICATION_JSON_VALUE)
  Said send(@PathVariable String tid, @RequestBody Order order, Authentication login) {
    if (order.command() == null) {
      throw InvalidRequest.malformed("command", "required", "command is missing");
    }
    var write = Boolean.TRUE.equals(order.write());
    return desk.send(tid, order.command(), write, login.getName());
  }

  /** Puts back what is missing of circuits that stand; see {@link Restored}. */
  @PostMapping(PEOPLE + "/{tid}/restore")
  Restored restore(@PathVariable String tid, Authentication login) {
    return desk.restore(tid, login.getName());
  }

  private static int checked(int lines) {
    if (lines < 0 || lines > Transcripts.RECENT) {
      throw InvalidRequest.malformed(
          "lines", "out-of-range", "lines is 0 to " + Transcripts.RECENT);
    }
    return lines;
  }
}
