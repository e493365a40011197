package org.touchpaper.elementemulator.tl1;

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
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.ManualClock;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.fault.FaultKind;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementemulator.fault.RandomFaultSettings;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.Denied;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionEvent;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.tl1.codec.MessageDecoder;
import org.touchpaper.tl1.codec.MessageEncoder;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.Compld;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.TextBlock;

/** Behaviour of elements that deviates from the manuals or misleads literal parsers. */
@Timeout(300)
class NonconformingElementTest {

  private static final InputCommand ALL_GROUPS = InputCommand.of("RTRV-GTP").withAid("ALL");

  @TempDir Path folder;
  private final ManualClock clock = new ManualClock();

  @SuppressWarnings("NullAway.Init") // started by each test
  private EmulatedElement element;

  private EmulatedElement start(ElementModel model) throws IOException {
    element = EmulatedElement.start(ElementConfig.demo("LONDON", model), folder, clock);
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
        new ElementEndpoint("LONDON", "127.0.0.1", element.port()),
        Credentials.tl1("touchpaper", "lightpath"),
        SessionTiming.defaults(clock),
        TranscriptSink.NONE);
  }

  private static InputCommand enterGroup(int number) {
    return InputCommand.of("ENT-GTP").withAid("g-" + number).withBlock("CTP=1-A-1-1-CTP-" + number);
  }

  private static List<String> rows(Tl1Outcome outcome) {
    assertThat(outcome).isInstanceOf(Completed.class);
    return ((Completed) outcome).rows();
  }

  @Test
  void anUnclosedQuoteAffectsOneCommandOnly() throws IOException {
    try (var client = RawTl1Client.loggedIn(start(ElementModel.ONS_15454))) {
      client.send("ENT-X::a:1::L=\"abc;\r\nRTRV-HDR:::2;");
      assertThat(client.receive(2))
          .satisfiesExactly(
              first ->
                  assertThat(first)
                      .isInstanceOfSatisfying(Deny.class, denial -> isSyntaxDeny(denial)),
              second -> assertThat(second).isInstanceOf(Compld.class));
    }
  }

  private static void isSyntaxDeny(Deny denial) {
    assertThat(denial).returns("IISP", Deny::errorCode).returns("0", Deny::ctag);
  }

  @Test
  void commandsMayEndWithAnyLineEndOrNone() throws IOException {
    try (var client = RawTl1Client.loggedIn(start(ElementModel.ONS_15454))) {
      client.send("RTRV-HDR:::2;\nRTRV-\nHDR:::3;\r\n\n  RTRV-HDR:::4;RTRV-HDR:::5;");
      assertThat(client.receive(4))
          .allSatisfy(message -> assertThat(message).isInstanceOf(Compld.class))
          .extracting(message -> ((Response) message).ctag())
          .containsExactly("2", "3", "4", "5");
    }
  }

  /** An account may lack privileges, and an element may answer with a bare DENY. */
  @ParameterizedTest
  @EnumSource(names = {"CORE_DIRECTOR", "ONS_15454"})
  void aCommandThatIsAlwaysDeniedDoesNotAffectOthers(ElementModel model) throws Exception {
    start(model).faults().injectAlways("RTRV-ALM-ALL", new InjectedFault.Deny("PLNA", "Privilege"));
    element
        .faults()
        .injectAlways("RTRV-EQPT", new InjectedFault.MalformedDeny(InjectedFault.DenyForm.BARE));
    try (var session = session()) {
      session.stayConnected();
      var outcomes = new ArrayList<CompletableFuture<Tl1Outcome>>();
      for (var i = 0; i < 50; i++) {
        for (var forbidden : List.of("RTRV-ALM-ALL", "RTRV-EQPT")) {
          Thread.startVirtualThread(() -> session.send(InputCommand.of(forbidden)));
        }
        outcomes.add(
            CompletableFuture.supplyAsync(
                () -> session.send(InputCommand.of("RTRV-HDR")), Thread::startVirtualThread));
      }
      for (var outcome : outcomes) {
        assertThat(outcome.get()).isInstanceOf(Completed.class);
      }
      assertThat(session.loginCount()).isEqualTo(1);
    }
  }

  /** Some answer with a text, some with a bare DENY, and none reports the logout itself. */
  @ParameterizedTest
  @EnumSource(names = {"CORE_DIRECTOR", "ONS_15454"})
  void aLostLoginIsDetectedAtTheFirstDeniedCommand(ElementModel model) throws IOException {
    start(model);
    try (var session = session()) {
      var header = InputCommand.of("RTRV-HDR");
      for (var logins = 1; logins < 4; logins++) {
        assertThat(session.send(header)).isInstanceOf(Completed.class);
        element.faults().injectOnce("RTRV-ALM-ALL", new InjectedFault.LoginLost());
        assertThat(session.send(InputCommand.of("RTRV-ALM-ALL"))).isInstanceOf(Denied.class);
        assertThat(session.send(header)).isInstanceOf(Completed.class);
        assertThat(session.loginCount()).isEqualTo(logins + 1);
      }
    }
  }

  /** The eighth simultaneous command is denied; it was not carried out and may be repeated. */
  @Test
  void processesSevenCommandsAtATime() throws IOException {
    try (var client = RawTl1Client.loggedIn(start(ElementModel.ONS_15454))) {
      var commands = new StringBuilder();
      IntStream.rangeClosed(2, 9).forEach(ctag -> commands.append("RTRV-HDR:::" + ctag + ";"));
      client.send(commands.toString());
      var answers = client.receive(8);
      assertThat(answers.subList(0, 7)).hasOnlyElementsOfType(Compld.class);
      assertThat(answers.getLast())
          .isInstanceOfSatisfying(
              Deny.class, denial -> assertThat(denial.errorCode()).isEqualTo("SARB"));
      client.send("RTRV-HDR:::9;");
      assertThat(client.receive(1)).hasOnlyElementsOfType(Compld.class);
    }
  }

  /** In every format at once: lines, headers and prompts, cut anywhere, among other messages. */
  @ParameterizedTest
  @EnumSource(
      value = FaultKind.class,
      names = {"PROMPT", "LF_ONLY", "SID", "UNCLOSED_QUOTE"})
  void sessionsUnderstandEveryOutputStyle(FaultKind kind) throws IOException {
    start(ElementModel.CORE_DIRECTOR);
    try (var plain = session()) {
      IntStream.rangeClosed(1, 3).forEach(number -> rows(plain.send(enterGroup(number))));
      for (var seed = 1; seed <= 12; seed++) {
        element
            .faults()
            .usePlan(
                RandomFaultSettings.parse("seed=" + seed + ",fragmented=1," + kind.label() + "=1"));
        try (var session = session()) {
          assertThat(rows(session.send(ALL_GROUPS)))
              .hasSize(3)
              .isEqualTo(rows(plain.send(ALL_GROUPS)));
          for (var fault :
              List.of(
                  new InjectedFault.SegmentedResponse(),
                  new InjectedFault.RtrvBlockResponse(),
                  new InjectedFault.InterleavedReports())) {
            element.faults().injectOnce("RTRV-GTP", fault);
            assertThat(rows(session.send(ALL_GROUPS))).hasSize(3);
          }
          assertThat(session.send(enterGroup(1))).isInstanceOf(Denied.class);
        }
      }
    }
    assertThat(element.faults().triggeredCounts()).containsKey(kind);
  }

  @Test
  void linesMayEndInLineFeedsAlone() throws IOException {
    start(ElementModel.ONS_15454).faults().usePlan(RandomFaultSettings.parse("seed=1,lf-only=1"));
    try (var client = RawTl1Client.loggedIn(element)) {
      assertThat(client.receivedText()).contains("COMPLD\n").doesNotContain("\r");
    }
  }

  static Stream<OutputStyle> styles() {
    return OutputStyle.headerPrefixes("LONDON").stream()
        .flatMap(opening ->
            Stream.concat(Stream.of(""), OutputStyle.prompts().stream())
                .flatMap(prompt ->
                    Stream.of("\r\n", "\n").map(end -> new OutputStyle(opening, end, prompt))));
  }

  /** Decoded in one piece and byte by byte. */
  @ParameterizedTest
  @MethodSource("styles")
  void decodesEveryOutputStyle(OutputStyle style) {
    var header = new Header("LONDON", "26-11-22", "14:00:00");
    List<OutputMessage> messages =
        List.of(
            new Compld(header, "1", TextBlock.rows(List.of("a:b,c=\\\"d;e\\\"")), Terminator.END),
            new AutonomousMessage(
                header,
                AutonomousMessage.AlarmCode.NONE,
                "7",
                "REPT EVT LOG",
                TextBlock.comment("M  2 COMPLD; not yours >"),
                Terminator.END),
            new Compld(header, "2", TextBlock.EMPTY, Terminator.MORE),
            new Deny(header, "2", "IICM", TextBlock.comment("why"), Terminator.END));
    var bytes = new StringBuilder();
    messages.forEach(message -> bytes.append(style.format(message, "LONDON")));
    var decodedAtOnce = new MessageDecoder().feed(MessageEncoder.toBytes(bytes.toString()));
    assertThat(
            decodedAtOnce.stream()
                .filter(OutputMessage.class::isInstance)
                .map(NonconformingElementTest::describe))
        .containsSubsequence(messages.stream().map(NonconformingElementTest::describe).toList());
    var decoder = new MessageDecoder();
    var decodedByteByByte =
        IntStream.range(0, bytes.length())
            .boxed()
            .flatMap(i -> decoder.feed(new byte[] {(byte) bytes.charAt(i)}).stream())
            .toList();
    assertThat(decodedByteByByte).isEqualTo(decodedAtOnce);
  }

  private static String describe(OutputMessage message) {
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
  void reportsMayInterruptTheSegmentsOfAnAnswer() throws IOException {
    try (var client = RawTl1Client.loggedIn(start(ElementModel.ONS_15454))) {
      element.faults().injectOnce("RTRV-ALM-ALL", new InjectedFault.InterleavedReports());
      element.loseSignal("FAC-6-1");
      client.send("RTRV-ALM-ALL:::2;");
      var isReport = client.receive(12).stream().map(NonconformingElementTest::isReport).toList();
      assertThat(isReport).containsSubsequence(true, false, true, false, true, false, true);
    }
  }

  private static boolean isReport(OutputMessage message) {
    return message instanceof AutonomousMessage;
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementModel.class,
      names = {"ONS_15454", "ONS_15454_SDH", "CORE_DIRECTOR"})
  void theAuthorOfAChangeReceivesItsReportWhereAllSessionsDo(ElementModel model)
      throws IOException {
    start(model);
    var edit =
        model == ElementModel.CORE_DIRECTOR
            ? enterGroup(1)
            : InputCommand.of(model == ElementModel.ONS_15454 ? "ED-OC192" : "ED-STM64")
                .withAid("FAC-6-1")
                .withBlock("")
                .withBlock("")
                .withBlock("IS");
    var authorReports = new CopyOnWriteArrayList<AutonomousMessage>();
    var otherReports = new CopyOnWriteArrayList<AutonomousMessage>();
    try (var ours = session();
        var theirs = session()) {
      ours.addListener(collectInto(authorReports));
      theirs.addListener(collectInto(otherReports));
      for (var session : List.of(ours, theirs)) { // an ONS reports changes only on request
        session.send(InputCommand.of("ALW-MSG-DBCHG"));
      }
      rows(ours.send(edit));
      await().atMost(Duration.ofMinutes(1)).until(() -> changes(otherReports).size() == 1);
      rows(ours.send(InputCommand.of("RTRV-ALM-ALL"))); // its answer follows all earlier reports
      assertThat(changes(authorReports)).hasSize(model == ElementModel.CORE_DIRECTOR ? 0 : 1);
    }
  }

  private static Consumer<SessionEvent> collectInto(List<AutonomousMessage> reports) {
    return event -> {
      if (event instanceof SessionEvent.ReportReceived(_, var message)) {
        reports.add(message);
      }
    };
  }

  private static List<String> changes(List<AutonomousMessage> reports) {
    return reports.stream()
        .filter(report -> report.verb().equals("REPT DBCHG"))
        .flatMap(report -> report.text().rows().stream())
        .toList();
  }

  @Test
  void theResourcesOfADeletedEntityMayStayLocked() throws IOException {
    start(ElementModel.CORE_DIRECTOR);
    try (var session = session()) {
      rows(session.send(enterGroup(1)));
      rows(session.send(enterGroup(2)));
      rows(
          session.send(
              InputCommand.of("ENT-CRS-STSPC")
                  .withAid("FROMENDPOINT=g-1,TOENDPOINT=g-2")
                  .withBlock(
                      "NAME=x-1", "ALIAS=x-1"))); // its label equals its name and is no reference
      element
          .faults()
          .injectOnce("DLT-CRS-STSPC", new InjectedFault.SlowRelease(Duration.ofSeconds(2)));
      rows(session.send(InputCommand.of("DLT-CRS-STSPC").withAid("x-1")));
      var delete = InputCommand.of("DLT-GTP").withAid("g-1");
      assertThat(session.send(delete))
          .isInstanceOfSatisfying(
              Denied.class, denied -> assertThat(denied.code()).isEqualTo("SNVS"));
      clock.advance(Duration.ofSeconds(2));
      rows(session.send(delete));
      assertThat(element.listEntities()).extracting(ManagedEntity::name).containsExactly("g-2");
    }
  }

  @Test
  void aSecondLoginIsRefusedWhileTheFirstSettles() throws IOException {
    start(ElementModel.CALIENT);
    try (var first = RawTl1Client.loggedIn(element);
        var second = new RawTl1Client(element)) {
      var login = "ACT-USER::touchpaper:1::lightpath;";
      second.send(login);
      assertThat(second.receive(1)).hasOnlyElementsOfType(Deny.class);
      clock.advance(Duration.ofMillis(500));
      second.send(login);
      assertThat(second.receive(1)).hasOnlyElementsOfType(Compld.class);
      first.send("RTRV-HDR:::2;");
      assertThat(first.receive(1)).hasOnlyElementsOfType(Compld.class);
    }
  }
}
