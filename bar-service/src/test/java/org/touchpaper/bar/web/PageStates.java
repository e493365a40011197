package org.touchpaper.bar.web;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.FakeElements;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.harc.client.model.VoteNote;

/**
 * Every page in the states that matter: when nothing is booked, with bookings of all kinds, after a
 * refusal, and when something is broken. {@link AllPagesTest} opens them in this order.
 */
final class PageStates {

  private static final String NEXT_HOUR =
      "/book?source=vis.ucl&destination=newton.manchester&bandwidthMbps=300&cluster=newton&nodes=4"
          + "&start=2026-12-02T04:00:00&minutes=60&description=SPICE";

  private static final String TOMORROW =
      RequestBodies.with(
          RequestBodies.BOTH,
          "/schedule",
          """
          {"startTime":"2026-12-02T09:00:00Z","endTime":"2026-12-02T10:00:00Z"}
          """);

  private static final List<String> ALL = BrowserForm.ROLES;
  private static final List<String> BOOKERS = List.of("scientist", "operator", "admin");
  private static final List<String> OPERATORS = List.of("operator", "admin");
  private static final List<String> OFFICERS = List.of("officer", "admin");

  private final BarFixture fixture;

  /** Ids of bookings, of none until they are booked. */
  private String active = "none";

  private String planned = "none";

  PageStates(BarFixture fixture) {
    this.fixture = fixture;
  }

  /**
   * A page.
   *
   * @param name of its picture
   * @param roles that are offered it
   * @param action what to do on it first, by role and label
   */
  record PageState(String name, List<String> roles, String path, Consumer<Page> action) {
    PageState(String name, List<String> roles, String path) {
      this(name, roles, path, _ -> {});
    }

    /** Of HTTP. */
    int status() {
      return name.startsWith("denied") ? 403 : name.startsWith("not-found") ? 404 : 200;
    }

    boolean isOfferedTo(String role) {
      return roles.contains(role);
    }
  }

  /** Pages of a broker without bookings, whose campus service does not answer. */
  List<PageState> withoutBookings() {
    return List.of(
        new PageState("bookings-empty", ALL, "/"),
        new PageState("timeline-empty", List.of("scientist"), "/timeline"),
        new PageState("network-unbooked", List.of("scientist"), "/network"),
        new PageState("security-without-answer", OFFICERS, "/security"),
        new PageState("security-cut-without-answer", OFFICERS, "/security/cut?kind=site"),
        new PageState("administration-quiet", List.of("admin"), "/admin"),
        new PageState("notifications-empty", List.of("scientist"), "/notifications"),
        new PageState("not-found", ALL, "/no-such-page"),
        new PageState("denied-booking", List.of("officer"), "/book"),
        new PageState("denied-elements", List.of("scientist", "officer"), "/elements"),
        new PageState("denied-security", List.of("scientist", "operator"), "/security"),
        new PageState("denied-administration", List.of("scientist", "officer"), "/admin"));
  }

  /** Books one lightpath that is up, a run that is planned, and more by others. */
  void book(String role) {
    fixture.elements.describeTopology(FakeElements.UKLIGHT);
    fixture.segments.describeEndpoints();
    fixture.segments.describePath(
        "nsap",
        "METRO-UCL",
        "UCL-LONDON",
        "LONDON",
        "LONDON-READING",
        "READING",
        "READING-WARRINGTON",
        "WARRINGTON",
        "MANCHESTER-WARRINGTON",
        "METRO-MAN");
    var owner = BOOKERS.contains(role) ? role : "scientist";
    active = bookAs(owner, "reservations", RequestBodies.LIGHTPATH, "a film");
    planned = bookAs(owner, "co-allocations", TOMORROW, "SPICE run 43");
    bookAs("operator", "co-allocations", RequestBodies.BOTH, "an upgrade of the visualisation");
    var cancelled = bookAs(owner, "co-allocations", RequestBodies.BOTH, "");
    fixture.clientFor(owner).delete("/api/v1/co-allocations/" + cancelled);
    var evening = BarFixture.NOW.plus(Duration.ofHours(3));
    var night = evening.plus(Duration.ofHours(4));
    fixture.harc.setFree("rm-newton", evening, night, 3);
    for (var rm : List.of("rm-network", "rm-newton")) {
      fixture.harc.setPossibleStarts(rm, night, night.plus(Duration.ofDays(1)));
    }
    fixture.clock.set(BarFixture.NOW.plus(Duration.ofMinutes(75)));
    fixture.pollNowAndAfter(Duration.ofSeconds(30));
  }

  private String bookAs(String user, String kind, String body, String description) {
    var named = RequestBodies.with(body, "/description", "\"" + description + "\"");
    var reply = fixture.clientFor(user).post("/api/v1/" + kind, named);
    return reply.text(kind.equals("reservations") ? "/connectionId" : "/id");
  }

  /** Pages after {@link #book}; the last show what is broken. */
  List<PageState> withBookings() {
    var pages = new ArrayList<PageState>();
    Stream.of(
            new PageState("bookings", ALL, "/"),
            new PageState("bookings-filtered", ALL, "/?section=past&sort=-created&state=CANCELLED"),
            new PageState("bookings-nothing-found", List.of("officer"), "/?q=nothing"),
            new PageState("booking-active", ALL, "/bookings/" + active),
            new PageState("booking-traffic", BOOKERS, "/bookings/" + active + "/traffic"),
            new PageState("booking-planned", ALL, "/bookings/" + planned),
            new PageState("booking-refused", BOOKERS, "/bookings/" + planned, this::changeWrongly),
            new PageState("booking-cancel", BOOKERS, "/bookings/" + planned + "/cancel"),
            new PageState("timeline", ALL, "/timeline?nodes=4"),
            new PageState("timeline-week", List.of("scientist"), "/timeline?zoom=week&nodes=4"),
            new PageState("timeline-change", BOOKERS, changeOfTimes()),
            new PageState("book", BOOKERS, NEXT_HOUR),
            new PageState("book-new", BOOKERS, "/book"),
            new PageState("book-checked", BOOKERS, NEXT_HOUR, PageStates::check),
            new PageState("book-errors", BOOKERS, NEXT_HOUR, PageStates::bookWrongly),
            new PageState("book-refused", BOOKERS, NEXT_HOUR, this::bookWhatIsTaken),
            new PageState("network", ALL, "/network"),
            new PageState("network-link", ALL, "/network?link=LONDON-READING"),
            new PageState("network-element", OPERATORS, "/network?element=LONDON"),
            new PageState("elements", OPERATORS, "/elements"),
            new PageState("element", OPERATORS, "/elements/LONDON"),
            new PageState("element-good", OPERATORS, "/elements/LEEDS"),
            new PageState("element-restore", OPERATORS, "/elements/LONDON/restore"),
            new PageState("security", OFFICERS, "/security"),
            new PageState("security-cut", OFFICERS, "/security/cut?kind=host&target=vis"),
            new PageState("security-cut-record", OFFICERS, cutOfHost(), PageStates::cut),
            new PageState("security-with-a-cut", OFFICERS, "/security"),
            new PageState("security-log", OFFICERS, "/security/log"),
            new PageState("security-log-empty", OFFICERS, "/security/log?search=nothing"),
            new PageState("administration", List.of("admin"), "/admin"),
            new PageState("notifications", ALL, "/notifications"),
            new PageState("notifications-errors", ALL, "/notifications", PageStates::addWrongly),
            new PageState("webhooks", ALL, "/notifications/webhooks"),
            new PageState("api", List.of("scientist"), "/api/docs"),
            new PageState("booking-broken", ALL, "/bookings/" + active, this::breakHop),
            new PageState("bookings-broken", ALL, "/"),
            new PageState("login-failed", List.of("scientist"), "/login?error", PageStates::leave),
            new PageState("login", List.of("scientist"), "/login"))
        .forEach(pages::add);
    return pages;
  }

  private String changeOfTimes() {
    return "/timeline/change?booking="
        + planned
        + "&start=2026-12-02T11:00:00Z&end=2026-12-02T12:30:00Z";
  }

  private static String cutOfHost() {
    return "/security/cut?kind=host&target=vis";
  }

  private static Locator label(Page page, String text) {
    return page.getByLabel(text, new Page.GetByLabelOptions().setExact(true));
  }

  private static void click(Page page, String button) {
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(button).setExact(true))
        .click();
  }

  private void changeWrongly(Page page) {
    page.getByText("Edit booking").click();
    page.getByLabel("Description").fill("SPICE run 44");
    label(page, "Nodes of newton").fill("many");
    click(page, "Save changes");
  }

  private static void check(Page page) {
    click(page, "Check");
    page.getByText("Nothing is booked").first().waitFor();
  }

  /** As the end of the session. */
  private static void leave(Page page) {
    page.context().clearCookies();
    page.reload();
  }

  private static void bookWrongly(Page page) {
    label(page, "Nodes").fill("129");
    label(page, "Length").fill("abc");
    click(page, "Book");
  }

  private void bookWhatIsTaken(Page page) {
    fixture.harc.refuseAll(
        new VoteNote.Refusal(
            "n",
            "NODES_BUSY",
            "newton",
            "nodes",
            "newton has 0 of 128 nodes free; 4 requested",
            false,
            null));
    click(page, "Book");
    fixture.harc.commitAll();
  }

  private static void cut(Page page) {
    page.getByLabel("Reason").fill("port scan");
    click(page, "Cut host vis");
  }

  private static void addWrongly(Page page) {
    page.getByLabel("Mail address").fill("anne");
    click(page, "Save");
  }

  private void breakHop(Page page) {
    fixture.segments.reportProblem("nsap", "impaired: LONDON 1-A-1-1: loss of signal");
    fixture.pollNowAndAfter(Duration.ofSeconds(30));
    page.reload();
  }
}
