package org.touchpaper.harc.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.commit.Accepted;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Force;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.Vote;

class HarcXmlTest {
  private static final Instant START = Instant.parse("2007-04-25T21:00:00Z");
  private static final Caller SCIENTIST =
      new Caller("ada", "ucl", List.of("eslea", "<&\">"), "scientist", "c-1");

  /** PoS(ESLEA)016 Figure 3, as printed. */
  private static final String FIGURE_3 =
      """
      <Schedule><TimeSpecification><Exact>
        <StartTime>2007-04-25T21:00:00Z</StartTime>
        <EndTime>2007-04-25T22:00:00Z</EndTime>
      </Exact></TimeSpecification></Schedule>
      <Work>
        <Path>
          <From>RA1</From><To>BT2</To>
          <BandwidthMbs>10240</BandwidthMbs>
        </Path>
      </Work>
      """;

  private static Request request(String... texts) {
    var actions = new java.util.ArrayList<Actions>();
    for (var text : texts) {
      actions.add(new Actions("rm-" + (actions.size() + 1), text));
    }
    return Request.of(
        new TransactionId("0198-a.1"),
        List.of("a1", "a2", "a3"),
        1,
        START.plusNanos(123_456_789),
        SCIENTIST,
        actions);
  }

  static List<Message.ForAcceptor> phaseMessages() {
    var record = request("<h:Cancel><h:Ident>x</h:Ident></h:Cancel>").record();
    var vote = Vote.prepared("line\r\none \"two\" <three> & €\t");
    var accepted = Map.of("rm-1", new Accepted(new Ballot(4), vote));
    return List.of(
        new Message.Enlist(record, "a1"),
        new Message.Enlisted(record, "a2", "a1", true),
        new Message.Learn(record, "a3"),
        new Message.Phase1a(record, new Ballot(0xFFFF_FFFFL), "a1"),
        new Message.Phase1b(record, new Ballot(2), "a2", accepted),
        new Message.Phase1b(record, new Ballot(2), "a2", Map.of()),
        new Message.Phase2a(record, Ballot.ZERO, Map.of("rm-1", vote), "a1"),
        new Message.Phase2b(record, "a2", accepted),
        new Message.Outbid(record, new Ballot(7), "a2"),
        new Message.Acknowledged(record, Decision.ABORT),
        new Message.Acknowledged(record, Decision.COMMIT),
        new Message.Forced(
            record,
            Decision.ABORT,
            Map.of("rm-1", Vote.prepared("held")),
            new Force("ada", "a2 & a3 burnt", Instant.parse("2026-12-01T21:00:00.5Z"))),
        new Message.Decided(record, Decision.ABORT, Map.of("rm-1", Vote.aborted(""))));
  }

  @ParameterizedTest
  @MethodSource("phaseMessages")
  void carriesEveryPhaseMessageUnchanged(Message.ForAcceptor message) {
    var text = HarcXml.write(List.of(message, message));
    assertThat(HarcXml.readMessages(text)).containsExactly(message, message);
  }

  @Test
  void keepsTheOrderOfABatch() {
    assertThat(HarcXml.readMessages(HarcXml.write(phaseMessages()))).isEqualTo(phaseMessages());
  }

  @Test
  void acceptsFigure3AsPrinted() {
    var actions = new Actions("rm-1", "<h:Make>" + FIGURE_3 + "</h:Make>");
    assertThat(ActionXml.read(actions))
        .containsExactly(
            new Action.Make(
                Action.NAMELESS,
                new Action.Schedule(START, START.plus(Duration.ofHours(1))),
                new Action.Path("RA1", "BT2", 10240)));
  }

  @Test
  void passesWorkOnByteForByte() {
    var odd =
        "<!-- a > b --><h:Make><h:Ident>x</h:Ident>\r\n"
            + FIGURE_3.replaceAll(
                "(?s)<Path>.*</Path>",
                "<z:Telescope xmlns:z='urn:z' a=\">\"  b='/>'"
                    + " ><![CDATA[</h:Actions>]]>&amp;&#13;</z:Telescope>")
            + "</h:Make><?pi </h:Actions>?>";
    var begun = request(odd, "<h:Cancel><h:Ident>y</h:Ident></h:Cancel>");
    var read = HarcXml.readBegin(HarcXml.write(begun));
    assertThat(read).isEqualTo(begun);
    var prepare =
        new Message.Prepare(read.record(), read.caller(), read.actions().getFirst(), "a1");
    var passedOn = HarcXml.readPrepare(HarcXml.write(prepare));
    assertThat(passedOn).isEqualTo(prepare);
    assertThat(passedOn.actions().text()).isEqualTo(odd);
    assertThat(ActionXml.read(passedOn.actions()))
        .first()
        .isEqualTo(
            new Action.Make(
                "x",
                new Action.Schedule(START, START.plus(Duration.ofHours(1))),
                new Action.Other("z:Telescope")));
  }

  @Test
  void writesActionsThatItReadsAgain() {
    var schedule = new Action.Schedule(START, START.plusSeconds(20));
    List<Action> all =
        List.of(
            new Action.Make("a", schedule, new Action.Path("vis.ucl", "newton.manchester", 300)),
            new Action.Make("b", schedule, new Action.Compute("newton", 4)),
            new Action.Make("4", schedule, new Action.Compute("newton", 4)),
            new Action.Make(Action.NAMELESS, schedule, new Action.Compute("newton", 4)),
            new Action.Make("d", schedule, new Action.Units("store", "tape", 20)),
            new Action.Make(
                "e",
                new Action.Owner("anne", "ucl", List.of("spice", "a&b"), "scientist"),
                schedule,
                new Action.Compute("newton", 4)),
            new Action.Modify("a", schedule, null),
            new Action.Modify("b", null, new Action.Compute("newton", 8)),
            new Action.Cancel("c<&>"));
    assertThat(ActionXml.read(ActionXml.write("rm-1", all))).isEqualTo(all);
  }

  @Test
  void carriesAnswersDecisionsAndStates() {
    var record = request("<h:Cancel><h:Ident>x</h:Ident></h:Cancel>").record();
    var answer = Knowledge.of(Decision.COMMIT, Map.of("rm-1", Vote.prepared("note")));
    assertThat(HarcXml.readAnswer(HarcXml.write(record.id(), answer))).isEqualTo(answer);
    var decide = new Message.Decide(record, Decision.COMMIT);
    assertThat(HarcXml.readDecide(HarcXml.write(decide))).isEqualTo(decide);
    assertThat(HarcXml.readQuestion(HarcXml.writeQuestion(record))).isEqualTo(record);
    var state =
        new ResourceState(
            record.id(),
            Ledger.Phase.COMMITTED,
            List.of(
                new ResourceState.Part(
                    "x", ResourceState.PartState.ACTIVE, "newton001", "", false)));
    assertThat(HarcXml.readState(HarcXml.write(state))).isEqualTo(state);
    var timetable =
        new ResourceTimetable(
            "newton",
            "nodes",
            List.of(new ResourceTimetable.Step(START, START.plusSeconds(1), 128)),
            List.of(new ResourceTimetable.StartRange(START, START)));
    assertThat(HarcXml.readTimetable(HarcXml.write(timetable))).isEqualTo(timetable);
    assertThat(HarcXml.readProblem(HarcXml.writeProblem(401, "who <are> you?")))
        .isEqualTo("who <are> you?");
  }

  @Test
  void carriesNotesInsideVotes() {
    var held = new Note.Held(List.of(new Note.Part("x", "newton001", List.of("A", "B"))));
    var refused =
        new Note.Refused(
            List.of(
                new Note.Refusal(
                    "x",
                    "NODES_BUSY",
                    "newton",
                    "nodes",
                    "taken",
                    false,
                    new Action.Schedule(START, START.plusSeconds(5)))));
    assertThat(NoteXml.read(Vote.prepared(NoteXml.write(held)))).isEqualTo(held);
    assertThat(NoteXml.read(Vote.aborted(NoteXml.write(refused)))).isEqualTo(refused);
    assertThat(NoteXml.read(Vote.aborted(""))).isEqualTo(new Note.None(""));
    assertThat(NoteXml.read(Vote.aborted("no < xml"))).isEqualTo(new Note.None("no < xml"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "<h:Decide",
        "<!DOCTYPE d [<!ENTITY e 'x'>]><h:Decide xmlns:h='urn:touchpaper:harc:1'>&e;</h:Decide>",
        "<!DOCTYPE d SYSTEM 'file:///etc/passwd'><d/>",
        "<h:Decide xmlns:h='urn:touchpaper:harc:1' decision='MAYBE'/>",
        "<Decide decision='COMMIT'/>",
        "<h:Begin xmlns:h='urn:touchpaper:harc:1'/>"
      })
  void refusesWhatIsNoDecide(String text) {
    assertThatThrownBy(() -> HarcXml.readDecide(text)).isInstanceOf(MalformedMessage.class);
  }

  @Test
  void refusesDeepNesting() {
    var deep = "<a>".repeat(100_000);
    assertThatThrownBy(() -> HarcXml.readDecide(deep))
        .isInstanceOf(MalformedMessage.class)
        .hasMessageContaining("deeper than 64");
  }

  @Test
  void refusesActionsThatDoNotMatchTheDigest() {
    var begun = HarcXml.write(request("<h:Cancel><h:Ident>x</h:Ident></h:Cancel>"));
    assertThatThrownBy(() -> HarcXml.readBegin(begun.replace(">x<", ">y<")))
        .isInstanceOf(MalformedMessage.class)
        .hasMessageContaining("digest");
  }

  @Test
  void refusesActionsThatNeedTheirSurroundingsPrefixes() {
    var text =
        HarcXml.write(request("<h:Cancel><h:Ident>x</h:Ident></h:Cancel>"))
            .replace("xmlns:h=", "xmlns:g='urn:touchpaper:harc:1' xmlns:h=")
            .replace("h:Cancel", "g:Cancel");
    assertThatThrownBy(() -> HarcXml.readBegin(text)).isInstanceOf(MalformedMessage.class);
  }
}
