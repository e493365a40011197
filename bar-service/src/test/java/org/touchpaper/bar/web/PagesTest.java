package org.touchpaper.bar.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.desk.Browser;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.harc.client.Note;

/** The reservations browser without a browser: each page, and what its forms do. */
class PagesTest {

  private static final String WISH =
      "source=vis.ucl&destination=newton.manchester&bandwidthMbps=300&cluster=newton&nodes=4"
          + "&start=2026-12-01T21:00:00&minutes=60&description=SPICE";

  private final Desk desk = Desk.fresh();
  private final Browser browser = new Browser(desk.url());

  @BeforeEach
  void logIn() {
    browser.logIn("scientist", "scientist");
  }

  @Test
  void nobodySeesAnythingBeforeTheLogin() {
    var stranger = new Browser(desk.url());
    for (var page : new String[] {"/", "/book", "/bookings/019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10"}) {
      assertThat(stranger.get(page).place()).isEqualTo("/login");
    }
    assertThat(stranger.logIn("scientist", "guess").place()).isEqualTo("/login?error");
    assertThat(stranger.get("/").place()).isEqualTo("/login");
  }

  @Test
  void aBookingMadeInTheFormIsShownListedAndCancelled() {
    var booked = browser.post("/book", WISH + "&key=k-1");
    assertThat(booked.place()).startsWith("/bookings/");
    assertThat(booked.text()).contains("COMMITTED", "LONDON", "newton001", "SPICE");
    assertThat(browser.post("/book", WISH + "&key=k-1").place()).isEqualTo(booked.place());
    assertThat(browser.get("/").text()).contains("SPICE", booked.place());
    assertThat(browser.get("/?state=CANCELLED").text()).doesNotContain(booked.place());

    for (var time = 1; time <= 2; time++) {
      var cancelled = browser.post(booked.place() + "/cancel", "");
      assertThat(cancelled.place()).isEqualTo(booked.place());
      assertThat(cancelled.text()).contains("CANCELLED").doesNotContain("Not cancelled");
    }
    assertThat(desk.harc.outcomes()).hasSize(2);
  }

  @Test
  void whatIsWrongIsSaidBesideTheField() {
    var shown = browser.post("/book", WISH.replace("nodes=4", "nodes=many"));
    assertThat(shown.text()).contains("A whole number.");
    assertThat(browser.post("/book", WISH.replace("nodes=4", "nodes=129")).text())
        .contains("newton has 128 nodes, not 129");
    assertThat(browser.post("/book", WISH.replace("minutes=60", "minutes=-1")).text())
        .contains("A length in minutes, more than 0.");
    assertThat(desk.harc.begun()).isZero();
    assertThat(desk.rows().values()).containsOnly("");
  }

  @Test
  void whatDoesNotFitIsSaidWithTheNextTime() {
    desk.harc.refusesAll(
        new Note.Refusal("n", "NODES_BUSY", "newton", "nodes", "only 124 are free", false, null));
    assertThat(browser.post("/book", WISH).text())
        .contains("only 124 are free", "2026-12-01 22:00");
  }

  @Test
  void anothersBookingIsNotThere() {
    var other = new Browser(desk.url());
    other.logIn("operator", "operator");
    var place = other.post("/book", WISH).place();
    assertThat(other.get(place).status()).isEqualTo(200);
    assertThat(browser.get(place).status()).isEqualTo(404);
    assertThat(browser.post(place + "/cancel", "").status()).isEqualTo(404);
    assertThat(desk.harc.outcomes()).hasSize(1);
  }

  @Test
  void aFormThatIsNotOursIsRefused() {
    assertThat(browser.postWithoutToken("/book", WISH).status()).isEqualTo(403);
    assertThat(desk.harc.begun()).isZero();
  }
}
