package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.harc.client.xml.HarcXml;
import org.touchpaper.harc.client.xml.InvalidXmlMessage;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.Vote;

/** Malformed requests are rejected with a reason and change nothing. */
class MalformedRequestTest extends SingleAcceptorFixture {
  List<InvalidXmlMessage> invalidMessages() {
    return InvalidXmlMessage.of(HarcXml.write(request()));
  }

  @ParameterizedTest
  @MethodSource("invalidMessages")
  void rejectsInvalidBegins(InvalidXmlMessage invalid) throws Exception {
    assertJournalUnchanged(() -> {
      var post =
          requestAs("bar-ucl", "/harc/transactions?wait=0")
              .header("Content-Type", invalid.type())
              .POST(BodyPublishers.ofByteArray(invalid.body()));
      var answer = send(post);
      assertThat(answer.statusCode()).isEqualTo(invalid.status());
      assertProblem(answer, invalid.reason());
    });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ballot="0"                  | ballot="-1"                | -1
          ballot="0"                  | ballot="4294967296"        | 4294967296
          ballot="0"                  | ballot="1e3"               | 1e3
          choice="PREPARED"           | choice="MAYBE"             | MAYBE
          choice="PREPARED"           | choice=""                  | PREPARED, ABORTED
          h:Phase2a                   | h:Phase3a                  | Phase3a
          </h:Phase2a>                | </h:Phase2a><h:Vote/>      | Vote
          <h:Vote                     | <h:Vote resourceManager="rm-newton" choice="ABORTED"/><h:Vote | two votes
          leader="acceptor-1"         | leader=""                  | minLength
          """)
  void rejectsInvalidVotes(String good, String bad, String reason) throws Exception {
    var vote = Map.of("rm-newton", Vote.prepared("held"));
    var vote2a = new Message.Phase2a(request().record(), Ballot.ZERO, vote, "acceptor-1");
    var text = HarcXml.write(List.of(vote2a));
    assertThat(text).contains(good);
    assertJournalUnchanged(() -> {
      var answer = post("/harc/messages", "rm-newton", text.replace(good, bad));
      assertThat(answer.statusCode()).isEqualTo(400);
      assertProblem(answer, reason);
    });
  }

  @ParameterizedTest
  @CsvSource({"soon", "-1", "60001", "''"})
  void rejectsInvalidWaits(String wait) throws Exception {
    assertJournalUnchanged(() -> {
      var answer = post("/harc/transactions?wait=" + wait, "bar-ucl", HarcXml.write(request()));
      assertThat(answer.statusCode()).isEqualTo(400);
      assertProblem(answer, "wait");
    });
  }
}
