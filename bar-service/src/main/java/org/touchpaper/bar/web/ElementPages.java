package org.touchpaper.bar.web;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.touchpaper.bar.api.SegmentElements;
import org.touchpaper.bar.api.SegmentElements.Listing;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The network elements of this site's segments, for operators: a list, and each in full. */
@Controller
class ElementPages {

  private static final Logger LOG = LoggerFactory.getLogger(ElementPages.class);

  /** What a page shows of a transcript before more comes. */
  private static final int LINES = 100;

  private static final long LONGEST_MS = 30 * 60 * 1000L;

  private final SegmentElements elements;
  private final JsonMapper json;

  ElementPages(SegmentElements elements, JsonMapper json) {
    this.elements = elements;
    this.json = json;
  }

  /** What the segments list, and of those that do not answer why. */
  private record Seen(List<ElementRow> rows, List<Listing.Silent> silent) {
    Optional<ElementRow> find(String tid) {
      return rows.stream().filter(row -> row.name().equals(tid)).findFirst();
    }
  }

  @GetMapping("/elements")
  String list(Authentication login, Model model) {
    var seen = look();
    model.addAttribute("rows", seen.rows());
    model.addAttribute("silent", seen.silent());
    model.addAttribute("who", login.getName());
    return "elements";
  }

  @GetMapping("/elements/{tid}")
  String show(@PathVariable String tid, Authentication login, Model model) {
    var seen = look();
    var row = seen.find(tid);
    if (row.isEmpty()) {
      return notShown(seen);
    }
    model.addAttribute("row", row.get());
    model.addAttribute("who", login.getName());
    inFull(row.get(), model);
    return "element";
  }

  /** What cannot be had is missed on the page, and said there; the rest of it is shown. */
  private void inFull(ElementRow row, Model model) {
    var segment = row.service();
    var tid = row.name();
    try {
      model.addAttribute("transcript", elements.transcript(segment, tid, LINES));
      model.addAttribute("element", json.readValue(elements.show(segment, tid), ElementPage.class));
    } catch (IOException | JacksonException e) {
      LOG.warn("{} does not show {}: {}", segment, tid, e.toString());
      model.addAttribute("missed", segment + ": " + e.getMessage());
    }
  }

  private static String notShown(Seen seen) {
    if (seen.silent().isEmpty()) {
      throw new ResponseStatusException(HttpStatus.NOT_FOUND);
    }
    return "redirect:/elements";
  }

  /** The transcript as it grows, as server-sent events of a line each. */
  @GetMapping(path = "/elements/{tid}/transcript", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  SseEmitter follow(@PathVariable String tid) {
    var segment =
        look()
            .find(tid)
            .map(ElementRow::service)
            .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    var emitter = new SseEmitter(LONGEST_MS);
    emitter.onTimeout(emitter::complete);
    Thread.ofVirtual().name("transcript of " + tid).start(() -> relay(segment, tid, emitter));
    return emitter;
  }

  /** Ends when either side does; an empty line of the segment's finds out about the other. */
  private void relay(String segment, String tid, SseEmitter emitter) {
    try (var lines = elements.follow(segment, tid, LINES)) {
      for (var line : (Iterable<String>) lines::iterator) {
        emitter.send(
            line.isEmpty()
                ? SseEmitter.event().comment("quiet")
                : SseEmitter.event().data(line, MediaType.TEXT_PLAIN));
      }
      emitter.complete();
    } catch (IOException | RuntimeException e) {
      LOG.debug("the transcript of {} is not followed any more: {}", tid, e.toString());
      emitter.completeWithError(e);
    }
  }

  private Seen look() {
    var rows = new ArrayList<ElementRow>();
    var silent = new ArrayList<Listing.Silent>();
    for (var listing : elements.list()) {
      switch (listing) {
        case Listing.Told told -> read(told, rows).ifPresent(silent::add);
        case Listing.Silent nothing -> silent.add(nothing);
      }
    }
    silent.forEach(
        each -> LOG.warn("{} does not list its elements: {}", each.segment(), each.why()));
    return new Seen(List.copyOf(rows), List.copyOf(silent));
  }

  private Optional<Listing.Silent> read(Listing.Told told, List<ElementRow> rows) {
    try {
      rows.addAll(json.readValue(told.json(), ElementRow.Listed.class).elements());
      return Optional.empty();
    } catch (JacksonException e) {
      LOG.debug("{} lists what nobody can read", told.segment(), e);
      return Optional.of(new Listing.Silent(told.segment(), "it answers with something else"));
    }
  }
}
