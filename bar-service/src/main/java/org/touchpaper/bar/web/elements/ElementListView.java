package org.touchpaper.bar.web.elements;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.api.SegmentElementsClient;
import org.touchpaper.bar.api.SegmentElementsClient.Listing;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.http.PeerCircuitBreaker;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The elements of this site's segments.
 *
 * @param domains those that answered, the campus first
 * @param unanswered the segments that did not answer
 */
public record ElementListView(List<Domain> domains, List<Listing.NoAnswer> unanswered) {

  public ElementListView {
    domains = List.copyOf(domains);
    unanswered = List.copyOf(unanswered);
  }

  /**
   * The elements of one segment, the worst first.
   *
   * @param title for people
   */
  public record Domain(String segment, String title, List<ElementListItem> elements) {
    public Domain {
      elements = elements.stream().sorted(ElementHealthReport.WORST_FIRST).toList();
    }

    public String summary() {
      return ElementHealthReport.summarize(elements);
    }
  }

  public List<ElementListItem> elements() {
    return domains.stream().flatMap(domain -> domain.elements().stream()).toList();
  }

  public Optional<ElementListItem> find(String tid) {
    return elements().stream().filter(element -> element.name().equals(tid)).findFirst();
  }

  /** Returns a line about all elements. */
  public String summary() {
    return ElementHealthReport.summarize(elements());
  }

  /** Returns a text that differs when pages about these elements would. */
  public String digest() {
    return ElementListItem.digest(this);
  }

  /** Asks the segments for their elements. */
  @Component
  public static class Reader {

    private static final Logger LOG = LoggerFactory.getLogger(Reader.class);

    private final SegmentElementsClient client;
    private final CurrentNetworkDirectory directory;
    private final JsonMapper json;
    private final Clock clock;
    private final Map<String, PeerCircuitBreaker> outages = new ConcurrentHashMap<>();

    Reader(
        SegmentElementsClient client,
        CurrentNetworkDirectory directory,
        JsonMapper json,
        Clock clock) {
      this.client = client;
      this.directory = directory;
      this.json = json;
      this.clock = clock;
    }

    /**
     * Reads the elements; a segment without an answer is named in the result. While it is silent,
     * one reader asks it now and then.
     */
    public ElementListView read() {
      var unanswered = new ArrayList<Listing.NoAnswer>();
      var asked = new ArrayList<String>();
      for (var segment : client.listSegments()) {
        outage(segment)
            .problemInPause()
            .ifPresentOrElse(
                why -> unanswered.add(new Listing.NoAnswer(segment, why)),
                () -> asked.add(segment));
      }
      var domains = new ArrayList<Domain>();
      var askedAt = clock.instant();
      for (var listing : client.list(asked)) {
        switch (listing) {
          case Listing.Elements listed -> add(listed, askedAt, domains, unanswered);
          case Listing.NoAnswer noAnswer -> add(noAnswer, askedAt, unanswered);
        }
      }
      return new ElementListView(domains, unanswered);
    }

    private PeerCircuitBreaker outage(String segment) {
      return outages.computeIfAbsent(segment, _ -> new PeerCircuitBreaker(clock));
    }

    private void add(
        Listing.Elements listed,
        Instant askedAt,
        List<Domain> domains,
        List<Listing.NoAnswer> unanswered) {
      var segment = listed.segment();
      try {
        var elements = json.readValue(listed.json(), ElementListItem.ElementList.class).elements();
        domains.add(new Domain(segment, title(segment), elements));
      } catch (JacksonException e) {
        LOG.debug("unreadable element list segment={}", segment, e);
        add(new Listing.NoAnswer(segment, "invalid response"), askedAt, unanswered);
        return;
      }
      if (outage(segment).noteAnswer(askedAt)) {
        LOG.info("element list available again segment={}", segment);
      }
    }

    /** Logs once until there is an answer. */
    private void add(
        Listing.NoAnswer noAnswer, Instant askedAt, List<Listing.NoAnswer> unanswered) {
      unanswered.add(noAnswer);
      if (outage(noAnswer.segment()).noteProblem(askedAt, noAnswer.why())) {
        LOG.warn(
            "element list unavailable, asked again every {} s segment={}: {}",
            PeerCircuitBreaker.PAUSE.toSeconds(),
            noAnswer.segment(),
            noAnswer.why());
      }
    }

    /** Forgets which segments were silent. */
    public void clear() {
      outages.clear();
    }

    private String title(String segment) {
      NetworkDirectory known = directory.get();
      return segment.equals(known.bar().nsap()) ? "Wide area" : "Campus " + known.home().name();
    }
  }
}
