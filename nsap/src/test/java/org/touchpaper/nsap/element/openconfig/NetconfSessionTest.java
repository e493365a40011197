package org.touchpaper.nsap.element.openconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.touchpaper.nsap.element.openconfig.ScriptedServer.HANG_UP;
import static org.touchpaper.nsap.element.openconfig.ScriptedServer.OK;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.kit.OnDemandWaker;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.SessionState;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Transcripts;

/** What a session makes of what a NETCONF server says, and what it says itself, word for word. */
@Timeout(300)
class NetconfSessionTest {

  private static final String CANDIDATE = "urn:ietf:params:netconf:capability:candidate:1.0";
  private static final String RUNNING = "urn:ietf:params:netconf:capability:writable-running:1.0";
  private static final String ROLLBACK = "urn:ietf:params:netconf:capability:rollback-on-error:1.0";
  private static final Item ITEM =
      new Item(
          "RTR",
          OpenConfig.SUBINTERFACE,
          "xe1.100",
          "TP-0123456789AB",
          Map.of("VLAN", "100", "ENABLED", "true"));

  private final OnDemandWaker waker = new OnDemandWaker();
  private final Transcripts transcripts = Transcripts.inMemory();

  private NetconfSession session(ScriptedServer server) {
    var timing =
        new Timing(
            Clock.systemUTC(),
            waker,
            Duration.ofSeconds(10),
            OnDemandWaker.ANSWER,
            Duration.ofSeconds(60),
            Duration.ofSeconds(1000));
    return new NetconfSession(new Endpoint("RTR", "nowhere", 830, server), timing, transcripts);
  }

  private OpenConfigDriver driver(ScriptedServer server) {
    return new OpenConfigDriver("RTR", session(server), false, Duration.ofSeconds(60));
  }

  private static ScriptedServer server(String hello, Function<String, String> answers) {
    return new ScriptedServer(hello, answers);
  }

  /** One that has what it is asked for, which is nothing, and does what it is told. */
  private static ScriptedServer willing(String... capabilities) {
    return server(
        ScriptedServer.hello(capabilities),
        operation -> operation.startsWith("<get-config>") ? "<data/>" : OK);
  }

  private static String error(String severity, String tag, String more) {
    return "<rpc-error><error-type>protocol</error-type><error-tag>%s</error-tag><error-severity>%s</error-severity>%s</rpc-error>"
        .formatted(tag, severity, more);
  }

  @Test
  void understandsCapabilitiesHoweverTheyAreLaidOut() {
    var server = server(ScriptedServer.hello("\n   urn:ietf:params:netconf:base:1.1\n  "), _ -> OK);
    try (var session = session(server)) {
      assertThat(session.ask("<get/>")).isInstanceOf(NetconfReply.Ok.class);
      assertThat(session.state()).isInstanceOf(SessionState.Connected.class);
    }
  }

  @Test
  void saysWhatItFoundInsteadOfNetconf() {
    try (var session = session(server("<html/>", _ -> OK))) {
      assertThat(session.ask("<get/>"))
          .isInstanceOfSatisfying(
              NetconfReply.NotSent.class,
              each ->
                  assertThat(each.reason())
                      .contains("RTR at nowhere:830 is no NETCONF", "begins with <html>"));
      assertThat(session.state()).isInstanceOf(SessionState.Waiting.class);
    }
  }

  @Test
  void handsOnAllThatTheElementSaysOfItsErrors() {
    var words =
        error("warning", "partial-operation", "<error-message>never mind</error-message>")
            + error(
                "error",
                "lock-denied",
                "<error-message>Lock failed, held</error-message><error-info>"
                    + "<session-id>454</session-id></error-info>")
            + error(
                "error",
                "invalid-value",
                "<error-app-tag>too-big</error-app-tag><error-path>/x</error-path>");
    try (var session = session(server(ScriptedServer.hello(), _ -> words))) {
      assertThat(session.ask("<get/>"))
          .isEqualTo(
              new NetconfReply.Refused(
                  "lock-denied", "Lock failed, held, session-id 454; no message at /x, too-big"));
    }
  }

  @Test
  void takesNoWarningForARefusal() {
    var words = error("warning", "partial-operation", "") + "<ok/>";
    try (var session = session(server(ScriptedServer.hello(), _ -> words))) {
      assertThat(session.ask("<get/>")).isInstanceOf(NetconfReply.Ok.class);
    }
  }

  @Test
  void doesNotGuessWhoseAnAnswerIs() {
    var words = "<rpc-reply>" + error("error", "missing-attribute", "") + "</rpc-reply>";
    try (var session = session(server(ScriptedServer.hello(), _ -> words))) {
      assertThat(session.ask("<get/>"))
          .isInstanceOfSatisfying(
              NetconfReply.Unknown.class,
              each -> assertThat(each.reason()).contains("no request", "missing-attribute"));
    }
  }

  @Test
  void isHarmedByNothingThatIsTooDeepOrOfAnotherKind() {
    var words = "<a>".repeat(20_000) + "</a>".repeat(20_000);
    try (var session = session(server(ScriptedServer.hello(), _ -> words))) {
      assertThat(session.ask("<get/>")).isInstanceOf(NetconfReply.Unknown.class);
      assertThat(session.ask("<get/>")).isInstanceOf(NetconfReply.Unknown.class);
      assertThat(session.logins()).isEqualTo(2);
    }
  }

  /** A lock is gone with its connection: what was to follow it is not said on the next. */
  @Test
  void saysOnOneConnectionWhatBelongsTogether() throws IOException {
    var server =
        server(ScriptedServer.hello(CANDIDATE), each -> each.equals("<x/>") ? HANG_UP : OK);
    try (var session = session(server)) {
      session.onOne(talk -> {
        assertThat(talk.ask("<lock/>")).isInstanceOf(NetconfReply.Ok.class);
        assertThat(session.ask("<x/>")).isInstanceOf(NetconfReply.Unknown.class);
        assertThat(session.ask("<get/>")).isInstanceOf(NetconfReply.Ok.class);
        assertThat(talk.ask("<commit/>")).isInstanceOf(NetconfReply.NotSent.class);
        return talk;
      });
      assertThat(server.dialled()).isEqualTo(2);
      assertThat(server.heard()).containsExactly("<lock/>", "<x/>", "<get/>");
    }
  }

  @Test
  void changesNothingWhereNothingCanBeChanged() {
    var server = willing();
    assertThat(driver(server).create(ITEM))
        .isInstanceOfSatisfying(
            Outcome.Denied.class,
            denied -> assertThat(denied.text()).contains(":candidate", ":writable-running"));
    assertThat(server.heard()).isEmpty();
  }

  private static String port(String name, String state) {
    return "<interface><name>" + name + "</name>" + state + "</interface>";
  }

  private static String status(String word) {
    return "<state><oper-status>" + word + "</oper-status></state>";
  }

  /** What is configured may be on a port without a link: the configuration does not tell. */
  @Test
  void aPortThatIsDownIsAnAlarmOfTheCircuitsOnIt() {
    var ports =
        port("xe1", status("LOWER_LAYER_DOWN"))
            + port("xe2", status("UP"))
            + port("xe3", status("UNKNOWN"))
            + port("xe4", "");
    var told =
        "<data><interfaces xmlns=\"http://openconfig.net/yang/interfaces\">"
            + ports
            + "</interfaces></data>";
    var server =
        server(ScriptedServer.hello(CANDIDATE), each -> each.startsWith("<get>") ? told : OK);
    assertThat(driver(server).alarms())
        .singleElement()
        .satisfies(alarm -> {
          assertThat(alarm.words()).isEqualTo("xe1 is LOWER_LAYER_DOWN on RTR");
          assertThat(alarm.concerns(ITEM)).isTrue();
        });
    assertThat(server.heard()).singleElement().asString().contains("<oper-status/>");
  }

  @Test
  void anElementThatDoesNotTellOfItsPortsIsBelieved() {
    var tellsNothing = server(ScriptedServer.hello(CANDIDATE), _ -> "<data/>");
    assertThat(driver(tellsNothing).alarms()).isEmpty();
    var cannot = error("error", "operation-not-supported", "");
    assertThat(driver(server(ScriptedServer.hello(CANDIDATE), _ -> cannot)).alarms()).isEmpty();
  }

  @Test
  void anElementThatIsBusyDoesNotTellThatItsPortsAreUp() {
    var busy = error("error", "resource-denied", "");
    var driver = driver(server(ScriptedServer.hello(CANDIDATE), _ -> busy));
    assertThatThrownBy(driver::alarms)
        .isInstanceOf(ElementUnreachable.class)
        .hasMessageContaining("get refused: resource-denied");
  }

  /** Else what somebody else writes to running meanwhile would be undone by our commit. */
  @Test
  void locksAllThatOthersCouldEdit() {
    var server = willing(CANDIDATE, RUNNING);
    assertThat(driver(server).create(ITEM)).isEqualTo(new Outcome.Done());
    assertThat(server.heard())
        .extracting(each -> each.replaceAll("<(get|edit)-config>.*", "<$1-config>"))
        .containsExactly(
            "<lock><target><running/></target></lock>",
            "<lock><target><candidate/></target></lock>",
            "<discard-changes/>",
            "<get-config>",
            "<edit-config>",
            "<commit/>",
            "<unlock><target><candidate/></target></unlock>",
            "<unlock><target><running/></target></unlock>");
  }

  @Test
  void asksForAllOrNothingWhereAnEditTakesEffectAtOnce() {
    var server = willing(RUNNING, ROLLBACK);
    assertThat(driver(server).create(ITEM)).isEqualTo(new Outcome.Done());
    assertThat(server.heard()).anyMatch(each -> each.contains("rollback-on-error"));
    assertThat(server.heard()).noneMatch(each -> each.contains("candidate"));
  }

  /** What others edited under no lock of ours is theirs to discard. */
  @Test
  void discardsNothingWhereTheLockIsDenied() {
    var server =
        server(
            ScriptedServer.hello(CANDIDATE),
            operation ->
                operation.startsWith("<lock>")
                    ? error("error", "lock-denied", "<error-message>modified</error-message>")
                    : OK);
    assertThat(driver(server).create(ITEM))
        .isEqualTo(new Outcome.Denied("lock-denied", "modified (waited for 60 s)"));
    assertThat(server.heard()).allMatch(each -> each.startsWith("<lock>")).hasSize(61);
  }

  @Test
  void waitsWithACommitForWhomeverItIsDeniedFor() {
    var commits = new int[1];
    var server =
        server(
            ScriptedServer.hello(CANDIDATE),
            operation -> {
              if (operation.equals("<commit/>") && commits[0]++ < 3) {
                return error("error", "in-use", "");
              }
              return operation.startsWith("<get-config>") ? "<data/>" : OK;
            });
    assertThat(driver(server).create(ITEM)).isEqualTo(new Outcome.Done());
    assertThat(commits[0]).isEqualTo(4);
  }

  /** Closing may wait for a write that is stuck, and who asked has waited long enough. */
  @Test
  void tellsWhatBecameOfAQuestionBeforeItsLineIsClosed() throws Exception {
    var server = server(ScriptedServer.hello(), _ -> "<rpc-reply message-id=\"other\"/>");
    try (var session = session(server)) {
      server.isStuck(true);
      var reply = CompletableFuture.supplyAsync(() -> session.ask("<get/>"));
      await().atMost(Duration.ofMinutes(1)).until(() -> !server.heard().isEmpty());
      waker.ring();
      assertThat(reply.get(60, TimeUnit.SECONDS))
          .isEqualTo(new NetconfReply.Unknown("no answer within " + OnDemandWaker.ANSWER));
      server.isStuck(false);
    }
  }

  /** A transcript is bounded, and read on a terminal. */
  @Test
  void showsOfALongMessageItsBeginning() {
    var words = "<data>" + "\u009b2J".repeat(100_000) + "</data>";
    try (var session = session(server(ScriptedServer.hello(), _ -> words))) {
      assertThat(session.ask("<get/>")).isInstanceOf(NetconfReply.Ok.class);
    }
    await().atMost(Duration.ofMinutes(1)).until(() -> !transcripts.recent("RTR").isEmpty());
    assertThat(transcripts.recent("RTR"))
        .allMatch(line -> line.text().length() < 80_000 && !line.text().contains("\u009b"));
  }
}
