package org.touchpaper.bar.web.bookings;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The list page: sections of bookings, or one section with pages.
 *
 * @param here the URL of this page
 * @param messages what is wrong with the URL's parameters
 * @param seesAll whether the person sees others' bookings, too
 * @param isNarrowed whether a filter is set
 */
public record BookingListView(
    String here,
    List<String> messages,
    BookingListFilter filter,
    List<Section> sections,
    boolean seesAll,
    boolean isNarrowed,
    List<String> states,
    List<String> resources) {

  public BookingListView {
    messages = List.copyOf(messages);
    sections = List.copyOf(sections);
    states = List.copyOf(states);
    resources = List.copyOf(resources);
  }

  /** True if one section is shown with its pages, instead of the first rows of each. */
  public boolean isOneSection() {
    return sections.size() == 1;
  }

  /**
   * A section, or a page of it.
   *
   * @param key in URLs, such as {@code now}
   * @param count how many there are, in words
   * @param all the URL of the whole section; null if all of it is shown
   * @param newest the URL of the first page; null on it
   * @param headings of the columns by which it can be sorted
   */
  public record Section(
      String key,
      String heading,
      String count,
      List<BookingListItem> rows,
      @Nullable String all,
      @Nullable String newest,
      @Nullable String previous,
      @Nullable String next,
      List<Heading> headings) {
    public Section {
      rows = List.copyOf(rows);
      headings = List.copyOf(headings);
    }
  }

  /**
   * A heading that sorts.
   *
   * @param url sorts by it, or in the other direction
   * @param direction ascending, descending or none
   */
  public record Heading(String label, String url, String direction) {}
}
