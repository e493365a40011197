package org.touchpaper.bar.web.elements;

import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.springframework.web.util.UriComponentsBuilder;
import org.touchpaper.bar.aggregator.ConnectionBookingFinder;
import org.touchpaper.bar.aggregator.ConnectionBookingFinder.BookingReference;
import org.touchpaper.bar.api.SegmentElementsClient;
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
  private final ElementListView.Reader listingReader;
  private final ConnectionBookingFinder bookings;
  private final JsonMapper json;

  ElementPageController(
      SegmentElementsClient elementsClient,
      ElementListView.Reader listingReader,
      ConnectionBookingFinder bookings,
      JsonMapper json) {
    this.elementsClient = elementsClient;
    this.listingReader = listingReader;
    this.bookings = bookings;
    this.json = json;
  }

  @GetMapping("/elements")
  String list(Authentication login, Model model) {
    var listing = listingReader.read();
    model.addAttribute("listing", listing);
    model.addAttribute("digest", listing.digest());
    model.addAttribute("who", login.getName());
    return "elements";
  }

  /** Tells open pages whether to reload: the text differs when what they show does. */
  @GetMapping(path = "/elements", params = "digest", produces = MediaType.TEXT_PLAIN_VALUE)
  @ResponseBody
  String digest() {
    return listingReader.read().digest();
  }

  @GetMapping("/elements/{tid}")
  String show(@PathVariable String tid, Authentication login, Model model) {
    var listing = listingReader.read();
    var row = listing.find(tid);
    if (row.isEmpty()) {
      return redirectOrNotFound(listing);
    }
    model.addAttribute("digest", listing.digest());
    model.addAttribute("who", login.getName());
    addDetails(row.get(), model);
    return "element";
  }

  /** Adds details and transcript. If they are unavailable the page says so and shows the rest. */
  private void addDetails(ElementListItem row, Model model) {
    var segment = row.service();
    var tid = row.name();
    model.addAttribute("row", row);
    try {
      model.addAttribute(
          "transcript", elementsClient.getTranscript(segment, tid, TRANSCRIPT_LINES));
      var reply = elementsClient.getElement(segment, tid);
      var element = json.readValue(reply, ElementDetails.class);
      var current = json.readValue(reply, ElementListItem.class);
      model.addAttribute("row", current);
      model.addAttribute("element", element);
      model.addAttribute("health", ElementHealthReport.of(current, element.holds().problem()));
      model.addAttribute("bookings", byText(bookings.find(element.connections())));
    } catch (IOException | JacksonException e) {
      LOG.warn("element details unavailable segment={} element={}: {}", segment, tid, e.toString());
      var reason = segment + ": " + e.getMessage();
      model.addAttribute("missed", reason);
      model.addAttribute("health", ElementHealthReport.of(row, reason));
    }
  }

  /** By the text of the connection, as the segment's reply has it. */
  private static Map<String, BookingReference> byText(Map<?, BookingReference> found) {
    return found.entrySet().stream()
        .collect(Collectors.toMap(entry -> entry.getKey().toString(), Map.Entry::getValue));
  }

  private static String redirectOrNotFound(ElementListView listing) {
    if (listing.unanswered().isEmpty()) {
      throw new ResponseStatusException(HttpStatus.NOT_FOUND);
    }
    return "redirect:/elements";
  }

  /** Asks for a confirmation, since it writes to the element. */
  @GetMapping("/elements/{tid}/restore")
  String confirmRestore(@PathVariable String tid, Authentication login, Model model) {
    var row = find(tid);
    model.addAttribute("row", row);
    model.addAttribute("who", login.getName());
    return "element-restore";
  }

  @PostMapping("/elements/{tid}/restore")
  String restore(@PathVariable String tid, Authentication login, RedirectAttributes flash) {
    var row = find(tid);
    LOG.info("operator={} element={} restore", login.getName(), tid);
    try {
      var reply = elementsClient.restore(row.service(), tid, login.getName());
      flash.addFlashAttribute(
          "restored", json.readValue(reply, ElementDetails.RestoreReply.class).text(tid));
    } catch (SegmentElementsClient.NotPermittedException e) {
      LOG.warn("restore refused segment={} element={}: {}", row.service(), tid, e.getMessage());
      flash.addFlashAttribute(
          "restored", "Nothing was restored: " + row.service() + ": " + e.getMessage() + ".");
    } catch (IOException | JacksonException e) {
      LOG.warn("restore failed segment={} element={}: {}", row.service(), tid, e.toString());
      flash.addFlashAttribute(
          "restored",
          "It is not known whether anything was restored: "
              + row.service()
              + ": "
              + e.getMessage()
              + ". Look at the configuration below before you try again.");
    }
    return "redirect:"
        + UriComponentsBuilder.fromPath("/elements").pathSegment(tid).encode().toUriString();
  }

  private ElementListItem find(String tid) {
    return listingReader
        .read()
        .find(tid)
        .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
  }

  /** Streams the transcript as server-sent events, one per line. */
  @GetMapping(path = "/elements/{tid}/transcript", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  SseEmitter followTranscript(@PathVariable String tid) {
    var segment = find(tid).service();
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
}
