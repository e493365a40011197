package org.touchpaper.tl1.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.tl1.RecordedTranscripts;
import org.touchpaper.tl1.codec.MessageDecoder;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.Response;

/** The number of alarms in the recorded transcripts. */
class RetrievedRowsTest {

  /** The number of a transcript, and how many of its rows parse as alarms. */
  @ParameterizedTest
  @CsvSource({
    "16, 27, 27",
    "21, 1, 1",
    "27, 1, 1",
    "30, 22, 22",
    "48, 1, 1",
    "50, 1, 1",
    "51, 2, 2",
    "52, 1, 1",
    "53, 1, 1",
    "60, 1, 1",
    "61, 1, 1",
    "79, 6, 6",
  })
  void readsTheAlarmsOfRealElements(String number, int understood, int rows) throws IOException {
    var all = rows(number);
    assertThat(all).hasSize(rows);
    assertThat(all.stream().filter(row -> AlarmRow.parse(row).isPresent())).hasSize(understood);
  }

  private static List<String> rows(String number) throws IOException {
    var decoder = new MessageDecoder();
    var messages =
        new ArrayList<>(
            decoder.feed(
                RecordedTranscripts.readRecorded(RecordedTranscripts.requireFile(number))));
    decoder.finish().ifPresent(messages::add);
    var rows = new ArrayList<String>();
    for (var message : messages) {
      switch (message) {
        case Response response -> rows.addAll(response.text().rows());
        case AutonomousMessage report -> rows.addAll(report.text().rows());
        default -> {}
      }
    }
    return rows;
  }
}
