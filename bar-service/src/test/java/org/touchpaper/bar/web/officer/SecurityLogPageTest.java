package org.touchpaper.bar.web.officer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.FakeCampus;
import org.touchpaper.bar.fixture.PageBrowser;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.bar.securitylog.SecurityLog;
import org.touchpaper.bar.securitylog.SecurityLogEntry;
import org.touchpaper.bar.securitylog.SecurityLogQuery;
import tools.jackson.databind.json.JsonMapper;

/** The log of sign-ins, cuts and changes: what is in it, and how it is searched and exported. */
class SecurityLogPageTest {

  private static final SecurityLogQuery ALL = new SecurityLogQuery("", null, null, null, null);

  private final BarFixture fixture = BarFixture.shared();
  private final SecurityLog log = fixture.bean(SecurityLog.class);
  private final PageBrowser browser = new PageBrowser(fixture.url());

  @Test
  void recordsSignInsAndFailedOnes() {
    fixture.clock.advance(Duration.ofMinutes(2));
    browser.logIn("officer", "wrong");
    browser.logIn("officer", "wrong");
    browser.logIn("officer", "officer");
    assertThat(log.list(ALL, 10))
        .extracting(SecurityLogEntry::kind)
        .containsExactly(
            SecurityLogEntry.Kind.SIGN_IN,
            SecurityLogEntry.Kind.SIGN_IN_FAILED,
            SecurityLogEntry.Kind.SIGN_IN_FAILED);
    assertThat(log.list(ALL, 1).getFirst())
        .returns("officer", SecurityLogEntry::who)
        .returns("127.0.0.1", SecurityLogEntry::address);
    assertThat(browser.get("/security/log").text()).contains("sign-in failed", "127.0.0.1");
  }

  /** A program sends its password with each request. */
  @Test
  void recordsAProgramOnceAMinute() {
    fixture.clock.advance(Duration.ofMinutes(4));
    var program = fixture.clientFor("operator");
    program.get("/api/v1/co-allocations");
    program.get("/api/v1/co-allocations");
    assertThat(log.list(ALL, 10)).hasSize(1);
    fixture.clock.advance(Duration.ofMinutes(1));
    program.get("/api/v1/co-allocations");
    assertThat(log.list(ALL, 10)).hasSize(2);
  }

  @Test
  void recordsWhoMadeChangedAndEndedABooking() {
    var scientist = fixture.clientFor("scientist");
    var made = scientist.post("/api/v1/co-allocations", RequestBodies.BOTH);
    scientist.delete("/api/v1/co-allocations/" + made.text("/id"));
    scientist.delete("/api/v1/co-allocations/" + made.text("/id"));
    assertThat(log.list(ALL, 10))
        .filteredOn(entry -> entry.subject() != null)
        .extracting(entry -> entry.kind() + " " + entry.who())
        .containsExactly("ENDED scientist", "BOOKED scientist");
  }

  @Test
  void recordsWhatAnOfficerCutsAndLifts() {
    try (var _ = new FakeCampus()) {
      browser.logIn("officer", "officer");
      var id = UUID.randomUUID();
      browser.post("/security/cut", "kind=host&target=vis&reason=scan&id=" + id);
      browser.post("/security/cuts/" + id + "/lift", "reason=clean");
      assertThat(browser.get("/security/log?search=" + id).text())
          .contains("ordered: vis.ucl: clean", "ordered: vis.ucl: scan")
          .contains("href=\"/security/cuts/" + id + "\"");
      assertThat(browser.get("/security/log?kind=LIFTED").text())
          .contains("clean")
          .doesNotContain("vis.ucl: scan");
    }
  }

  /** The segment may have carried the order out. */
  @Test
  void recordsAnOrderWhoseOutcomeIsUnknown() {
    browser.logIn("officer", "officer");
    var id = UUID.randomUUID();
    browser.post("/security/cut", "kind=host&target=vis&reason=scan&id=" + id); // nothing answers
    browser.post("/security/cuts/" + id + "/lift", "reason=clean");
    assertThat(log.list(new SecurityLogQuery(id.toString(), null, null, null, null), 10))
        .extracting(SecurityLogEntry::kind, SecurityLogEntry::who, SecurityLogEntry::detail)
        .containsExactly(
            tuple(SecurityLogEntry.Kind.LIFTED, "officer", unknown("lift: clean")),
            tuple(SecurityLogEntry.Kind.CUT, "officer", unknown("host vis: scan")));
    assertThat(browser.get("/security/log?search=" + id).text())
        .contains("outcome unknown", "href=\"/security/cuts/" + id + "\"");
  }

  /** The segment has carried out nothing, and says why. */
  @ParameterizedTest
  @CsvSource({
    "401, give this broker the role officer among its peers",
    "403, give this broker the role officer among its peers",
    "409, 'Order it again; the order then gets a new id.'",
    "422, 'Correct it, and order it again.'",
    "429, 'Wait a minute, and order it again.'"
  })
  void recordsAnOrderThatTheSegmentRefusesAndShowsItsWords(int status, String advice) {
    try (var campus = new FakeCampus()) {
      browser.logIn("officer", "officer");
      campus.refuse(status);
      var id = UUID.randomUUID();
      var page = browser.post("/security/cut", "kind=host&target=vis&reason=scan&id=" + id).text();
      var words = "lnsap-ucl refuses it: the campus says " + status + ".";
      assertThat(page).contains("Not cut: " + words, advice, "value=\"scan\"");
      assertThat(page.contains("name=\"id\" value=\"" + id + "\"")).isEqualTo(status != 409);
      browser.post("/security/cuts/" + id + "/lift", "reason=clean");
      var refused = "order refused by lnsap-ucl (HTTP " + status + ": the campus says " + status;
      assertThat(log.list(new SecurityLogQuery(id.toString(), null, null, null, null), 10))
          .extracting(SecurityLogEntry::kind, SecurityLogEntry::who, SecurityLogEntry::detail)
          .containsExactly(
              tuple(SecurityLogEntry.Kind.LIFTED, "officer", refused + "); lift: clean"),
              tuple(SecurityLogEntry.Kind.CUT, "officer", refused + "); host vis: scan"));
      assertThat(browser.get("/security/log?search=" + id).text())
          .contains("order refused by lnsap-ucl")
          .doesNotContain("href=\"/security/cuts/" + id, "outcome unknown");
      assertThat(browser.get("/security").text())
          .contains("refuses: the campus says " + status + ".")
          .doesNotContain("does not answer");
    }
  }

  /** 503 says nothing about what was carried out. */
  @Test
  void anErrorOfTheSegmentLeavesTheOutcomeOpen() {
    try (var campus = new FakeCampus()) {
      browser.logIn("officer", "officer");
      campus.refuse(503);
      var id = UUID.randomUUID();
      assertThat(browser.post("/security/cut", "kind=host&target=vis&reason=scan&id=" + id).text())
          .contains("does not answer (HTTP status 503). It may be cut or not.");
      assertThat(browser.get("/security/log?search=" + id).text()).contains("outcome unknown");
    }
  }

  @Test
  void recordsAnOrderForWhatIsCutOrLiftedAlready() {
    try (var _ = new FakeCampus()) {
      browser.logIn("officer", "officer");
      var first = UUID.randomUUID();
      browser.post("/security/cut", "kind=host&target=vis&reason=scan&id=" + first);
      var admin = new PageBrowser(fixture.url());
      admin.logIn("admin", "admin");
      var again =
          admin.post("/security/cut", "kind=host&target=vis&reason=worm&id=" + UUID.randomUUID());
      assertThat(again.location()).isEqualTo("/security/cuts/" + first);
      var already = "was cut already by officer through bar-ucl: scan";
      assertThat(again.text()).contains("Nothing changed: it " + already + ".");
      admin.post("/security/cuts/" + first + "/lift", "reason=clean");
      browser.post("/security/cuts/" + first + "/lift", "reason=false+alarm");
      var lifted = "was lifted already by admin: clean";
      assertThat(log.list(new SecurityLogQuery(first.toString(), null, null, null, null), 10))
          .extracting(SecurityLogEntry::who, SecurityLogEntry::detail)
          .containsExactly(
              tuple("officer", "ordered: " + lifted + "; vis.ucl: false alarm"),
              tuple("admin", "ordered: vis.ucl: clean"),
              tuple("admin", "ordered: " + already + "; vis.ucl: worm"),
              tuple("officer", "ordered: vis.ucl: scan"));
    }
  }

  @Test
  void recordsAnOrderToCutALightpathThatIsCutAlready() {
    var place =
        fixture
            .clientFor("scientist")
            .post("/api/v1/reservations", RequestBodies.LIGHTPATH)
            .header("Location");
    for (var user : new String[] {"officer", "admin"}) {
      assertThat(fixture.clientFor(user).delete(place).text("/reason")).isEqualTo("cut by officer");
    }
    assertThat(log.list(new SecurityLogQuery("", SecurityLogEntry.Kind.CUT, null, null, null), 10))
        .extracting(SecurityLogEntry::who, SecurityLogEntry::detail)
        .containsExactly(
            tuple("admin", "cut ordered; it was already cut by officer"),
            tuple("officer", "cut by officer"));
    browser.logIn("officer", "officer");
    assertThat(browser.get("/security/log?kind=CUT").text())
        .contains("href=\"" + place.replace("/api/v1/reservations", "/bookings") + "\"");
  }

  private static String unknown(String order) {
    return "ordered: outcome unknown, lnsap-ucl does not answer (cannot connect); " + order;
  }

  @Test
  void recordsWhoMadeAndRevokedATokenOnce() {
    var scientist = fixture.clientFor("scientist");
    var tokens = "/api/v1/tokens";
    var id = scientist.post(tokens, "{\"name\":\"ci\",\"scopes\":[\"read\"]}").text("/id");
    for (var time = 1; time <= 2; time++) {
      assertThat(scientist.delete(tokens + "/" + id).status()).isEqualTo(204);
    }
    assertThat(fixture.clientFor("admin").delete(tokens + "/" + id).status()).isEqualTo(404);
    assertThat(log.list(new SecurityLogQuery(id, null, null, null, null), 10))
        .extracting(SecurityLogEntry::kind, SecurityLogEntry::who, SecurityLogEntry::address)
        .containsExactly(
            tuple(SecurityLogEntry.Kind.TOKEN_REVOKED, "scientist", "127.0.0.1"),
            tuple(SecurityLogEntry.Kind.TOKEN_CREATED, "scientist", "127.0.0.1"));
    browser.logIn("officer", "officer");
    assertThat(browser.get("/security/log?kind=TOKEN_CREATED").text())
        .contains("token created", "API token ci for read until");
  }

  @Test
  void searchesByTextAndDateAndPages() {
    fill(120);
    browser.logIn("admin", "admin");
    var first = browser.get("/security/log?search=person%25").text();
    assertThat(first).contains("No lines.");
    var page = browser.get("/security/log?search=person&from=2026-12-01&to=2026-12-01").text();
    assertThat(page).contains("line 119", "line 70", "Older").doesNotContain("line 69<");
    assertThat(browser.get("/security/log?search=person&to=2026-11-30").text())
        .contains("No lines.");
    assertThat(browser.get("/security/log?from=yesterday").text())
        .contains("A date has the form 2026-12-31.", "value=\"yesterday\"");
  }

  @Test
  void exportsEverythingThatMatches() {
    fill(1203);
    log.add(SecurityLogEntry.Kind.BOOKED, "=cmd(1),\"x\"", null, null, "last, line");
    browser.logIn("officer", "officer");
    var csv = browser.get("/security/log.csv?kind=BOOKED").text();
    assertThat(csv.lines()).hasSize(1205);
    assertThat(csv)
        .startsWith("id,at,kind,who,address,subject,detail\r\n")
        .contains("BOOKED,\"'=cmd(1),\"\"x\"\"\",,,\"last, line\"\r\n");
    var json = browser.get("/security/log.json?kind=BOOKED&search=person").text();
    assertThat(JsonMapper.shared().readTree(json)).hasSize(1203);
  }

  @Test
  void forgetsWhatIsOlderThanTheRetention() {
    fill(3);
    fixture.clock.advance(Duration.ofDays(399));
    log.prune();
    assertThat(log.list(ALL, 10)).hasSize(3);
    fixture.clock.advance(Duration.ofDays(2));
    log.prune();
    assertThat(log.list(ALL, 10)).isEmpty();
  }

  private void fill(int count) {
    for (var i = 0; i < count; i++) {
      log.add(SecurityLogEntry.Kind.BOOKED, "person " + i, null, null, "line " + i);
    }
  }
}
