package org.touchpaper.tl1.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.AutonomousMessage.AlarmCode;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.TextBlock;
import org.touchpaper.tl1.row.AlarmRow.Severity;

/** Alarms and conditions as recorded from real elements. */
class AlarmRowTest {

  @Test
  void readsAnOnsAlarm() {
    var alarm =
        AlarmRow.parse(
                "FAC-15-1-1,10GIGE:MJ,CARLOSS,SA,10-28,10-33-50,NEND,RCV:\\\"Carrier Loss On The"
                    + " LAN\\\",TXP-MR-10E")
            .orElseThrow();
    assertThat(alarm.aid()).isEqualTo("FAC-15-1-1");
    assertThat(alarm.aidType()).isEqualTo("10GIGE");
    assertThat(alarm.severity()).isEqualTo(Severity.MAJOR);
    assertThat(alarm.condition()).isEqualTo("CARLOSS");
    assertThat(alarm.isServiceAffecting()).isTrue();
    assertThat(alarm.date()).isEqualTo("10-28");
    assertThat(alarm.time()).isEqualTo("10-33-50");
    assertThat(alarm.location()).isEqualTo("NEND");
    assertThat(alarm.direction()).isEqualTo("RCV");
    assertThat(alarm.description()).isEqualTo("Carrier Loss On The LAN");
    assertThat(alarm.isCleared()).isFalse();
  }

  /** aid, type, severity, condition, serviceAffecting, time, description. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        // Cisco ONS 15454: empty positions, a trailing comma; the description as eighth position
        "FAC-5-1,OC12:MJ,SD,SA,,,,:\\\"BER AT SIGNAL DEGRADE LEVEL\\\","
            + "|FAC-5-1|OC12|MJ|SD|true||BER AT SIGNAL DEGRADE LEVEL",
        "BITS-1,BITS:CR,LOS,SA,,,,,\\\"LOS OF SIGNAL\\\"|BITS-1|BITS|CR|LOS|true||LOS OF SIGNAL",
        // CoreDirector: a time with colons, no direction, blanks before the last quote
        "1-A-CM1,EQPT:MN,PWR,NSA,2007-04-12,02:44:13,,:\\\"PowerInArmB=Failed \\\","
            + "|1-A-CM1|EQPT|MN|PWR|false|02-44-13|PowerInArmB=Failed",
        "1-A-1-1,OC192:NA,TIM-S,NSA,2007-05-07,14:50:20,,:\\\"Received trace:test,01:02:03:x\\\","
            + "|1-A-1-1|OC192|NA|TIM-S|false|14-50-20|Received trace:test,01:02:03:x",
        // CoreDirector: the name of a channel group contains a colon
        "1-A-3-1:189-190,VCG:CR,DLOM,SA,2007-04-12,02:44:13,,:\\\"x\\\",|1-A-3-1:189-190|VCG|CR|DLOM|true"
            + "|02-44-13|x",
        // 1850TSS: nothing behind the location
        "MDL-1-1-18:MN,ABNORMAL,NSA,10-04,17-01-56,NEND|MDL-1-1-18|''|MN|ABNORMAL|false|17-01-56|",
        "STM1AU4-1-1-5-2-1,VC4:NR,UNEQ-P,NSA,08-02,08-47-30,NEND,TRMT"
            + "|STM1AU4-1-1-5-2-1|VC4|NR|UNEQ-P|false|08-47-30|",
        // WebNMS: as short as can be
        "'ST1-3-1:MJ,LOS '|ST1-3-1|''|MJ|LOS|false||",
        // Hitachi: names and values
        "1-4:NTFCNCDE=CR,CONDTYPE=FAIL,SRVEFF=SA,OCRDAT=09-23,OCRTM=02-03-04,LOCN=NEND,DIRN=RCV"
            + "|1-4|''|CR|FAIL|true|02-03-04|",
        // OME: more blocks behind the description
        "ETH10G-1-10-4,ETH10G:CR,LOS,SA,01-07,07-34-55,NEND,RCV:\\\"Loss Of Signal\\\",NONE:01-02,"
            + ":YEAR=2006,MODE=NONE|ETH10G-1-10-4|ETH10G|CR|LOS|true|07-34-55|Loss Of Signal",
      })
  void readsTheVariantsOfOtherVendors(
      String row,
      String aid,
      String type,
      String severity,
      String condition,
      boolean serviceAffecting,
      String time,
      String description) {
    var alarm = AlarmRow.parse(row).orElseThrow();
    assertThat(alarm.aid()).isEqualTo(aid);
    assertThat(alarm.aidType()).isEqualTo(type);
    assertThat(alarm.severity().code()).isEqualTo(severity);
    assertThat(alarm.condition()).isEqualTo(condition);
    assertThat(alarm.isServiceAffecting()).isEqualTo(serviceAffecting);
    assertThat(alarm.time()).isEqualTo(time == null ? "" : time);
    assertThat(alarm.description()).isEqualTo(description == null ? "" : description);
  }

  @Test
  void keepsTheOtherNamedValues() {
    var alarm = AlarmRow.parse("P-1,OC3:MN,LOS,NSA:\\\"x=y\\\",NONE:1,:YEAR=2016,FIC=\\\"A:1\\\"");
    assertThat(alarm.orElseThrow().parameters()).containsOnlyKeys("YEAR", "FIC");
    assertThat(alarm.orElseThrow().parameters()).containsEntry("FIC", "A:1");
  }

  /** The message's alarm code still states critical; the row takes precedence. */
  @Test
  void recognisesAClearedAlarmByItsRow() {
    var report = report("REPT ALM EQPT", "40GMUX-1-10:CL,EQPT_MISSING,SA,11-26,14-14-33,NEND,NA");
    assertThat(AlarmRow.fromReport(report)).singleElement().matches(AlarmRow::isCleared);
  }

  @Test
  void takesTheTypeFromTheReportWhereTheRowHasNone() {
    assertThat(AlarmRow.fromReport(report("REPT ALM OC192", "1-A-1-1:CR,LOS,SA", "not an alarm")))
        .singleElement()
        .returns("1-A-1-1", AlarmRow::aid)
        .returns("OC192", AlarmRow::aidType);
    assertThat(AlarmRow.fromReport(report("REPT ALM", "1-A-1-1:CR,LOS,SA")).getFirst().aidType())
        .isEmpty();
    assertThat(AlarmRow.fromReport(report("REPT EVT OC192", "1-A-1-1:CR,LOS,SA"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":",
        "CR",
        "FAC-1:CR",
        "EMSUser:LOGBUFR90,TC,01-28,23-00-23,,,,,:\\\"The Audit Log Buffer is full\\\"",
        "WAN-1-4-1:T-UAS-W,TC,01-14,17-30-21,NEND,RCV,10,10,15-MIN",
        "OC192-1-5-1,OC192:OPR-OCH,-3.06,PRTL,NEND,RCV,15-MIN,06-16,15-15,0",
        "NTFCNCDE=CR,CONDTYPE=FAIL",
      })
  void rejectsRowsThatAreNotAlarms(String row) {
    assertThat(AlarmRow.parse(row)).isEmpty();
  }

  private static AutonomousMessage report(String verb, String... rows) {
    return new AutonomousMessage(
        new Header("X", "26-12-01", "21:00:00"),
        AlarmCode.CRITICAL,
        "1",
        verb,
        TextBlock.rows(List.of(rows)),
        Terminator.END);
  }
}
