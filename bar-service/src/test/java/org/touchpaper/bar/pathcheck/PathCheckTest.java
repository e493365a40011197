package org.touchpaper.bar.pathcheck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.EventStream;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.pathcheck.agent.PathAgent;
import org.touchpaper.pathcheck.udp.PacketRelay;
import org.touchpaper.pathcheck.udp.PacketRelay.Direction;
import org.touchpaper.pathcheck.udp.PacketRelay.Fate;
import org.touchpaper.pathcheck.udp.StampReflector;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.crash.CrashSwitch;

/**
 * A broker asks a path agent over HTTP, and that measures a path of UDP packets which a relay
 * spoils. The near host has 127.0.0.2 on the lightpath, the far one 127.0.0.3.
 */
class PathCheckTest {

  private static final String PATH = "/api/v1/reservations";
  private static final InetSocketAddress FAR =
      new InetSocketAddress("127.0.0.3", BarFixture.REFLECTOR_PORT);
  private static final Direction CLEAN = _ -> Fate.PASSES;

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = fixture.clientFor("scientist");
  private PathAgent agent;
  private StampReflector reflector;

  @BeforeEach
  void start() throws IOException {
    agent = agent(BarFixture.AGENT_SECRET);
    reflector =
        StampReflector.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), _ -> {});
    addAgents("vis.ucl", "newton.manchester");
    fixture.segments.describeEndpoints("127.0.0.2/31", "127.0.0.3/31");
  }

  private static PathAgent agent(String secret) throws IOException {
    var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return PathAgent.start(new PathAgent.Options(any, any, secret, 1000, _ -> {}));
  }

  @AfterEach
  void stop() {
    agent.close();
    reflector.close();
    assertThat(fixture.sentInTransaction).isEmpty();
  }

  private void addAgents(String... hosts) {
    fixture.changeDirectory(text -> {
      var changed = text;
      for (var host : hosts) {
        changed = addTo(changed, host, "pathAgent: http://127.0.0.1:" + agent.control().getPort());
      }
      return changed;
    });
  }

  private static String addTo(String directory, String host, String line) {
    return directory.replace(
        "- name: " + host + "\n", "- name: " + host + "\n      " + line + "\n");
  }

  private PacketRelay path(Direction there, Direction back) throws IOException {
    return new PacketRelay(FAR, reflector.address(), there, back);
  }

  private static Direction losing(int... sequences) {
    return sequence ->
        Arrays.stream(sequences).anyMatch(lost -> lost == sequence) ? Fate.LOST : Fate.PASSES;
  }

  private static Direction delaying(Duration delay) {
    return _ -> Fate.delayed(delay);
  }

  /** Books a lightpath and lets it become active; its check is pending then. */
  private String activeLightpath() {
    return activeLightpath(RequestBodies.LIGHTPATH);
  }

  private String activeLightpath(String body) {
    var place = scientist.post(PATH, body).header("Location");
    assertThat(scientist.get(place).json().has("pathCheck")).isFalse();
    fixture.clock.set(BarFixture.NOW.plusSeconds(3600));
    fixture.poll();
    var up = scientist.get(place);
    assertThat(up.text("/state")).isEqualTo("ACTIVE");
    assertThat(up.json().path("pathCheck").toString()).isEqualTo("{\"state\":\"pending\"}");
    return place;
  }

  private ApiReply checked(String place) {
    fixture.poll();
    return scientist.get(place);
  }

  /** Asks twice at once; the second call asks for nothing more. */
  private ApiReply checkedAgain(String place) {
    for (var time = 1; time <= 2; time++) {
      var asked = scientist.post(place + "/path-check", "");
      assertThat(asked.status()).as(asked.toString()).isEqualTo(202);
      assertThat(asked.text("/pathCheck/state")).isEqualTo("pending");
    }
    return checked(place);
  }

  @Test
  void aGoodPathPassesWithItsFigures() throws IOException {
    try (var _ = path(CLEAN, CLEAN);
        var events = new EventStream(scientist, "", null)) {
      var place = activeLightpath();
      for (var result : List.of(checked(place), checkedAgain(place))) {
        var check = result.json().path("pathCheck");
        assertThat(check.path("state").asString()).as(check.toString()).isEqualTo("passed");
        assertThat(check.at("/roundTrip/min").asDouble()).isBetween(0.001, 7.8);
        assertThat(check.at("/roundTrip/expected").asDouble()).isEqualTo(6.8);
        assertThat(check.at("/loss/sent").asInt()).isEqualTo(BarFixture.PACKETS);
        assertThat(check.at("/loss/lost").asInt()).isZero();
        assertThat(check.at("/loss/ruledOutAbove").asDouble()).isEqualTo(0.0295);
        assertThat(check.at("/loss/confidence").asDouble()).isEqualTo(0.95);
        assertThat(check.path("reordered").asInt()).isZero();
        assertThat(check.has("throughput")).isFalse();
        assertThat(check.path("message").asString())
            .contains(
                "none of 100 packets lost, which rules out more than 2.95 % at 95 % confidence");
        assertThat(result.json().has("problem")).isFalse();
      }
      assertThat(events.nextInShort()).startsWith("committed");
      assertThat(events.nextInShort()).isEqualTo("active ACTIVE");
      var told = events.next();
      assertThat(told.path("type").asString()).isEqualTo("org.touchpaper.booking.path-checked");
      assertThat(told.at("/data/pathCheck/state").asString()).isEqualTo("passed");
    }
  }

  private record BadPath(String name, Direction there, Direction back, String problem) {}

  @TestFactory
  Stream<DynamicTest> aBadPathIsAProblemUntilItPasses() {
    return Stream.of(
            new BadPath(
                "longer",
                delaying(Duration.ofMillis(10)),
                CLEAN,
                "expected 6.800 ms: the path is longer than the topology says, or packets wait"),
            new BadPath(
                "lossy",
                losing(10, 20),
                losing(30),
                "3 of 100 packets lost (2 on the way there, 1 on the way back)"),
            new BadPath(
                "reordering",
                sequence -> sequence == 5 ? Fate.delayed(Duration.ofMillis(50)) : Fate.PASSES,
                CLEAN,
                "1 of 100 packets came out of order"),
            new BadPath("dead", _ -> Fate.LOST, CLEAN, "none of 100 packets came back"))
        .map(bad -> DynamicTest.dynamicTest(bad.name(), () -> assertProblem(bad)));
  }

  private void assertProblem(BadPath bad) throws IOException {
    String place;
    try (var _ = path(bad.there(), bad.back())) {
      place = activeLightpath();
      for (var result : List.of(checked(place), checkedAgain(place))) {
        assertThat(result.text("/pathCheck/state")).as(result.toString()).isEqualTo("failed");
        assertThat(result.text("/state")).isEqualTo("ACTIVE");
        assertThat(result.text("/problem")).startsWith("path check: ").contains(bad.problem());
      }
      scientist.post(place + "/path-check", "");
      assertThat(scientist.get(place).text("/problem")).contains(bad.problem());
    }
    try (var _ = path(CLEAN, CLEAN)) {
      var mended = checked(place);
      assertThat(mended.text("/pathCheck/state")).as(mended.toString()).isEqualTo("passed");
      assertThat(mended.json().has("problem")).isFalse();
    } finally {
      scientist.delete(place);
      fixture.clock.set(BarFixture.NOW);
    }
  }

  /** Below the threshold of 2 %. */
  @Test
  void aLittleLossIsSaidAndNoProblem() throws IOException {
    try (var _ = path(losing(10), CLEAN)) {
      var result = checked(activeLightpath());
      assertThat(result.text("/pathCheck/state")).isEqualTo("passed");
      assertThat(result.text("/pathCheck/message")).contains("1 of 100 packets lost (1 on the way");
    }
  }

  @Test
  void throughputIsMeasuredWhenItIsAskedFor() throws IOException {
    try (var _ = path(CLEAN, CLEAN)) {
      var place =
          activeLightpath(RequestBodies.with(RequestBodies.LIGHTPATH, "/bandwidthMbps", "5"));
      checked(place);
      assertThat(scientist.post(place + "/path-check?throughput=true", "").status()).isEqualTo(202);
      var throughput = checked(place).json().at("/pathCheck/throughput");
      assertThat(throughput.path("bookedMbps").asInt()).isEqualTo(5);
      assertThat(throughput.path("offeredMbps").asDouble()).isBetween(2.0, 4.8);
      assertThat(throughput.path("sent").asInt()).isBetween(100, 200);
    }
  }

  @Test
  void withoutAnAgentOrAnAddressNothingIsKnownAndThatIsNoProblem() throws IOException {
    addAgents();
    var place = activeLightpath();
    assertUnavailable(checked(place), "no path agent is configured for vis.ucl");
    addAgents("vis.ucl");
    assertUnavailable(checkedAgain(place), "no path agent is configured for newton.manchester");
    addAgents("vis.ucl", "newton.manchester");
    assertUnavailable(
        checkedAgain(place), "the host answers, but no reflector listens at 127.0.0.3");
    agent.close();
    agent = agent("another secret");
    addAgents("vis.ucl", "newton.manchester");
    assertUnavailable(checkedAgain(place), "has another secret");
  }

  @Test
  void aHostWithoutAnAddressIsNamed() {
    fixture.segments.describeEndpoints("127.0.0.2/31", null);
    assertUnavailable(
        checked(activeLightpath()), "newton.manchester has no address on the lightpath");
  }

  private static void assertUnavailable(ApiReply reply, String reason) {
    assertThat(reply.text("/pathCheck/state")).as(reply.toString()).isEqualTo("unavailable");
    assertThat(reply.text("/pathCheck/message")).contains(reason);
    assertThat(reply.json().has("problem")).isFalse();
  }

  @Test
  void anAgentThatDoesNotAnswerIsAskedFiveTimes() {
    var place = activeLightpath();
    agent.close();
    for (var time = 1; time <= 5; time++) {
      assertThat(scientist.get(place).text("/pathCheck/state")).isEqualTo("pending");
      fixture.poll();
      fixture.clock.advance(Duration.ofSeconds(3));
    }
    assertUnavailable(scientist.get(place), "cannot connect to the path agent at http://127.0.0.1");
  }

  @Test
  void aBrokerKilledWhileItChecksChecksAgain() throws IOException {
    try (var _ = path(CLEAN, CLEAN)) {
      for (var moment : List.of(Moment.BEFORE_SEND, Moment.AFTER_SEND)) {
        var place = activeLightpath();
        fixture.crashInjection.use(CrashSwitch.at(moment, 1));
        try {
          fixture.poll();
        } catch (Throwable e) {
          assertThat(e.toString()).contains("Killed");
        }
        fixture.restartAfterCrash();
        fixture.clock.advance(Duration.ofSeconds(16)); // the delay after a failed task
        assertThat(scientist.get(place).text("/pathCheck/state")).isEqualTo("pending");
        assertThat(checked(place).text("/pathCheck/state")).isEqualTo("passed");
        assertThat(scientist.delete(place).status()).isEqualTo(200);
        fixture.clock.set(BarFixture.NOW);
      }
    }
  }

  @Test
  void onlyTheOwnerOfAnActiveLightpathMayAsk() {
    var place = scientist.post(PATH, RequestBodies.LIGHTPATH).header("Location");
    for (var time = 1; time <= 2; time++) {
      assertThat(scientist.post(place + "/path-check", "").status()).isEqualTo(409);
      assertThat(fixture.clientFor("operator").post(place + "/path-check", "").status())
          .isEqualTo(403);
      assertThat(scientist.post(place + "/path-check?through=true", "").status()).isEqualTo(400);
    }
    var booking = scientist.post("/api/v1/co-allocations", RequestBodies.BOTH).header("Location");
    var part = scientist.get(booking).text("/lightpaths/0/id");
    assertThat(scientist.post(booking + "/parts/" + part + "/path-check", "").status())
        .isEqualTo(409);
    var nodes = scientist.get(booking).text("/compute/0/id");
    assertThat(scientist.post(booking + "/parts/" + nodes + "/path-check", "").status())
        .isEqualTo(404);
  }

  /** The end of the lightpath ends the wait for its check. */
  @Test
  void aLightpathThatIsEndedIsNotChecked() {
    var place = activeLightpath();
    scientist.delete(place);
    assertUnavailable(checked(place), "the lightpath went down before the check");
  }

  @Test
  void aRunCanGoOnOverProductionWhenItsLightpathFails() {
    fixture.changeDirectory(text -> addTo(text, "newton.manchester", "production: 192.0.2.20"));
    var place = activeLightpath();
    var up = checked(place);
    assertThat(up.text("/endpoints/1/production")).isEqualTo("192.0.2.20");
    assertThat(up.json().at("/endpoints/0").has("production")).isFalse();
    fixture.segments.reportProblem("nsap", "impaired: LONDON 1-A-1-1: loss of signal");
    fixture.clock.advance(Duration.ofSeconds(21));
    var impaired = checked(place);
    assertThat(impaired.text("/problem"))
        .contains("loss of signal")
        .endsWith("; the run can go on over production: newton.manchester 192.0.2.20");
  }
}
