package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.harc.client.xml.HarcMessageXml;
import org.touchpaper.harc.client.xml.InvalidXmlMessage;

/** Malformed requests are rejected with a reason and change nothing. */
class MalformedRequestTest extends SingleAcceptorFixture {
  List<InvalidXmlMessage> invalidMessages() {
    return InvalidXmlMessage.of(HarcMessageXml.write(request()));
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
  @CsvSource({"soon", "-1", "60001", "''"})
  void rejectsInvalidWaits(String wait) throws Exception {
    assertJournalUnchanged(() -> {
      var answer =
          post("/harc/transactions?wait=" + wait, "bar-ucl", HarcMessageXml.write(request()));
      assertThat(answer.statusCode()).isEqualTo(400);
      assertProblem(answer, "wait");
    });
  }
}
