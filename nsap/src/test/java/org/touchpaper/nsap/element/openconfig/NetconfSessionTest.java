package org.touchpaper.nsap.element.openconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.touchpaper.nsap.element.openconfig.ScriptedNetconfServer.HANG_UP;
import static org.touchpaper.nsap.element.openconfig.ScriptedNetconfServer.OK;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionState;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.netconf.NetconfOutcome;
import org.touchpaper.elementsession.netconf.NetconfSession;
import org.touchpaper.elementsession.transcript.TranscriptStore;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.segment.kit.OnDemandWaker;

/** A session's requests and its interpretation of a server's replies, verbatim. */
@Timeout(300)
class NetconfSessionTest {

  private static final String CANDIDATE = "urn:ietf:params:netconf:capability:candidate:1.0";
  private static final String RUNNING = "urn:ietf:params:netconf:capability:writable-running:1.0";
  private static final String ROLLBACK = "urn:ietf:params:netconf:capability:rollback-on-error:1.0";
  private static final ConfigItem ITEM =
      new ConfigItem(
          "RTR",
          OpenConfigPlugin.SUBINTERFACE,
          "xe1.100",
          "TP-0123456789AB",
          Map.of("VLAN", "100", "ENABLED", "true"));

  private final OnDemandWaker waker = new OnDemandWaker();
  private final TranscriptStore transcripts = TranscriptStore.inMemory();

  private NetconfSession session(ScriptedNetconfServer server) {
    var timing =
        new SessionTiming(
            Clock.systemUTC(),
            waker,
            Duration.ofSeconds(10),
            OnDemandWaker.ANSWER,
            Duration.ofSeconds(60),
            Duration.ofSeconds(1000));
    return new NetconfSession(
        new ElementEndpoint("RTR", "nowhere", 830, server), timing, transcripts);
  }

  private OpenConfigDriver driver(ScriptedNetconfServer server) {
    return new OpenConfigDriver("RTR", session(server), false, Duration.ofSeconds(60));
  }

  private static ScriptedNetconfServer server(String hello, Function<String, String> answers) {
    return new ScriptedNetconfServer(hello, answers);
  }

  /** A server whose data are empty and which accepts everything. */
  private static ScriptedNetconfServer willing(String... capabilities) {
    return server(
        ScriptedNetconfServer.hello(capabilities),
        operation -> operation.startsWith("<get-config>") ? "<data/>" : OK);
  }

  private static String error(String severity, String tag, String more) {
    return "<rpc-error><error-type>protocol</error-type><error-tag>%s</error-tag><error-severity>%s</error-severity>%s</rpc-error>"
        .formatted(tag, severity, more);
  }

  @Test
  void parsesCapabilitiesInAnyLayout() {
    var server =
        server(ScriptedNetconfServer.hello("\n   urn:ietf:params:netconf:base:1.1\n  "), _ -> OK);
    try (var session = session(server)) {
      assertThat(session.call("<get/>")).isInstanceOf(NetconfOutcome.Ok.class);
      assertThat(session.state()).isInstanceOf(SessionState.Connected.class);
    }
  }

  @Test
  void reportsWhatItFoundInsteadOfNetconf() {
    try (var session = session(server("<html/>", _ -> OK))) {
      assertThat(session.call("<get/>"))
          .isInstanceOfSatisfying(
              NetconfOutcome.NotSent.class,
              each ->
                  assertThat(each.reason())
                      .contains("RTR at nowhere:830 is not a NETCONF server", "<html>"));
      assertThat(session.state()).isInstanceOf(SessionState.Waiting.class);
    }
  }

  @Test
  void reportsAllErrorDetails() {
    var answer =
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
    try (var session = session(server(ScriptedNetconfServer.hello(), _ -> answer))) {
      assertThat(session.call("<get/>"))
          .isEqualTo(
              new NetconfOutcome.Refused(
                  "lock-denied", "Lock failed, held, session-id 454; no message at /x, too-big"));
    }
  }

  @Test
  void aWarningIsNotARefusal() {
    var answer = error("warning", "partial-operation", "") + "<ok/>";
    try (var session = session(server(ScriptedNetconfServer.hello(), _ -> answer))) {
      assertThat(session.call("<get/>")).isInstanceOf(NetconfOutcome.Ok.class);
    }
  }

  @Test
  void aReplyWithoutAnIdEndsTheSession() {
    var answer = "<rpc-reply>" + error("error", "missing-attribute", "") + "</rpc-reply>";
    try (var session = session(server(ScriptedNetconfServer.hello(), _ -> answer))) {
      assertThat(session.call("<get/>"))
          .isInstanceOfSatisfying(
              NetconfOutcome.Unknown.class,
              each ->
                  assertThat(each.reason()).contains("without message-id", "missing-attribute"));
    }
  }

  @Test
  void survivesDeepAndUnexpectedMessages() {
    var answer = "<a>".repeat(20_000) + "</a>".repeat(20_000);
    try (var session = session(server(ScriptedNetconfServer.hello(), _ -> answer))) {
      assertThat(session.call("<get/>")).isInstanceOf(NetconfOutcome.Unknown.class);
      assertThat(session.call("<get/>")).isInstanceOf(NetconfOutcome.Unknown.class);
      assertThat(session.loginCount()).isEqualTo(2);
    }
  }

  /** A lock ends with its connection: later steps must not use another. */
  @Test
  void runsATransactionOnOneConnection() throws IOException {
    var server =
        server(ScriptedNetconfServer.hello(CANDIDATE), each -> each.equals("<x/>") ? HANG_UP : OK);
    try (var session = session(server)) {
      session.onOneConnection(talk -> {
        assertThat(talk.call("<lock/>")).isInstanceOf(NetconfOutcome.Ok.class);
        assertThat(session.call("<x/>")).isInstanceOf(NetconfOutcome.Unknown.class);
        assertThat(session.call("<get/>")).isInstanceOf(NetconfOutcome.Ok.class);
        assertThat(talk.call("<commit/>")).isInstanceOf(NetconfOutcome.NotSent.class);
        return talk;
      });
      assertThat(server.connectionCount()).isEqualTo(2);
      assertThat(server.operations()).containsExactly("<lock/>", "<x/>", "<get/>");
    }
  }

  @Test
  void editsNothingOnAReadOnlyServer() {
    var server = willing();
    assertThat(driver(server).create(ITEM))
        .isInstanceOfSatisfying(
            EditOutcome.Denied.class,
            denied -> assertThat(denied.text()).contains(":candidate", ":writable-running"));
    assertThat(server.operations()).isEmpty();
  }

  private static String port(String name, String state) {
    return "<interface><name>" + name + "</name>" + state + "</interface>";
  }

  private static String status(String word) {
    return "<state><oper-status>" + word + "</oper-status></state>";
  }

  /** A configured circuit may be on a port without a link; the configuration does not show it. */
  @Test
  void aPortThatIsDownIsAnAlarmOfItsCircuits() {
    var ports =
        port("xe1", status("LOWER_LAYER_DOWN"))
            + port("xe2", status("UP"))
            + port("xe3", status("UNKNOWN"))
            + port("xe4", "");
    var states =
        "<data><interfaces xmlns=\"http://openconfig.net/yang/interfaces\">"
            + ports
            + "</interfaces></data>";
    var server =
        server(
            ScriptedNetconfServer.hello(CANDIDATE), each -> each.startsWith("<get>") ? states : OK);
    assertThat(driver(server).alarms())
        .singleElement()
        .satisfies(alarm -> {
          assertThat(alarm.description()).isEqualTo("xe1 is LOWER_LAYER_DOWN on RTR");
          assertThat(alarm.concerns(ITEM)).isTrue();
        });
    assertThat(server.operations()).singleElement().asString().contains("<oper-status/>");
  }

  @Test
  void portsCountAsUpIfTheElementDoesNotReportThem() {
    var tellsNothing = server(ScriptedNetconfServer.hello(CANDIDATE), _ -> "<data/>");
    assertThat(driver(tellsNothing).alarms()).isEmpty();
    var cannot = error("error", "operation-not-supported", "");
    assertThat(driver(server(ScriptedNetconfServer.hello(CANDIDATE), _ -> cannot)).alarms())
        .isEmpty();
  }

  @Test
  void aBusyElementDoesNotReportItsPortsAsUp() {
    var busy = error("error", "resource-denied", "");
    var driver = driver(server(ScriptedNetconfServer.hello(CANDIDATE), _ -> busy));
    assertThatThrownBy(driver::alarms)
        .isInstanceOf(ElementReadException.class)
        .hasMessageContaining("get refused: resource-denied");
  }

  /** Otherwise our commit would undo others' edits of running. */
  @Test
  void locksAllDatastoresThatOthersCouldEdit() {
    var server = willing(CANDIDATE, RUNNING);
    assertThat(driver(server).create(ITEM)).isEqualTo(new EditOutcome.Done());
    assertThat(server.operations())
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
  void requestsRollbackOnErrorForDirectEdits() {
    var server = willing(RUNNING, ROLLBACK);
    assertThat(driver(server).create(ITEM)).isEqualTo(new EditOutcome.Done());
    assertThat(server.operations()).anyMatch(each -> each.contains("rollback-on-error"));
    assertThat(server.operations()).noneMatch(each -> each.contains("candidate"));
  }

  /** Others' edits outside our lock are not ours to discard. */
  @Test
  void discardsNothingIfTheLockIsDenied() {
    var server =
        server(
            ScriptedNetconfServer.hello(CANDIDATE),
            operation ->
                operation.startsWith("<lock>")
                    ? error("error", "lock-denied", "<error-message>modified</error-message>")
                    : OK);
    assertThat(driver(server).create(ITEM))
        .isEqualTo(new EditOutcome.Denied("lock-denied", "modified (waited for 60 s)"));
    assertThat(server.operations()).allMatch(each -> each.startsWith("<lock>")).hasSize(61);
  }

  @Test
  void retriesACommitBlockedByAnotherSession() {
    var commits = new int[1];
    var server =
        server(
            ScriptedNetconfServer.hello(CANDIDATE),
            operation -> {
              if (operation.equals("<commit/>") && commits[0]++ < 3) {
                return error("error", "in-use", "");
              }
              return operation.startsWith("<get-config>") ? "<data/>" : OK;
            });
    assertThat(driver(server).create(ITEM)).isEqualTo(new EditOutcome.Done());
    assertThat(commits[0]).isEqualTo(4);
  }

  /** Closing may wait for a blocked write; the caller has waited long enough. */
  @Test
  void completesARequestBeforeItsConnectionIsClosed() throws Exception {
    var server = server(ScriptedNetconfServer.hello(), _ -> "<rpc-reply message-id=\"other\"/>");
    try (var session = session(server)) {
      server.setStuck(true);
      var reply = CompletableFuture.supplyAsync(() -> session.call("<get/>"));
      await().atMost(Duration.ofMinutes(1)).until(() -> !server.operations().isEmpty());
      waker.wakeAll();
      assertThat(reply.get(60, TimeUnit.SECONDS))
          .isEqualTo(new NetconfOutcome.Unknown("no reply within " + OnDemandWaker.ANSWER));
      server.setStuck(false);
    }
  }

  /** A transcript is bounded and read on a terminal. */
  @Test
  void truncatesALongMessageInTheTranscript() {
    var answer = "<data>" + "\u009b2J".repeat(100_000) + "</data>";
    try (var session = session(server(ScriptedNetconfServer.hello(), _ -> answer))) {
      assertThat(session.call("<get/>")).isInstanceOf(NetconfOutcome.Ok.class);
    }
    await().atMost(Duration.ofMinutes(1)).until(() -> !transcripts.recent("RTR").isEmpty());
    assertThat(transcripts.recent("RTR"))
        .allMatch(line -> line.text().length() < 80_000 && !line.text().contains("\u009b"));
  }
}
