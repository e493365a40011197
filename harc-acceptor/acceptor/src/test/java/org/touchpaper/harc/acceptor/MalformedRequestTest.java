package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.harc.client.HarcXml;
import org.touchpaper.harc.client.XmlTrap;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Vote;

/** What an acceptor cannot read leaves no trace, and whoever sent it is told what is wrong. */
class MalformedRequestTest extends OneAcceptor {
  List<XmlTrap> traps() {
    return XmlTrap.of(HarcXml.write(request()));
  }

  @ParameterizedTest
  @MethodSource("traps")
  void noTrapInABeginIsSteppedInto(XmlTrap trap) throws Exception {
    unchanged(() -> {
      var post =
          as("bar-ucl", "/harc/transactions?wait=0")
              .header("Content-Type", trap.type())
              .POST(BodyPublishers.ofByteArray(trap.body()));
      var answer = send(post);
      assertThat(answer.statusCode()).isEqualTo(trap.status());
      assertProblem(answer, trap.reason());
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
  void noTrapInAVoteIsSteppedInto(String good, String bad, String reason) throws Exception {
    var vote = Map.of("rm-newton", Vote.prepared("held"));
    var said = new Message.Phase2a(request().record(), Ballot.ZERO, vote, "acceptor-1");
    var text = HarcXml.write(List.of(said));
    assertThat(text).contains(good);
    unchanged(() -> {
      var answer = post("/harc/messages", "rm-newton", text.replace(good, bad));
      assertThat(answer.statusCode()).isEqualTo(400);
      assertProblem(answer, reason);
    });
  }

  @ParameterizedTest
  @CsvSource({"soon", "-1", "60001", "''"})
  void noOtherWaitIsAccepted(String wait) throws Exception {
    unchanged(() -> {
      var answer = post("/harc/transactions?wait=" + wait, "bar-ucl", HarcXml.write(request()));
      assertThat(answer.statusCode()).isEqualTo(400);
      assertProblem(answer, "wait");
    });
  }
}
