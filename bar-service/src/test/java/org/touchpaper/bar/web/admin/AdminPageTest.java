package org.touchpaper.bar.web.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.YearMonth;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.administration.UserMonthlyUsage;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.PageBrowser;
import org.touchpaper.bar.fixture.RequestBodies;

/** What the page Administration says. */
class AdminPageTest {

  private static final String ID = "019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10";

  private final BarFixture fixture = BarFixture.shared();
  private final PageBrowser browser = new PageBrowser(fixture.url());

  @BeforeEach
  void logIn() {
    browser.logIn("admin", "admin");
  }

  @Test
  void onlyAnAdministratorMayOpenIt() {
    for (var user : List.of("scientist", "operator", "officer")) {
      var other = new PageBrowser(fixture.url());
      other.logIn(user, user);
      assertThat(other.get("/").text()).doesNotContain("href=\"/admin\"");
      assertThat(other.get("/admin").status()).isEqualTo(403);
      assertThat(other.get("/admin/usage.csv").status()).isEqualTo(403);
    }
    assertThat(browser.get("/").text()).contains("href=\"/admin\"");
  }

  @Test
  void withoutOpenTransactionsItSaysSo() {
    assertThat(browser.get("/admin").text())
        .contains("every transaction is decided and acknowledged", "Nothing is late.");
  }

  static void reportOpenTransaction(BarFixture fixture) {
    fixture.harc.reportOpenTransactions(
        """
        [{"id":"%s.1","voteBy":"2026-12-01T20:00:30Z","decision":"","epoch":3,
          "knownSince":"2026-12-01T20:00:00Z","resourceManagers":["rm-network","rm-newton"],
          "acceptors":["acceptor-1","acceptor-2","acceptor-3"],"leader":"acceptor-1","promised":0,
          "accepted":[{"resourceManager":"rm-network","choice":"PREPARED","note":"","ballot":0}],
          "acknowledged":false,"unacknowledged":[]}]
        """
            .formatted(ID));
  }

  @Test
  void anUndecidedTransactionIsExplained() {
    reportOpenTransaction(fixture);
    fixture.clock.advance(Duration.ofSeconds(10));
    assertThat(browser.get("/admin").text())
        .contains("/bookings/" + ID, "Resource managers may vote until 2026-12-01 20:00:30 UTC")
        .contains("No vote from rm-newton.", "10 seconds")
        .contains("Wait: the acceptors decide by themselves")
        .doesNotContain("harc force");
    fixture.clock.advance(Duration.ofMinutes(10));
    assertThat(browser.get("/admin").text())
        .contains("although voting ended", "10 minutes", "./touchpaper harc explain " + ID + ".1");
  }

  @Test
  void whileTooFewAcceptorsAnswerTheLastResortIsACommandForTheCommandLine() {
    reportOpenTransaction(fixture);
    fixture.clock.advance(Duration.ofMinutes(10));
    fixture.harc.stopAcceptor("acceptor-2");
    fixture.harc.stopAcceptor("acceptor-3");
    assertThat(browser.get("/admin").text())
        .contains("acceptor-2</strong> does not tell its transactions")
        .contains("Acceptors that do not answer: acceptor-2, acceptor-3.")
        .contains("./touchpaper harc force " + ID + ".1 abort --reason");
  }

  @Test
  void servicesAndUsersAreShown() {
    assertThat(browser.get("/admin").text())
        .contains("lnsap-ucl", "no answer", "acceptor-1")
        .containsPattern("scientist</bdi></td><td[^>]*>scientist<");
  }

  @Test
  void workThatIsLateIsShown() {
    fixture.clientFor("scientist").post("/api/v1/co-allocations", RequestBodies.BOTH);
    assertThat(browser.get("/admin").text()).contains("co-allocation-check", "Nothing is late.");
    fixture.clock.advance(Duration.ofHours(2));
    assertThat(browser.get("/admin").text())
        .contains("Work is late.")
        .doesNotContain("Nothing is late.");
  }

  @Test
  void usageIsSummedByUserAndMonth() {
    var scientist = fixture.clientFor("scientist");
    scientist.post("/api/v1/co-allocations", RequestBodies.BOTH);
    scientist.post("/api/v1/reservations", RequestBodies.LIGHTPATH);
    scientist.delete(
        scientist.post("/api/v1/co-allocations", RequestBodies.BOTH).header("Location"));
    assertThat(browser.get("/admin/usage.csv").text())
        .isEqualTo(
            """
            month,user,bookings,node_hours,gigabit_hours\r
            2026-12,"scientist",2,4.000,0.600\r
            """);
    assertThat(browser.get("/admin?from=2026-12&to=2026-12").text()).contains("4.0", "0.6");
    assertThat(browser.get("/admin?from=2026-10&to=2026-11").text())
        .contains("No bookings start in these months.");
    for (var wrong : List.of("from=soon", "from=2027-01&to=2026-01", "to=9999999-01")) {
      assertThat(browser.get("/admin?" + wrong).status()).isEqualTo(400);
    }
  }

  @Test
  void aNameIsNoFormulaOfASpreadsheet() {
    var usage = new UserMonthlyUsage(YearMonth.of(2026, 12), "=1+1\",x", 1, 0.5, 1);
    assertThat(AdminPageController.csv(List.of(usage)))
        .endsWith("2026-12,\"'=1+1\"\",x\",1,0.500,1.000\r\n");
  }
}
