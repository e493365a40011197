package org.touchpaper.harc.client;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.harc.client.model.RunState;
import org.touchpaper.harc.client.model.VoteNote;
import org.touchpaper.harc.client.xml.HarcMessageXml;
import org.touchpaper.harc.client.xml.VoteNoteXml;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;

/** Reads the examples of the contract, including their digests. */
class ExamplesTest {

  @ParameterizedTest
  @ValueSource(strings = {"begin", "begin-modify", "begin-swap", "begin-cancel"})
  void readsAndWritesARequest(String example) throws Exception {
    var request = HarcMessageXml.readBegin(body(example + ".request"));
    assertThat(request.record().resourceManagers()).containsExactly("rm-network", "rm-newton");
    assertThat(HarcMessageXml.readBegin(HarcMessageXml.write(request))).isEqualTo(request);
  }

  @ParameterizedTest
  @ValueSource(strings = {"begin", "outcome", "question", "begin-refused"})
  void anAnswerCarriesReadableNotes(String example) throws Exception {
    var report = HarcMessageXml.readAnswer(body(example + ".answer"));
    assertThat(report.outcome()).isIn(Outcome.COMMIT, Outcome.ABORT);
    assertThat(report.votes().values())
        .allSatisfy(vote ->
            assertThat(VoteNoteXml.read(vote)).isNotInstanceOf(VoteNote.Unstructured.class));
  }

  @Test
  void aQuestionCarriesTheCompleteRecord() throws Exception {
    assertThat(HarcMessageXml.readQuestion(body("question.request")))
        .isEqualTo(HarcMessageXml.readBegin(body("begin.request")).record());
  }

  @Test
  void readsTheMessagesOfResourceManagers() throws Exception {
    assertThat(HarcMessageXml.readState(body("query.answer")).bookings()).hasSize(1);
    assertThat(HarcMessageXml.readTimetable(body("timetable.answer")).startRanges()).hasSize(2);
    assertThat(HarcMessageXml.readState(body("query.answer")).bookings().getFirst().run())
        .extracting("state", "port", "jobId")
        .containsExactly(RunState.ACTIVE, 8901, "17");
    assertThat(HarcMessageXml.readApplications(body("applications.answer")))
        .extracting(RegisteredApplication::name)
        .containsExactly("pore");
  }

  private static String body(String example) throws IOException {
    var path = "/schema/harc/examples/" + example + ".http";
    try (var in = ExamplesTest.class.getResourceAsStream(path)) {
      var text = new String(requireNonNull(in, path).readAllBytes(), StandardCharsets.UTF_8);
      return text.split("\n\n", 2)[1];
    }
  }
}
