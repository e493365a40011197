package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.RequestOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.demo.config.DemoNetworkVariant;
import org.touchpaper.demo.config.PortPlan;
import org.touchpaper.demo.probe.DemoHttpClient;
import org.touchpaper.demo.run.EngineProgram;
import org.touchpaper.demo.scenario.DemoConsole;
import org.touchpaper.demo.scenario.ScenarioRecording;
import org.touchpaper.hlm.CallResult;
import org.touchpaper.hlm.CoAllocationChange;
import org.touchpaper.hlm.CoAllocationDto;
import org.touchpaper.hlm.CoAllocationRequest;
import org.touchpaper.hlm.CoAllocationRequest.Compute;
import org.touchpaper.hlm.CoAllocationRequest.Lightpath;
import org.touchpaper.hlm.FixedSchedule;
import org.touchpaper.hlm.HlmClient;
import org.touchpaper.hlm.LightpathDto;

/** The complete demo network, used through browser, client and demo scenario. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Isolated("the demo checks durations and needs the machine to itself")
class NetworkTest {

  private static final Path HEADLESS_SHELL = Path.of("/usr/bin/chromium-headless-shell");
  private static final Path CHROMIUM =
      Files.isExecutable(HEADLESS_SHELL) ? HEADLESS_SHELL : Path.of("/usr/bin/chromium");

  private static final int ROUNDS = 2;

  @TempDir static Path directory;

  private static final Queue<String> output = new ConcurrentLinkedQueue<>();

  private static DataDirectory data;
  private static PortPlan ports;
  private static LauncherRun session;
  private static @Nullable WatchedRun watchedRun;

  @BeforeAll
  static void bringUp() {
    data = new DataDirectory(directory.resolve("data"));
    ports = FreePortPlans.find();
    session = LauncherRun.open(data, ports, DemoNetworkVariant.UKLIGHT, output::add);
    session.start(List.of(BrokerCrash.HOME_BAR), Optional.of(EngineProgram.asInstalled()));
    watchedRun = new WatchedRun(session, ports);
  }

  @AfterAll
  static void end() {
    if (watchedRun != null) {
      watchedRun.close();
    }
    session.close();
  }

  @Test
  @Tag("browser")
  @Order(1)
  void aScientistBooksInTheBrowserAndEnlargesTheActiveBooking() {
    inBrowser(page -> {
      logIn(page, "scientist");
      book(page);
      var state = page.getByRole(AriaRole.STATUS).first();
      PlaywrightAssertions.assertThat(state)
          .hasText("ACTIVE", new LocatorAssertions.HasTextOptions().setTimeout(60_000));
      keepPicture(page);
      enlarge(page);
      page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Tear down…")).click();
      page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Tear down now")).click();
      PlaywrightAssertions.assertThat(page.getByRole(AriaRole.STATUS).first())
          .hasText("CANCELLED", new LocatorAssertions.HasTextOptions().setTimeout(60_000));
    });
  }

  @Test
  @Tag("browser")
  @Order(2)
  void anOperatorFollowsAnElementsTranscriptInTheBrowser() {
    inBrowser(page -> {
      logIn(page, "operator");
      sendToLondon(page, "RTRV-HDR"); // connects if no session is open
      page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Elements")).click();
      PlaywrightAssertions.assertThat(page.getByRole(AriaRole.ROW))
          .hasCount(2 + 9); // campus and wide area
      page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("LONDON")).click();
      PlaywrightAssertions.assertThat(page.getByRole(AriaRole.STATUS).first())
          .containsText("Connected");
      sendToLondon(page, "RTRV-EQPT::BY-HAND");
      PlaywrightAssertions.assertThat(page.getByRole(AriaRole.LOG))
          .containsText(
              "-> RTRV-EQPT:LONDON:BY-HAND:",
              new LocatorAssertions.ContainsTextOptions().setTimeout(60_000));
    });
  }

  private static void enlarge(Page page) {
    page.getByText("Edit booking").click();
    page.getByRole(AriaRole.TEXTBOX, new Page.GetByRoleOptions().setName("Nodes of newton"))
        .fill("6");
    keepPicture(page, "-change");
    page.getByRole(
            AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Save changes").setExact(true))
        .click();
    PlaywrightAssertions.assertThat(
            page.getByRole(
                AriaRole.HEADING, new Page.GetByRoleOptions().setName("6 nodes of newton")))
        .isVisible();
    PlaywrightAssertions.assertThat(page.getByRole(AriaRole.STATUS).first())
        .hasText("ACTIVE", new LocatorAssertions.HasTextOptions().setTimeout(60_000));
  }

  private static void sendToLondon(Page page, String command) {
    var answer =
        page.request()
            .post(
                ports.url("nsap") + "/api/v1/elements/LONDON/commands",
                RequestOptions.create()
                    .setHeader("Authorization", "Basic b3BlcmF0b3I6b3BlcmF0b3I=") // operator's
                    .setData(Map.of("command", command)));
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
  }

  /** Runs actions on a page and fails on script errors. */
  private static void inBrowser(Consumer<Page> actions) {
    assertThat(Files.isExecutable(CHROMIUM))
        .as(
            "the browser test needs %s; install Debian's package chromium-headless-shell, or use"
                + " --without-browser",
            CHROMIUM)
        .isTrue();
    PlaywrightAssertions.setDefaultAssertionTimeout(60_000);
    try (var playwright =
            Playwright.create(
                new Playwright.CreateOptions()
                    .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        var browser = playwright.chromium().launch(headless());
        var page = browser.newPage()) {
      page.setViewportSize(1100, 900);
      var errors = new ArrayList<String>();
      page.onPageError(errors::add);
      actions.accept(page);
      assertThat(errors).isEmpty();
    }
  }

  private static BrowserType.LaunchOptions headless() {
    return new BrowserType.LaunchOptions()
        .setExecutablePath(CHROMIUM)
        .setArgs(
            List.of(
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage"));
  }

  private static void logIn(Page page, String user) {
    page.navigate(ports.url("bar-ucl") + "/");
    page.getByLabel("User name").fill(user);
    page.getByLabel("Password").fill(user);
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Log in")).click();
  }

  private static void book(Page page) {
    page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Book").setExact(true))
        .first()
        .click();
    var exact = new Page.GetByLabelOptions().setExact(true);
    page.getByLabel("From", exact).selectOption("vis.ucl");
    page.getByLabel("To", exact).selectOption("newton.manchester");
    page.getByLabel("Bandwidth").fill("300");
    page.getByLabel("Cluster", exact).selectOption("newton");
    page.getByLabel("Nodes", exact).fill("4");
    page.getByLabel("Length", exact).fill("10"); // minutes; the test cancels before
    page.getByLabel("Description", exact).fill("SPICE run 42");
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Book").setExact(true))
        .click();
  }

  /** Takes the README's picture if the property {@code touchpaper.picture} is set. */
  private static void keepPicture(Page page) {
    keepPicture(page, "");
  }

  private static void keepPicture(Page page, String suffix) {
    var picture = System.getProperty("touchpaper.picture", "");
    if (!picture.isEmpty()) {
      var file = Path.of(picture.replaceFirst("([.]\\w+)$", suffix + "$1"));
      page.screenshot(new Page.ScreenshotOptions().setPath(file).setFullPage(!suffix.isEmpty()));
    }
  }

  /** Either every change is made, or none. */
  @Test
  @Order(4)
  void aBookingIsMovedAndEnlargedInOneTransaction() {
    var start = Instant.now().plus(Duration.ofHours(2)).truncatedTo(ChronoUnit.SECONDS);
    var slot = new FixedSchedule(start, start.plusSeconds(3600));
    var bar = URI.create(String.valueOf(ports.url("bar-ucl")));
    try (var scientist = new HlmClient(bar, "scientist", "scientist", Duration.ofMinutes(1))) {
      var others = done(scientist.book(request(slot, List.of(new Compute("newton", 100))), "o-1"));
      var booked =
          done(scientist.book(request(slot, List.of(new Compute("newton", 4)), path(300)), "c-1"));
      var id = booked.id();

      var tooMuch =
          new CoAllocationChange(null, List.of(new Compute("newton", 40)), List.of(path(500)));
      assertThat(scientist.change(id, tooMuch, "c-2")).isInstanceOf(CallResult.Refused.class);
      var unchanged = done(scientist.find(id));
      assertThat(unchanged.state()).isEqualTo("COMMITTED");
      assertThat(unchanged.compute()).isEqualTo(booked.compute());
      assertThat(unchanged.lightpaths()).isEqualTo(booked.lightpaths());

      var later = new CoAllocationChange.Times(slot.endTime(), slot.endTime().plusSeconds(3600));
      var moved = new CoAllocationChange(later, tooMuch.compute(), tooMuch.lightpaths());
      var changed = done(scientist.change(id, moved, "c-3"));
      assertThat(changed.schedule().startTime()).isEqualTo(slot.endTime());
      assertThat(String.valueOf(changed.compute().getFirst().reference()).split(",", -1))
          .hasSize(40);
      assertThat(changed.lightpaths().getFirst().bandwidthMbps()).isEqualTo(500);
      assertThat(changed.lightpaths().getFirst().connectionId())
          .isEqualTo(booked.lightpaths().getFirst().connectionId());

      var withoutPath = new CoAllocationChange(null, null, List.of());
      assertThat(done(scientist.change(id, withoutPath, "c-4")).lightpaths()).isEmpty();
      for (var bookingId : List.of(id, others.id())) {
        assertThat(done(scientist.cancel(bookingId)).state()).isEqualTo("CANCELLED");
      }
    }
  }

  private static CoAllocationRequest request(
      FixedSchedule slot, List<Compute> compute, Lightpath... paths) {
    return new CoAllocationRequest("to be changed", slot, compute, List.of(paths));
  }

  private static Lightpath path(int mbps) {
    return new Lightpath("vis.ucl", "newton.manchester", mbps);
  }

  private static <T> T done(CallResult<T> answer) {
    assertThat(answer).isInstanceOf(CallResult.Done.class);
    return ((CallResult.Done<T>) answer).value();
  }

  /** Campuses and wide area change their shares together, or keep them. */
  @Test
  @Order(5)
  void aLightpathAloneIsChangedOnAllItsSegmentsOrNone() {
    var start = Instant.now().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.SECONDS);
    var slot = new FixedSchedule(start, start.plusSeconds(3600));
    try (var scientist = scientistAt("bar-ucl")) {
      var booked = done(scientist.bookLightpath(alone(slot, 300), "l-1"));
      var rival = done(scientist.bookLightpath(alone(slot, 300), "l-2"));
      var id = booked.connectionId();

      var tooFast = new LightpathDto.Change(null, 700, null);
      var faster =
          new LightpathDto.Change(
              "faster", 600, new CoAllocationChange.Times(null, start.plusSeconds(1800)));
      var window = new CoAllocationChange.Window(start, start.plusSeconds(7200), null);
      var moved = new LightpathDto.Change(null, 700, window);
      for (var time = 1; time <= 2; time++) {
        assertThat(scientist.changeLightpath(id, tooFast, "l-3", null))
            .isInstanceOf(CallResult.Refused.class);
        var changed = done(scientist.changeLightpath(id, faster, "l-4", booked.etag()));
        assertThat(changed.bandwidthMbps()).isEqualTo(600);
        assertThat(changed.schedule().endTime()).isEqualTo(start.plusSeconds(1800));
      }
      assertThat(scientist.changeLightpath(id, moved, "l-5", booked.etag()))
          .as("changed since")
          .isInstanceOf(CallResult.Refused.class);
      for (var time = 1; time <= 2; time++) {
        assertThat(done(scientist.changeLightpath(id, moved, "l-6", null)).schedule())
            .isEqualTo(new FixedSchedule(slot.endTime(), slot.endTime().plusSeconds(1800)));
      }
      for (var bookedId : List.of(id, rival.connectionId())) {
        assertThat(done(scientist.cancelLightpath(bookedId, null)).state()).isEqualTo("CANCELLED");
      }
      var all = done(scientist.bookLightpath(alone(slot, 1000), "l-7"));
      assertThat(done(scientist.cancelLightpath(all.connectionId(), all.etag())).state())
          .isEqualTo("CANCELLED");
    }
  }

  private static LightpathDto.Request alone(FixedSchedule slot, int mbps) {
    return new LightpathDto.Request(null, "vis.ucl", "newton.manchester", mbps, slot);
  }

  @Test
  @Order(6)
  void eitherSiteBooksTheSameLightpathInEitherDirection() {
    var start = Instant.now().plus(Duration.ofDays(2)).truncatedTo(ChronoUnit.SECONDS);
    for (var site : List.of("bar-ucl", "bar-manchester")) {
      try (var scientist = scientistAt(site)) {
        for (var path : List.of(path(1000), reversed(1000))) {
          var slot = new FixedSchedule(start, start.plusSeconds(600));
          var key = site + path.source();
          var wanted = request(slot, List.of(new Compute("newton", 128)), path);
          var booked = done(scientist.book(wanted, key));
          assertThat(done(scientist.book(wanted, key)).id()).isEqualTo(booked.id());
          assertThat(booked.state()).isEqualTo("COMMITTED");
          assertThat(done(scientist.cancel(booked.id())).state()).isEqualTo("CANCELLED");
          start = start.plusSeconds(3600);
        }
      }
    }
  }

  /** In each round both sites request the whole link and most of the cluster for the same time. */
  @Test
  @Order(7)
  void twoSitesThatCompeteForLinkAndNodesNeverBothWinAndNeverStayUndecided() {
    var start = Instant.now().plus(Duration.ofDays(3)).truncatedTo(ChronoUnit.SECONDS);
    var won = 0;
    try (var ucl = scientistAt("bar-ucl");
        var manchester = scientistAt("bar-manchester")) {
      for (var round = 0; round < ROUNDS; round++) {
        var slot = new FixedSchedule(start, start.plusSeconds(600));
        var nodes = List.of(new Compute("newton", 100));
        var key = "round-" + round;
        var fromUcl =
            CompletableFuture.supplyAsync(
                () -> bookUntilDecided(ucl, request(slot, nodes, path(1000)), key));
        var fromManchester =
            bookUntilDecided(manchester, request(slot, nodes, reversed(1000)), key);
        var winners =
            Stream.of(fromUcl.join(), fromManchester)
                .filter(CallResult.Done.class::isInstance)
                .count();
        assertThat(winners).as("winners in round %d", round).isLessThanOrEqualTo(1);
        won += (int) winners;
        for (var site : List.of(ucl, manchester)) {
          var answer = site == ucl ? fromUcl.join() : fromManchester;
          if (answer instanceof CallResult.Done<CoAllocationDto>(var booked, _)) {
            assertThat(done(site.cancel(booked.id())).state()).isEqualTo("CANCELLED");
          }
        }
        requireAllFree(ucl, request(slot, nodes, path(1000)), key);
        start = start.plusSeconds(3600);
      }
    }
    assertThat(won).as("rounds with a winner").isPositive();
  }

  private static CallResult<CoAllocationDto> bookUntilDecided(
      HlmClient site, CoAllocationRequest wanted, String key) {
    var decided =
        await()
            .atMost(Duration.ofMinutes(1))
            .until(
                () -> site.book(wanted, key),
                answer ->
                    answer instanceof CallResult.Done || answer instanceof CallResult.Refused);
    if (decided instanceof CallResult.Done<CoAllocationDto>(var booked, _)) {
      assertThat(booked.state()).isEqualTo("COMMITTED");
    }
    return decided;
  }

  /** Nothing of the losing request is held, and the cancellation freed the winning one's parts. */
  private static void requireAllFree(HlmClient site, CoAllocationRequest wanted, String key) {
    var attempts = new AtomicInteger();
    var booked =
        await()
            .atMost(Duration.ofMinutes(1))
            .until(
                () -> site.book(wanted, key + "-again-" + attempts.incrementAndGet()),
                CallResult.Done.class::isInstance);
    assertThat(done(site.cancel(done(booked).id())).state()).isEqualTo("CANCELLED");
  }

  private static HlmClient scientistAt(String site) {
    var bar = URI.create(String.valueOf(ports.url(site)));
    return new HlmClient(bar, "scientist", "scientist", Duration.ofMinutes(1));
  }

  private static Lightpath reversed(int mbps) {
    return new Lightpath("newton.manchester", "vis.ucl", mbps);
  }

  /** The demo, which runs next, shows that the network has recovered. */
  @Test
  @Order(8)
  void aHangingDatabaseIsReportedAndAKilledOneIsRestarted() throws Exception {
    var health = new DemoHttpClient(data, ports);
    var killed = postmaster();
    signal("STOP", killed);
    assertThat(DemoNetworkVariant.UKLIGHT.serviceNames()).noneMatch(health::isUp);
    signal("KILL", killed);
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> output.stream().anyMatch(line -> line.contains("postgresql ended")));
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> DemoNetworkVariant.UKLIGHT.serviceNames().stream().allMatch(health::isUp));
    assertThat(postmaster()).isNotEqualTo(killed);
  }

  private static String postmaster() throws IOException {
    return Files.readAllLines(data.postgres().resolve("data/postmaster.pid")).getFirst().strip();
  }

  private static void signal(String name, String process) throws Exception {
    var kill = "kill -" + name + " " + process;
    new ProcessBuilder("/bin/sh", "-c", kill).inheritIO().start().waitFor();
  }

  /** Its counters are read once a minute, while the next tests run. */
  @Test
  @Order(3)
  void aRunIsWatchedOverItsLightpath() {
    Objects.requireNonNull(watchedRun).watch();
  }

  @Test
  @Order(9)
  void theTrafficOfAWatchedRunIsReadFromItsCampusToItsBroker() {
    Objects.requireNonNull(watchedRun).awaitTraffic();
  }

  @Test
  @Order(10)
  void whatAKilledBrokerPromisedStartsOnceAndTheRestIsBookedOnceOrNotAtAll() {
    Objects.requireNonNull(watchedRun).cancel();
    try (var crash = new BrokerCrash(session, data, ports)) {
      crash.killAroundBookings();
    }
  }

  @Test
  @Order(11)
  void theDemoSucceedsAndEachOfItsChecksCanFail() {
    var recording = new ScenarioRecording();
    var demoOutput = new ByteArrayOutputStream();
    var screen = new DemoConsole(new PrintStream(demoOutput, true, StandardCharsets.UTF_8), false);
    try (var probe = session.probe()) {
      var status = recording.record(probe, screen);
      assertThat(status).as(demoOutput.toString(StandardCharsets.UTF_8)).isZero();
    }
    recording.assertEveryCheckCanFail();
  }
}
