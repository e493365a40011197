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
final class ShownPages {

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

  ShownPages(BarFixture fixture) {
    this.fixture = fixture;
  }

  /**
   * A page.
   *
   * @param name of its picture
   * @param roles that are offered it
   * @param action what to do on it first, by role and label
   */
  record ShownPage(String name, List<String> roles, String path, Consumer<Page> action) {
    ShownPage(String name, List<String> roles, String path) {
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
  List<ShownPage> withoutBookings() {
    return List.of(
        new ShownPage("bookings-empty", ALL, "/"),
        new ShownPage("timeline-empty", List.of("scientist"), "/timeline"),
        new ShownPage("network-unbooked", List.of("scientist"), "/network"),
        new ShownPage("security-without-answer", OFFICERS, "/security"),
        new ShownPage("security-cut-without-answer", OFFICERS, "/security/cut?kind=site"),
        new ShownPage("administration-quiet", List.of("admin"), "/admin"),
        new ShownPage("notifications-empty", List.of("scientist"), "/notifications"),
        new ShownPage("not-found", ALL, "/no-such-page"),
        new ShownPage("denied-booking", List.of("officer"), "/book"),
        new ShownPage("denied-elements", List.of("scientist", "officer"), "/elements"),
        new ShownPage("denied-security", List.of("scientist", "operator"), "/security"),
        new ShownPage("denied-administration", List.of("scientist", "officer"), "/admin"));
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
  List<ShownPage> withBookings() {
    var pages = new ArrayList<ShownPage>();
    Stream.of(
            new ShownPage("bookings", ALL, "/"),
            new ShownPage("bookings-filtered", ALL, "/?section=past&sort=-created&state=CANCELLED"),
            new ShownPage("bookings-nothing-found", List.of("officer"), "/?q=nothing"),
            new ShownPage("booking-active", ALL, "/bookings/" + active),
            new ShownPage("booking-traffic", BOOKERS, "/bookings/" + active + "/traffic"),
            new ShownPage("booking-planned", ALL, "/bookings/" + planned),
            new ShownPage("booking-refused", BOOKERS, "/bookings/" + planned, this::changeWrongly),
            new ShownPage("booking-cancel", BOOKERS, "/bookings/" + planned + "/cancel"),
            new ShownPage("timeline", ALL, "/timeline?nodes=4"),
            new ShownPage("timeline-week", List.of("scientist"), "/timeline?zoom=week&nodes=4"),
            new ShownPage("timeline-change", BOOKERS, changeOfTimes()),
            new ShownPage("book", BOOKERS, NEXT_HOUR),
            new ShownPage("book-new", BOOKERS, "/book"),
            new ShownPage("book-checked", BOOKERS, NEXT_HOUR, ShownPages::check),
            new ShownPage("book-errors", BOOKERS, NEXT_HOUR, ShownPages::bookWrongly),
            new ShownPage("book-refused", BOOKERS, NEXT_HOUR, this::bookWhatIsTaken),
            new ShownPage("network", ALL, "/network"),
            new ShownPage("network-link", ALL, "/network?link=LONDON-READING"),
            new ShownPage("network-element", OPERATORS, "/network?element=LONDON"),
            new ShownPage("elements", OPERATORS, "/elements"),
            new ShownPage("element", OPERATORS, "/elements/LONDON"),
            new ShownPage("element-good", OPERATORS, "/elements/LEEDS"),
            new ShownPage("element-restore", OPERATORS, "/elements/LONDON/restore"),
            new ShownPage("security", OFFICERS, "/security"),
            new ShownPage("security-cut", OFFICERS, "/security/cut?kind=host&target=vis"),
            new ShownPage("security-cut-record", OFFICERS, cutOfHost(), ShownPages::cut),
            new ShownPage("security-with-a-cut", OFFICERS, "/security"),
            new ShownPage("security-log", OFFICERS, "/security/log"),
            new ShownPage("security-log-empty", OFFICERS, "/security/log?search=nothing"),
            new ShownPage("administration", List.of("admin"), "/admin"),
            new ShownPage("notifications", ALL, "/notifications"),
            new ShownPage("notifications-errors", ALL, "/notifications", ShownPages::addWrongly),
            new ShownPage("webhooks", ALL, "/notifications/webhooks"),
            new ShownPage("api", List.of("scientist"), "/api/docs"),
            new ShownPage("booking-broken", ALL, "/bookings/" + active, this::breakHop),
            new ShownPage("bookings-broken", ALL, "/"),
            new ShownPage("login-failed", List.of("scientist"), "/login?error", ShownPages::leave),
            new ShownPage("login", List.of("scientist"), "/login"))
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
