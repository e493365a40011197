package org.touchpaper.bar.web.elements;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.api.SegmentElementsClient;
import org.touchpaper.bar.api.SegmentElementsClient.Listing;
import org.touchpaper.bar.directory.CurrentDirectory;
import org.touchpaper.bar.directory.Directory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The elements of this site's segments.
 *
 * @param domains those that answered, the campus first
 * @param unanswered the segments that did not answer
 */
public record ElementListing(List<Domain> domains, List<Listing.NoAnswer> unanswered) {

  public ElementListing {
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
      elements = elements.stream().sorted(ElementHealth.WORST_FIRST).toList();
    }

    public String summary() {
      return ElementHealth.summarize(elements);
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
    return ElementHealth.summarize(elements());
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
    private final CurrentDirectory directory;
    private final JsonMapper json;

    Reader(SegmentElementsClient client, CurrentDirectory directory, JsonMapper json) {
      this.client = client;
      this.directory = directory;
      this.json = json;
    }

    /** Reads the elements; a segment without an answer is named in the result. */
    public ElementListing read() {
      var domains = new ArrayList<Domain>();
      var unanswered = new ArrayList<Listing.NoAnswer>();
      for (var listing : client.list()) {
        switch (listing) {
          case Listing.Elements listed -> add(listed, domains, unanswered);
          case Listing.NoAnswer noAnswer -> unanswered.add(noAnswer);
        }
      }
      unanswered.forEach(noAnswer ->
          LOG.warn("element list unavailable segment={}: {}", noAnswer.segment(), noAnswer.why()));
      return new ElementListing(domains, unanswered);
    }

    private void add(
        Listing.Elements listed, List<Domain> domains, List<Listing.NoAnswer> unanswered) {
      try {
        var elements = json.readValue(listed.json(), ElementListItem.ElementList.class).elements();
        domains.add(new Domain(listed.segment(), title(listed.segment()), elements));
      } catch (JacksonException e) {
        LOG.debug("unreadable element list segment={}", listed.segment(), e);
        unanswered.add(new Listing.NoAnswer(listed.segment(), "invalid response"));
      }
    }

    private String title(String segment) {
      Directory known = directory.get();
      return segment.equals(known.bar().nsap()) ? "Wide area" : "Campus " + known.home().name();
    }
  }
}
