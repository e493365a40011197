package org.touchpaper.harc.client.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.harc.client.model.ResourceManagerTransactionStatus;
import org.touchpaper.harc.client.model.ResourceTimetable;
import org.touchpaper.harc.client.model.RunRequest;
import org.touchpaper.harc.client.model.RunState;
import org.touchpaper.harc.client.model.RunStatus;
import org.touchpaper.harc.client.model.VoteNote;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;

class HarcMessageXmlTest {
  private static final Instant START = Instant.parse("2007-04-25T21:00:00Z");
  private static final RequestingUser SCIENTIST =
      new RequestingUser("ada", "ucl", List.of("eslea", "<&\">"), "scientist", "c-1");

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

  private static TransactionRequest request(String... texts) {
    var actions = new java.util.ArrayList<ResourceManagerActions>();
    for (var text : texts) {
      actions.add(new ResourceManagerActions("rm-" + (actions.size() + 1), text));
    }
    return TransactionRequest.of(
        new TransactionId("0198-a.1"),
        List.of("a1", "a2", "a3"),
        1,
        START.plusNanos(123_456_789),
        SCIENTIST,
        actions);
  }

  @Test
  void acceptsFigure3AsPrinted() {
    var actions = new ResourceManagerActions("rm-1", "<h:Make>" + FIGURE_3 + "</h:Make>");
    assertThat(HarcActionXml.read(actions))
        .containsExactly(
            new HarcAction.Make(
                HarcAction.UNASSIGNED_ID,
                new HarcAction.Schedule(START, START.plus(Duration.ofHours(1))),
                new HarcAction.Lightpath("RA1", "BT2", 10240)));
  }

  @Test
  void passesOnWorkByteForByte() {
    var odd =
        "<!-- a > b --><h:Make><h:Ident>x</h:Ident>\r\n"
            + FIGURE_3.replaceAll(
                "(?s)<Path>.*</Path>",
                "<z:Telescope xmlns:z='urn:z' a=\">\"  b='/>'"
                    + " ><![CDATA[</h:Actions>]]>&amp;&#13;</z:Telescope>")
            + "</h:Make><?pi </h:Actions>?>";
    var request = request(odd, "<h:Cancel><h:Ident>y</h:Ident></h:Cancel>");
    var read = HarcMessageXml.readBegin(HarcMessageXml.write(request));
    assertThat(read).isEqualTo(request);
    assertThat(read.actions().getFirst().text()).isEqualTo(odd);
    assertThat(HarcActionXml.read(read.actions().getFirst()))
        .first()
        .isEqualTo(
            new HarcAction.Make(
                "x",
                new HarcAction.Schedule(START, START.plus(Duration.ofHours(1))),
                new HarcAction.UnknownWork("z:Telescope")));
  }

  @Test
  void readsTheActionsThatItWrites() {
    var schedule = new HarcAction.Schedule(START, START.plusSeconds(20));
    List<HarcAction> all =
        List.of(
            new HarcAction.Make(
                "a", schedule, new HarcAction.Lightpath("vis.ucl", "newton.manchester", 300)),
            new HarcAction.Make("b", schedule, new HarcAction.ComputeNodes("newton", 4)),
            new HarcAction.Make("4", schedule, new HarcAction.ComputeNodes("newton", 4)),
            new HarcAction.Make(
                HarcAction.UNASSIGNED_ID, schedule, new HarcAction.ComputeNodes("newton", 4)),
            new HarcAction.Make("d", schedule, new HarcAction.ResourceUnits("store", "tape", 20)),
            new HarcAction.Make(
                "e",
                new HarcAction.Owner("anne", "ucl", List.of("spice", "a&b"), "scientist"),
                schedule,
                new HarcAction.ComputeNodes("newton", 4)),
            new HarcAction.Modify("a", schedule, null),
            new HarcAction.Modify("b", null, new HarcAction.ComputeNodes("newton", 8)),
            new HarcAction.Make(
                "f",
                schedule,
                new HarcAction.ComputeNodes(
                    "newton",
                    4,
                    new RunRequest.Launch(
                        "pore",
                        List.of("steps=<5>", "steps=6"),
                        Map.of("OMP_NUM_THREADS", "1", "B", " & "),
                        2,
                        1,
                        "vis.ucl"))),
            new HarcAction.Modify(
                "f",
                null,
                new HarcAction.ComputeNodes("newton", 4, new RunRequest.Launch("pore", List.of()))),
            new HarcAction.Modify(
                "f", null, new HarcAction.ComputeNodes("newton", 4, new RunRequest.Stop())),
            new HarcAction.Cancel("c<&>"));
    assertThat(HarcActionXml.read(HarcActionXml.write("rm-1", all))).isEqualTo(all);
  }

  @Test
  void carriesAnswersQuestionsAndStates() {
    var record = request("<h:Cancel><h:Ident>x</h:Ident></h:Cancel>").record();
    var answer =
        TransactionOutcomeResponse.of(Decision.COMMIT, Map.of("rm-1", Vote.prepared("note")));
    assertThat(HarcMessageXml.readAnswer(HarcMessageXml.write(record.id(), answer)))
        .isEqualTo(answer);
    assertThat(HarcMessageXml.readQuestion(HarcMessageXml.writeQuestion(record))).isEqualTo(record);
    var state =
        new ResourceManagerTransactionStatus(
            record.id(),
            ResourceManagerState.Phase.COMMITTED,
            List.of(
                new ResourceManagerTransactionStatus.BookingStatus(
                    "x",
                    ResourceManagerTransactionStatus.BookingState.ACTIVE,
                    "newton001",
                    "",
                    false),
                running(
                    new RunStatus(
                        RunState.NEW,
                        null,
                        List.of(),
                        null,
                        null,
                        START,
                        null,
                        null,
                        List.of(),
                        1)),
                running(
                    new RunStatus(
                        RunState.FAILED,
                        "17",
                        List.of("newton001", "newton002"),
                        8901,
                        "imd",
                        START,
                        -11,
                        "killed <by> signal 11",
                        List.of("line 1", "", " & "),
                        2))));
    assertThat(HarcMessageXml.readState(HarcMessageXml.write(state))).isEqualTo(state);
    var timetable =
        new ResourceTimetable(
            "newton",
            "nodes",
            List.of(new ResourceTimetable.Step(START, START.plusSeconds(1), 128)),
            List.of(new ResourceTimetable.StartRange(START, START)));
    assertThat(HarcMessageXml.readTimetable(HarcMessageXml.write(timetable))).isEqualTo(timetable);
    assertThat(HarcMessageXml.readProblem(HarcMessageXml.writeProblem(401, "who <are> you?")))
        .isEqualTo("who <are> you?");
  }

  private static ResourceManagerTransactionStatus.BookingStatus running(RunStatus run) {
    return new ResourceManagerTransactionStatus.BookingStatus(
        "y", ResourceManagerTransactionStatus.BookingState.ACTIVE, "tp-1", "", false, run);
  }

  @Test
  void carriesTheApplicationsOfAResource() {
    var applications =
        List.of(
            new RegisteredApplication(
                "pore",
                "DNA through a pore",
                "imd",
                List.of(
                    new RegisteredApplication.Parameter(
                        "steps", "[0-9]{1,7}", "5000", "time steps"),
                    new RegisteredApplication.Parameter("input", "[a-z]+", null, "<name>")),
                false),
            new RegisteredApplication("executable", "any program", null, List.of(), true));
    assertThat(HarcMessageXml.readApplications(HarcMessageXml.write("newton", applications)))
        .isEqualTo(applications);
    assertThat(HarcMessageXml.readApplications(HarcMessageXml.write("newton", List.of())))
        .isEmpty();
  }

  @Test
  void carriesNotesInsideVotes() {
    var held =
        new VoteNote.Held(List.of(new VoteNote.HeldBooking("x", "newton001", List.of("A", "B"))));
    var refused =
        new VoteNote.Refused(
            List.of(
                new VoteNote.Refusal(
                    "x",
                    "NODES_BUSY",
                    "newton",
                    "nodes",
                    "taken",
                    false,
                    new HarcAction.Schedule(START, START.plusSeconds(5)))));
    assertThat(VoteNoteXml.read(Vote.prepared(VoteNoteXml.write(held)))).isEqualTo(held);
    assertThat(VoteNoteXml.read(Vote.aborted(VoteNoteXml.write(refused)))).isEqualTo(refused);
    assertThat(VoteNoteXml.read(Vote.aborted(""))).isEqualTo(new VoteNote.Unstructured(""));
    assertThat(VoteNoteXml.read(Vote.aborted("no < xml")))
        .isEqualTo(new VoteNote.Unstructured("no < xml"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "<h:Question",
        "<!DOCTYPE d [<!ENTITY e 'x'>]><h:Question"
            + " xmlns:h='urn:touchpaper:harc:1'>&e;</h:Question>",
        "<!DOCTYPE d SYSTEM 'file:///etc/passwd'><d/>",
        "<h:Question xmlns:h='urn:touchpaper:harc:1'/>",
        "<Question/>",
        "<h:Begin xmlns:h='urn:touchpaper:harc:1'/>"
      })
  void rejectsInvalidQuestions(String text) {
    assertThatThrownBy(() -> HarcMessageXml.readQuestion(text))
        .isInstanceOf(MalformedMessageException.class);
  }

  @Test
  void rejectsDeepNesting() {
    var deep = "<a>".repeat(100_000);
    assertThatThrownBy(() -> HarcMessageXml.readQuestion(deep))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("deeper than 64");
  }

  @Test
  void rejectsActionsThatDoNotMatchTheDigest() {
    var xml = HarcMessageXml.write(request("<h:Cancel><h:Ident>x</h:Ident></h:Cancel>"));
    assertThatThrownBy(() -> HarcMessageXml.readBegin(xml.replace(">x<", ">y<")))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("digest");
  }

  @Test
  void rejectsActionsThatNeedPrefixesOfTheirDocument() {
    var text =
        HarcMessageXml.write(request("<h:Cancel><h:Ident>x</h:Ident></h:Cancel>"))
            .replace("xmlns:h=", "xmlns:g='urn:touchpaper:harc:1' xmlns:h=")
            .replace("h:Cancel", "g:Cancel");
    assertThatThrownBy(() -> HarcMessageXml.readBegin(text))
        .isInstanceOf(MalformedMessageException.class);
  }
}
