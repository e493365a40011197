package org.touchpaper.bar.web.bookings;

import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.touchpaper.bar.api.CurrentUserPermissionService;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.listing.BookingPageFinder;
import org.touchpaper.bar.listing.BookingSection;
import org.touchpaper.bar.listing.MixedBookingPage;
import org.touchpaper.bar.overview.BookingSummaryFinder;
import org.touchpaper.bar.reservation.BookingPhase;

/** The list of bookings, which is the first page. */
@Controller
class BookingListController {

  private static final int PAGE_SIZE = 25;
  private static final int SECTION_SIZE = 10;

  /** Where a section is not alone on the page, it costs less to say that there are more. */
  private static final long SECTION_MAX_COUNT = 1_000;

  private final BookingSummaryFinder overview;
  private final CurrentNetworkDirectory directory;
  private final CurrentUserPermissionService currentUserPermissionService;
  private final Clock clock;

  BookingListController(
      BookingSummaryFinder overview,
      CurrentNetworkDirectory directory,
      CurrentUserPermissionService currentUserPermissionService,
      Clock clock) {
    this.overview = overview;
    this.directory = directory;
    this.currentUserPermissionService = currentUserPermissionService;
    this.clock = clock;
  }

  @GetMapping("/")
  String list(@ModelAttribute("given") BookingListFilter given, Authentication login, Model model) {
    var filter = BookingListFilter.stripped(given);
    var visibleOwner =
        currentUserPermissionService.ownerFilterFor(currentUserPermissionService.personOf(login));
    var sections =
        filter
            .findSection()
            .map(section -> List.of(section(section, filter, visibleOwner, PAGE_SIZE, true)))
            .orElseGet(() ->
                Stream.of(BookingSection.NOW, BookingSection.NEXT, BookingSection.PAST)
                    .map(section -> section(section, filter, visibleOwner, SECTION_SIZE, false))
                    .toList());
    model.addAttribute(
        "page",
        new BookingListView(
            filter.url(),
            filter.messages(),
            filter,
            sections,
            visibleOwner == null,
            filter.isNarrowed(),
            Stream.of(BookingPhase.values()).map(BookingPhase::name).toList(),
            resources()));
    model.addAttribute("who", login.getName());
    return "list";
  }

  private List<String> resources() {
    var known = directory.get();
    return Stream.concat(
            known.clusters().stream().map(NetworkDirectory.Cluster::name),
            known.hosts().stream().map(NetworkDirectory.Host::name))
        .toList();
  }

  private BookingListView.Section section(
      BookingSection section,
      BookingListFilter filter,
      @Nullable String visibleOwner,
      int limit,
      boolean isPaged) {
    if (filter.isEmptyPeriod()) {
      return view(
          section,
          filter,
          new BookingSummaryFinder.Page(
              List.of(), new MixedBookingPage(List.of(), null, null, 0, true)),
          isPaged);
    }
    var page =
        overview.list(
            filter.toQuery(visibleOwner, section, limit),
            section,
            filter.before() != null,
            isPaged ? BookingPageFinder.MAX_COUNT : SECTION_MAX_COUNT);
    return view(section, filter, page, isPaged);
  }

  private BookingListView.Section view(
      BookingSection section,
      BookingListFilter filter,
      BookingSummaryFinder.Page page,
      boolean isPaged) {
    var now = clock.instant();
    var found = page.found();
    return new BookingListView.Section(
        BookingListFilter.key(section),
        heading(section),
        count(found),
        page.bookings().stream().map(booking -> BookingListItem.of(booking, now)).toList(),
        isPaged || found.next() == null ? null : filter.sectionUrl(section),
        isPaged && found.previous() != null ? filter.pageUrl(null, null) : null,
        isPaged && found.previous() != null ? filter.pageUrl(null, found.previous()) : null,
        isPaged && found.next() != null ? filter.pageUrl(found.next(), null) : null,
        isPaged ? filter.headings(section) : List.of());
  }

  private static String count(MixedBookingPage found) {
    var number = String.format(Locale.ROOT, "%,d", found.count());
    return found.countIsExact() ? number : "more than " + number;
  }

  private static String heading(BookingSection section) {
    return switch (section) {
      case NOW -> "Now";
      case NEXT -> "Next";
      case PAST -> "Past";
      case ALL -> "All bookings";
    };
  }
}
