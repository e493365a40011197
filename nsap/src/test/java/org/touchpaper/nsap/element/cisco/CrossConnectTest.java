package org.touchpaper.nsap.element.cisco;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.PortAlarm;

/** Cross-connects as different releases retrieve them. */
class CrossConnectTest {

  private static final ConfigItem.Key WANTED =
      new ConfigItem.Key("CRS-STS24C", "STS-6-73,STS-12-97");

  private static CrossConnect parse(String row) {
    return CrossConnect.parse(row, CrossConnectRate.STS24C, "STS24C");
  }

  /** The row of a SURFnet 15454, the second form of the path, and reversed ends. */
  @Test
  void isTheSameInEveryFormAndOrder() {
    for (var ends :
        List.of(
            "STS-6-73,STS-12-97",
            "STS-6-1-73,STS-12-1-97",
            "STS-12-97,STS-6-73",
            "STS-12-1-97,STS-6-73")) {
      var item =
          parse(ends + ":2WAY,STS24C:CKTID=\\\"CERN-Vancouver 2 - TST\\\":IS-NR,")
              .toItemAt("NE", WANTED);
      assertThat(item.place()).isEqualTo(WANTED);
      assertThat(item.owner()).isEqualTo("CERN-Vancouver 2 - TST");
      assertThat(item.attributes())
          .containsEntry("AID", ends)
          .containsEntry("JOINS", WANTED.key())
          .containsEntry("SERVICE", "IS");
    }
  }

  @Test
  void anOldReleaseReportsNeitherOwnerNorState() {
    var old = parse("STS-6-73,STS-12-97:2WAY,STS24C").toItemAt("NE", WANTED);
    assertThat(old.owner()).isEqualTo("unknown owner of STS-6-73,STS-12-97 (no CKTID)");
    assertThat(old.attributes()).containsEntry("SERVICE", "IS");
  }

  @Test
  void aFailedLineIsNotTakenOutOfService() {
    assertThat(
            parse("STS-6-73,STS-12-97:2WAY,STS24C::OOS-AU,FLT").toItemAt("NE", WANTED).attributes())
        .containsEntry("SERVICE", "IS");
    assertThat(
            parse("STS-6-73,STS-12-97:2WAY,STS24C::OOS-MA,DSBLD")
                .toItemAt("NE", WANTED)
                .attributes())
        .containsEntry("SERVICE", "OOS");
  }

  /** A drop, a protected end, an end in an unknown form: anything on a path conflicts. */
  @Test
  void anyUseOfItsPathsConflicts() {
    for (var row :
        List.of(
            "STS-6-73&STS-5-1,STS-13-1:2WAY,STS24C:CKTID=\\\"X\\\":IS-NR,",
            "STS-13-1,STS-12-109:1WAY,STS24C:CKTID=\\\"X\\\":IS-NR,",
            "VFAC-3-1-1,STS-12-97:2WAY,STS24C:CKTID=\\\"X\\\":IS-NR,")) {
      var other = parse(row);
      assertThat(other.conflictsWith(WANTED, CrossConnectRate.STS24C)).as(row).isTrue();
      assertThat(other.joins(WANTED)).as(row).isFalse();
      assertThat(other.toItemAt("NE", WANTED).owner()).isEqualTo("X");
    }
    assertThat(
            parse("STS-6-97,STS-12-121:2WAY,STS24C").conflictsWith(WANTED, CrossConnectRate.STS24C))
        .isFalse();
  }

  private static final List<ConfigItem> ITEMS =
      List.of(
          new ConfigItem("NE", "PORT", "FAC-6-1 TP-A", "TP-A"),
          new ConfigItem("NE", "CRS-STS3C", "STS-6-7,STS-16-2-1", "TP-A"));

  private static boolean isFelt(String aid) {
    return Ons15454AlarmPortMapper.portAlarms(new PortAlarm(aid, "LOS on " + aid))
        .anyMatch(alarm -> ITEMS.stream().anyMatch(alarm::concerns));
  }

  @Test
  void anAlarmAffectsTheCardThePortAndThePathInEveryForm() {
    assertThat(List.of("SLOT-6", "FAC-6-1", "STS-6-7", "STS-6-1-7", "STS-16-2-1"))
        .allMatch(CrossConnectTest::isFelt);
    assertThat(
            List.of("SLOT-16", "SLOT-1", "FAC-6-10", "FAC-16-1", "STS-6-1", "STS-16-7", "SYNC-NE"))
        .noneMatch(CrossConnectTest::isFelt);
  }
}
