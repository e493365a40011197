package org.touchpaper.bar.web.elements;

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
import org.touchpaper.bar.api.SegmentElementsClient;
import org.touchpaper.bar.api.SegmentElementsClient.Listing;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The pages of this site's network elements, for operators: the list, and a page for each. */
@Controller
class ElementPageController {

  private static final Logger LOG = LoggerFactory.getLogger(ElementPageController.class);

  /** The number of transcript lines shown at first. */
  private static final int TRANSCRIPT_LINES = 100;

  private static final long MAX_CONNECTION_MS = 30 * 60 * 1000L;

  private final SegmentElementsClient elementsClient;
  private final JsonMapper json;

  ElementPageController(SegmentElementsClient elementsClient, JsonMapper json) {
    this.elementsClient = elementsClient;
    this.json = json;
  }

  /** The elements listed, and the segments that did not answer. */
  private record ElementListing(List<ElementListItem> rows, List<Listing.NoAnswer> unanswered) {
    Optional<ElementListItem> find(String tid) {
      return rows.stream().filter(row -> row.name().equals(tid)).findFirst();
    }
  }

  @GetMapping("/elements")
  String list(Authentication login, Model model) {
    var listing = listElements();
    model.addAttribute("rows", listing.rows());
    model.addAttribute("silent", listing.unanswered());
    model.addAttribute("who", login.getName());
    return "elements";
  }

  @GetMapping("/elements/{tid}")
  String show(@PathVariable String tid, Authentication login, Model model) {
    var listing = listElements();
    var row = listing.find(tid);
    if (row.isEmpty()) {
      return redirectOrNotFound(listing);
    }
    model.addAttribute("row", row.get());
    model.addAttribute("who", login.getName());
    addDetails(row.get(), model);
    return "element";
  }

  /** Adds details and transcript. If they are unavailable the page says so and shows the rest. */
  private void addDetails(ElementListItem row, Model model) {
    var segment = row.service();
    var tid = row.name();
    try {
      model.addAttribute(
          "transcript", elementsClient.getTranscript(segment, tid, TRANSCRIPT_LINES));
      model.addAttribute(
          "element", json.readValue(elementsClient.getElement(segment, tid), ElementView.class));
    } catch (IOException | JacksonException e) {
      LOG.warn("element details unavailable segment={} element={}: {}", segment, tid, e.toString());
      model.addAttribute("missed", segment + ": " + e.getMessage());
    }
  }

  private static String redirectOrNotFound(ElementListing listing) {
    if (listing.unanswered().isEmpty()) {
      throw new ResponseStatusException(HttpStatus.NOT_FOUND);
    }
    return "redirect:/elements";
  }

  /** Streams the transcript as server-sent events, one per line. */
  @GetMapping(path = "/elements/{tid}/transcript", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  SseEmitter followTranscript(@PathVariable String tid) {
    var segment =
        listElements()
            .find(tid)
            .map(ElementListItem::service)
            .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    var emitter = new SseEmitter(MAX_CONNECTION_MS);
    emitter.onTimeout(emitter::complete);
    Thread.ofVirtual().name("transcript of " + tid).start(() -> relay(segment, tid, emitter));
    return emitter;
  }

  /** Relays until either side ends; the segment's empty lines detect a disconnected client. */
  private void relay(String segment, String tid, SseEmitter emitter) {
    try (var lines = elementsClient.followTranscript(segment, tid, TRANSCRIPT_LINES)) {
      for (var line : (Iterable<String>) lines::iterator) {
        emitter.send(
            line.isEmpty()
                ? SseEmitter.event().comment("quiet")
                : SseEmitter.event().data(line, MediaType.TEXT_PLAIN));
      }
      emitter.complete();
    } catch (IOException | RuntimeException e) {
      LOG.debug("transcript of {} ended: {}", tid, e.toString());
      emitter.completeWithError(e);
    }
  }

  private ElementListing listElements() {
    var rows = new ArrayList<ElementListItem>();
    var unanswered = new ArrayList<Listing.NoAnswer>();
    for (var listing : elementsClient.list()) {
      switch (listing) {
        case Listing.Elements listed -> parseListing(listed, rows).ifPresent(unanswered::add);
        case Listing.NoAnswer noAnswer -> unanswered.add(noAnswer);
      }
    }
    unanswered.forEach(noAnswer ->
        LOG.warn("element list unavailable segment={}: {}", noAnswer.segment(), noAnswer.why()));
    return new ElementListing(List.copyOf(rows), List.copyOf(unanswered));
  }

  private Optional<Listing.NoAnswer> parseListing(
      Listing.Elements listed, List<ElementListItem> rows) {
    try {
      rows.addAll(json.readValue(listed.json(), ElementListItem.ElementList.class).elements());
      return Optional.empty();
    } catch (JacksonException e) {
      LOG.debug("unreadable element list segment={}", listed.segment(), e);
      return Optional.of(new Listing.NoAnswer(listed.segment(), "invalid response"));
    }
  }
}
