package org.touchpaper.tl1.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.tl1.RecordedTranscripts;
import org.touchpaper.tl1.codec.MessageDecoder;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.Response;

/** Cross-connects, equipment and events, and the number of each in the recorded transcripts. */
class RetrievedRowsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "STS-6-1,STS-12-4:2WAY,STS3C|STS-6-1|STS-12-4|2WAY|STS3C|''|''",
        "STS-6-1-73,STS-12-1-97:2WAY,STS24C:CKTID=\\\"CERN: 2, TST\\\":IS-NR,"
            + "|STS-6-1-73|STS-12-1-97|2WAY|STS24C|CERN: 2, TST|IS-NR",
        "STS-1-1&STS-2-1,STS-12-1:1WAY,STS1|STS-1-1&STS-2-1|STS-12-1|1WAY|STS1|''|''",
        "STS3C-1-6-1-37,STS3C-1-1-4-16:2WAY::STS3C:|STS3C-1-6-1-37|STS3C-1-1-4-16|2WAY|STS3C|''|''",
        "OC192-1-502-0-3-1-106,OC192-1-503-0-4-1-85:2WAY,STS-3C:LABEL=\\\"A:B\\\",AST=LOCKED:ACT"
            + "|OC192-1-502-0-3-1-106|OC192-1-503-0-4-1-85|2WAY|STS-3C|A:B|ACT",
        "2.8.5>2.3.3:SRCPORT=2.8.5,DSTPORT=2.3.3,CONNNAME=2.8.5>2.3.3,CONNTYPE=1WAY,OC=FAIL"
            + "|2.8.5|2.3.3|1WAY|''|2.8.5>2.3.3|''",
        "GGN:IPORTID=10002,IPORTNAME=,OPORTID=20015,CONNSTATE=fault|10002|20015|''|''|''|fault",
        "FROMENDPOINT=J_I2:S:1_002-,TOENDPOINT=J_I2:S:1_009-:NAME=x_13,CKTID=I2::PST=IS-NR,"
            + "|J_I2|J_I2|''|''|I2|IS-NR",
        "1,17|1|17|''|''|''|''",
      })
  void readsACrossConnect(
      String row, String from, String to, String type, String rate, String name, String state) {
    assertThat(CrossConnectRow.parse(row).orElseThrow())
        .returns(from, CrossConnectRow::from)
        .returns(to, CrossConnectRow::to)
        .returns(type, CrossConnectRow::type)
        .returns(rate, CrossConnectRow::rate)
        .returns(name, CrossConnectRow::name)
        .returns(state, CrossConnectRow::state);
  }

  @Test
  void rejectsRowsThatAreNotCrossConnects() {
    for (var row :
        List.of(
            "",
            "a,b",
            "GGN:IPORTID=10001,OPORTID=0,CONNSTATE=single",
            "FAC-5-1,OC12:MJ,SD,SA",
            "SLOT-12:DS1,EQUIP,,ACT:PROTID=SLOT-13:IS",
            "SYSTEM:SIZE=16x16")) {
      assertThat(CrossConnectRow.parse(row)).as(row).isEmpty();
    }
  }

  @Test
  void readsEquipment() {
    var card =
        EquipmentRow.parse("XLA-21-2::CTYPE=\\\"XLA C-Band\\\",CLEI=:OOS-AU,MEA").orElseThrow();
    assertThat(card.aid()).isEqualTo("XLA-21-2");
    assertThat(card.type()).isEqualTo("XLA C-Band");
    assertThat(card.state()).isEqualTo("OOS-AU");
    assertThat(card.secondaryStates()).containsExactly("MEA");
    assertThat(card.isInService()).isFalse();
    var slot = EquipmentRow.parse("SLOT-12:DS1,EQUIP,,ACT:PROTID=SLOT-13,PRTYPE=1-1:IS");
    assertThat(slot.orElseThrow().type()).isEqualTo("DS1");
    assertThat(slot.orElseThrow().isInService()).isTrue();
    assertThat(EquipmentRow.parse("STS-6-1,STS-12-4:2WAY,STS3C")).isEmpty();
    assertThat(EquipmentRow.parse("")).isEmpty();
  }

  @Test
  void readsAnEvent() {
    var event =
        EventRow.parse("EMSUser:LOGBUFR90,TC,01-28,23-00-23,,,,,:\\\"The log, 90 percent full\\\"");
    assertThat(event.orElseThrow())
        .returns("EMSUser", EventRow::aid)
        .returns("LOGBUFR90", EventRow::condition)
        .returns(EventRow.Effect.TC, EventRow::effect)
        .returns("23-00-23", EventRow::time)
        .returns("The log, 90 percent full", EventRow::description);
    assertThat(EventRow.parse("FAC-5-1,OC12:MJ,SD,SA")).isEmpty();
  }

  /** The number of a transcript, and how many of its rows parse as the expected kind. */
  @ParameterizedTest
  @CsvSource({
    "14, crossConnect, 4, 4",
    "32, crossConnect, 1, 3",
    "36, crossConnect, 2, 2",
    "46, crossConnect, 1, 1",
    "64, crossConnect, 12, 12",
    "17, equipment, 53, 53",
    "22, equipment, 1, 1",
    "23, equipment, 2, 2",
    "47, equipment, 1, 1",
    "62, equipment, 6, 6",
    "65, equipment, 6, 6",
    "16, alarm, 27, 27",
    "21, alarm, 1, 1",
    "27, alarm, 1, 1",
    "30, alarm, 22, 22",
    "48, alarm, 1, 1",
    "50, alarm, 1, 1",
    "51, alarm, 2, 2",
    "52, alarm, 1, 1",
    "53, alarm, 1, 1",
    "60, alarm, 1, 1",
    "61, alarm, 1, 1",
    "79, alarm, 6, 6",
    "66, change, 1, 1",
    "67, change, 1, 1",
  })
  void readsTheRowsOfRealElements(String number, String kind, int understood, int rows)
      throws IOException {
    Function<String, Optional<?>> reading =
        switch (kind) {
          case "crossConnect" -> CrossConnectRow::parse;
          case "equipment" -> EquipmentRow::parse;
          case "alarm" -> AlarmRow::parse;
          case "change" -> DatabaseChange::parse;
          default -> throw new IllegalArgumentException(kind);
        };
    var all = rows(number);
    assertThat(all).hasSize(rows);
    assertThat(all.stream().filter(row -> reading.apply(row).isPresent())).hasSize(understood);
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
