package org.touchpaper.tl1.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** REPT DBCHG: configuration changes on an element. */
class DatabaseChangeTest {

  @Test
  void reportsACrossConnectCreatedByAnotherUser() {
    var change =
        DatabaseChange.parse(
                "DBCHGSEQ=52,DATE=10-10-15,TIME=15-26-51,USERID=ADMIN,SOURCE=65,"
                    + "PRIORITY=GEN_TL1_CMD:ENT-CRS-STS1:STS1-1-5-1-1,STS1-1-11-1-1:2WAY:"
                    + "PRIME=OSS,CKTID=\\\"a:b, c\\\",PRIMARYXC=SHELF:")
            .orElseThrow();
    assertThat(change.sequence()).isEqualTo(OptionalLong.of(52));
    assertThat(change.user()).isEqualTo("ADMIN");
    assertThat(change.source()).isEqualTo("65");
    assertThat(change.date()).isEqualTo("10-10-15");
    assertThat(change.time()).isEqualTo("15-26-51");
    assertThat(change.code()).isEqualTo("ENT-CRS-STS1");
    assertThat(change.aid()).isEqualTo("STS1-1-5-1-1,STS1-1-11-1-1");
    assertThat(change.blocks().getFirst()).isEqualTo("2WAY");
    assertThat(change.findParameter("CKTID")).contains("a:b, c");
    assertThat(change.findParameter("LABEL")).isEmpty();
  }

  @Test
  void reportsADeletedCrossConnect() {
    var change =
        DatabaseChange.parse(
                "TIME=16-42-16,DATE=10-10-15,SOURCE=60,USERID=CISCO15,DBCHGSEQ=54:"
                    + "DLT-CRS-STS1:STS-5-1,STS-11-1:2WAY::")
            .orElseThrow();
    assertThat(change.verb()).isEqualTo("DLT");
    assertThat(change.aid()).isEqualTo("STS-5-1,STS-11-1");
    assertThat(change.blocks()).containsExactly("2WAY");
  }

  @Test
  void readsACommandWithNothingBeforeIt() {
    var change = DatabaseChange.parse("ent-gtp:g-2::LBL=x").orElseThrow();
    assertThat(change.sequence()).isEmpty();
    assertThat(change.user()).isEmpty();
    assertThat(change.code()).isEqualTo("ENT-GTP");
    assertThat(change.aid()).isEqualTo("g-2");
    assertThat(change.findParameter("LBL")).contains("x");
  }

  @Test
  void hasNoSequenceWhereItIsNotANumber() {
    assertThat(DatabaseChange.parse("DBCHGSEQ=x7:DLT-GTP:g-2").orElseThrow().sequence()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":::",
        "DBCHGSEQ=52,DATE=10-10-15",
        "DATE=10-04-07,TIME=22-00-20:USERID=TESTING,STATUS=COMPLD:not a code:1",
        "FAC-15-1-1,10GIGE:MJ,CARLOSS,SA",
      })
  void rejectsRowsThatAreNotChanges(String row) {
    assertThat(DatabaseChange.parse(row)).isEmpty();
  }
}
