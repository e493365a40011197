package org.touchpaper.tl1.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.tl1.codec.MessageDecoder;
import org.touchpaper.tl1.codec.Printer;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.Compld;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.Text;
import org.touchpaper.tl1.row.DatabaseChange;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.SessionEvent;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Outcome;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.Denied;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;

/** How an element may speak and act that makes those err who read it too literally. */
@Timeout(300)
class AwkwardElementTest {

  private static final InputCommand ALL_GROUPS = InputCommand.of("RTRV-GTP").at("ALL");

  @TempDir Path folder;
  private final TurnedClock clock = new TurnedClock();

  @SuppressWarnings("NullAway.Init") // each test starts its own
  private EmulatedElement element;

  private EmulatedElement start(Dialect dialect) throws IOException {
    element = EmulatedElement.start(ElementConfig.demo("LONDON", dialect), folder, clock);
    return element;
  }

  @AfterEach
  void stop() {
    if (element != null) {
      element.close();
    }
  }

  private Tl1Session session() {
    return Tl1Session.open(
        new Endpoint("LONDON", "127.0.0.1", element.port()),
        Credentials.tl1("touchpaper", "lightpath"),
        Timing.usual(clock),
        TranscriptSink.NONE);
  }

  private static InputCommand group(int number) {
    return InputCommand.of("ENT-GTP").at("g-" + number).block("CTP=1-A-1-1-CTP-" + number);
  }

  private static List<String> rows(Tl1Outcome outcome) {
    assertThat(outcome).isInstanceOf(Completed.class);
    return ((Completed) outcome).rows();
  }

  @Test
  void aQuoteThatIsNotClosedCostsNoOtherCommand() throws IOException {
    try (var caller = Caller.loggedIn(start(Dialect.ONS_15454))) {
      caller.say("ENT-X::a:1::L=\"abc;\r\nRTRV-HDR:::2;");
      assertThat(caller.hear(2))
          .satisfiesExactly(
              first -> assertThat(first).isInstanceOfSatisfying(Deny.class, it -> isBroken(it)),
              second -> assertThat(second).isInstanceOf(Compld.class));
    }
  }

  private static void isBroken(Deny denial) {
    assertThat(denial).returns("IISP", Deny::errorCode).returns("0", Deny::ctag);
  }

  @Test
  void commandsMayComeWithAnyLineEndOrNone() throws IOException {
    try (var caller = Caller.loggedIn(start(Dialect.ONS_15454))) {
      caller.say("RTRV-HDR:::2;\nRTRV-\nHDR:::3;\r\n\n  RTRV-HDR:::4;RTRV-HDR:::5;");
      assertThat(caller.hear(4))
          .allSatisfy(each -> assertThat(each).isInstanceOf(Compld.class))
          .extracting(each -> ((Response) each).ctag())
          .containsExactly("2", "3", "4", "5");
    }
  }

  /** An account may not have every command, and an element not say more than DENY. */
  @ParameterizedTest
  @EnumSource(names = {"CORE_DIRECTOR", "ONS_15454"})
  void aCommandThatIsAlwaysDeniedDisturbsNoOther(Dialect dialect) throws Exception {
    start(dialect).faults().always("RTRV-ALM-ALL", new Fault.Deny("PLNA", "Privilege"));
    element.faults().always("RTRV-EQPT", new Fault.DenyOddly(Fault.Oddity.BARE));
    try (var session = session()) {
      session.stayConnected();
      var others = new ArrayList<CompletableFuture<Tl1Outcome>>();
      for (var i = 0; i < 50; i++) {
        for (var forbidden : List.of("RTRV-ALM-ALL", "RTRV-EQPT")) {
          Thread.startVirtualThread(() -> session.send(InputCommand.of(forbidden)));
        }
        others.add(
            CompletableFuture.supplyAsync(
                () -> session.send(InputCommand.of("RTRV-HDR")), Thread::startVirtualThread));
      }
      for (var other : others) {
        assertThat(other.get()).isInstanceOf(Completed.class);
      }
      assertThat(session.logins()).isEqualTo(1);
    }
  }

  /** Some say so in words, some with a bare DENY, and none of them before it is asked. */
  @ParameterizedTest
  @EnumSource(names = {"CORE_DIRECTOR", "ONS_15454"})
  void aLoginThatIsLostIsFoundAtTheFirstDeniedCommand(Dialect dialect) throws IOException {
    start(dialect);
    try (var session = session()) {
      var header = InputCommand.of("RTRV-HDR");
      for (var logins = 1; logins < 4; logins++) {
        assertThat(session.send(header)).isInstanceOf(Completed.class);
        element.faults().next("RTRV-ALM-ALL", new Fault.LoginLost());
        assertThat(session.send(InputCommand.of("RTRV-ALM-ALL"))).isInstanceOf(Denied.class);
        assertThat(session.send(header)).isInstanceOf(Completed.class);
        assertThat(session.logins()).isEqualTo(logins + 1);
      }
    }
  }

  /** Of eight at once the last is one too many; it was not carried out, and may come again. */
  @Test
  void worksOnSevenCommandsAtATime() throws IOException {
    try (var caller = Caller.loggedIn(start(Dialect.ONS_15454))) {
      var eight = new StringBuilder();
      IntStream.rangeClosed(2, 9).forEach(ctag -> eight.append("RTRV-HDR:::" + ctag + ";"));
      caller.say(eight.toString());
      var answers = caller.hear(8);
      assertThat(answers.subList(0, 7)).hasOnlyElementsOfType(Compld.class);
      assertThat(answers.getLast())
          .isInstanceOfSatisfying(Deny.class, it -> assertThat(it.errorCode()).isEqualTo("SARB"));
      caller.say("RTRV-HDR:::9;");
      assertThat(caller.hear(1)).hasOnlyElementsOfType(Compld.class);
    }
  }

  /** In every form at once: lines, headers and prompts, cut anywhere, among others' words. */
  @ParameterizedTest
  @EnumSource(
      value = Mishap.class,
      names = {"PROMPT", "LF_ONLY", "SID", "UNCLOSED_QUOTE"})
  void sessionsUnderstandItWhateverItsAccent(Mishap mishap) throws IOException {
    start(Dialect.CORE_DIRECTOR);
    try (var plain = session()) {
      IntStream.rangeClosed(1, 3).forEach(number -> rows(plain.send(group(number))));
      for (var seed = 1; seed <= 12; seed++) {
        element
            .faults()
            .follow(FaultPlan.parse("seed=" + seed + ",chopped=1," + mishap.label() + "=1"));
        try (var session = session()) {
          assertThat(rows(session.send(ALL_GROUPS)))
              .hasSize(3)
              .isEqualTo(rows(plain.send(ALL_GROUPS)));
          for (var fault :
              List.of(new Fault.InSegments(), new Fault.InBlocks(), new Fault.Chatter())) {
            element.faults().next("RTRV-GTP", fault);
            assertThat(rows(session.send(ALL_GROUPS))).hasSize(3);
          }
          assertThat(session.send(group(1))).isInstanceOf(Denied.class);
        }
      }
    }
    assertThat(element.faults().struck()).containsKey(mishap);
  }

  @Test
  void linesMayEndInLineFeedsAlone() throws IOException {
    start(Dialect.ONS_15454).faults().follow(FaultPlan.parse("seed=1,lf-only=1"));
    try (var caller = Caller.loggedIn(element)) {
      assertThat(caller.raw()).contains("COMPLD\n").doesNotContain("\r");
    }
  }

  static Stream<Accent> accents() {
    return Accent.openings("LONDON").stream()
        .flatMap(opening ->
            Stream.concat(Stream.of(""), Accent.prompts().stream())
                .flatMap(prompt ->
                    Stream.of("\r\n", "\n").map(end -> new Accent(opening, end, prompt))));
  }

  /** Fed whole and byte by byte. */
  @ParameterizedTest
  @MethodSource("accents")
  void everyAccentIsRead(Accent accent) {
    var header = new Header("LONDON", "26-11-22", "14:00:00");
    List<OutputMessage> said =
        List.of(
            new Compld(header, "1", Text.rows(List.of("a:b,c=\\\"d;e\\\"")), Terminator.END),
            new AutonomousMessage(
                header,
                AutonomousMessage.AlarmCode.NONE,
                "7",
                "REPT EVT LOG",
                Text.comment("M  2 COMPLD; not yours >"),
                Terminator.END),
            new Compld(header, "2", Text.EMPTY, Terminator.MORE),
            new Deny(header, "2", "IICM", Text.comment("why"), Terminator.END));
    var bytes = new StringBuilder();
    said.forEach(each -> bytes.append(accent.spoken(each, "LONDON")));
    var whole = new MessageDecoder().feed(Printer.bytes(bytes.toString()));
    assertThat(whole.stream().filter(OutputMessage.class::isInstance).map(AwkwardElementTest::kind))
        .containsSubsequence(said.stream().map(AwkwardElementTest::kind).toList());
    var decoder = new MessageDecoder();
    var pieces =
        IntStream.range(0, bytes.length())
            .boxed()
            .flatMap(i -> decoder.feed(new byte[] {(byte) bytes.charAt(i)}).stream())
            .toList();
    assertThat(pieces).isEqualTo(whole);
  }

  private static String kind(OutputMessage message) {
    return switch (message) {
      case Response response ->
          response.getClass().getSimpleName()
              + response.ctag()
              + response.text()
              + response.terminator();
      case AutonomousMessage report -> report.verb() + report.text();
      default -> "";
    };
  }

  @Test
  void reportsComeBetweenTheSegmentsOfAnAnswer() throws IOException {
    try (var caller = Caller.loggedIn(start(Dialect.ONS_15454))) {
      element.faults().next("RTRV-ALM-ALL", new Fault.Chatter());
      element.loseSignal("FAC-6-1");
      caller.say("RTRV-ALM-ALL:::2;");
      var heard = caller.hear(12).stream().map(AwkwardElementTest::isReport).toList();
      assertThat(heard).containsSubsequence(true, false, true, false, true, false, true);
    }
  }

  private static boolean isReport(OutputMessage message) {
    return message instanceof AutonomousMessage;
  }

  @ParameterizedTest
  @EnumSource(
      value = Dialect.class,
      names = {"ONS_15454", "ONS_15454_SDH", "CORE_DIRECTOR"})
  void whoMadeAChangeIsToldOfItWhereEverybodyIs(Dialect dialect) throws IOException {
    start(dialect);
    var edit =
        dialect == Dialect.CORE_DIRECTOR
            ? group(1)
            : InputCommand.of(dialect == Dialect.ONS_15454 ? "ED-OC192" : "ED-STM64")
                .at("FAC-6-1")
                .block("")
                .block("")
                .block("IS");
    var author = new CopyOnWriteArrayList<AutonomousMessage>();
    var other = new CopyOnWriteArrayList<AutonomousMessage>();
    try (var ours = session();
        var theirs = session()) {
      ours.watch(into(author));
      theirs.watch(into(other));
      for (var session : List.of(ours, theirs)) { // an ONS tells only who has said this
        session.send(InputCommand.of("ALW-MSG-DBCHG"));
      }
      rows(ours.send(edit));
      await().atMost(Duration.ofMinutes(1)).until(() -> changes(other).size() == 1);
      rows(ours.send(InputCommand.of("RTRV-ALM-ALL"))); // and with it all that came before
      assertThat(changes(author)).hasSize(dialect == Dialect.CORE_DIRECTOR ? 0 : 1);
    }
  }

  private static Consumer<SessionEvent> into(List<AutonomousMessage> heard) {
    return event -> {
      if (event instanceof SessionEvent.Reported(_, var message)) {
        heard.add(message);
      }
    };
  }

  private static List<DatabaseChange> changes(List<AutonomousMessage> heard) {
    return heard.stream().flatMap(it -> DatabaseChange.in(it).stream()).toList();
  }

  @Test
  void whatADeletedThingWasMadeOfMayStayLockedForAWhile() throws IOException {
    start(Dialect.CORE_DIRECTOR);
    try (var session = session()) {
      rows(session.send(group(1)));
      rows(session.send(group(2)));
      rows(
          session.send(
              InputCommand.of("ENT-CRS-STSPC")
                  .at("FROMENDPOINT=g-1,TOENDPOINT=g-2")
                  .block("NAME=x-1", "ALIAS=x-1"))); // as it calls itself, it holds nothing
      element.faults().next("DLT-CRS-STSPC", new Fault.SlowRelease(Duration.ofSeconds(2)));
      rows(session.send(InputCommand.of("DLT-CRS-STSPC").at("x-1")));
      var delete = InputCommand.of("DLT-GTP").at("g-1");
      assertThat(session.send(delete))
          .isInstanceOfSatisfying(Denied.class, it -> assertThat(it.code()).isEqualTo("SNVS"));
      clock.advance(Duration.ofSeconds(2));
      rows(session.send(delete));
      assertThat(element.holds()).extracting(Entity::name).containsExactly("g-2");
    }
  }

  @Test
  void aSecondLoginIsRefusedWhileTheFirstSettles() throws IOException {
    start(Dialect.CALIENT);
    try (var first = Caller.loggedIn(element);
        var second = new Caller(element)) {
      var login = "ACT-USER::touchpaper:1::lightpath;";
      second.say(login);
      assertThat(second.hear(1)).hasOnlyElementsOfType(Deny.class);
      clock.advance(Duration.ofMillis(500));
      second.say(login);
      assertThat(second.hear(1)).hasOnlyElementsOfType(Compld.class);
      first.say("RTRV-HDR:::2;");
      assertThat(first.hear(1)).hasOnlyElementsOfType(Compld.class);
    }
  }
}
