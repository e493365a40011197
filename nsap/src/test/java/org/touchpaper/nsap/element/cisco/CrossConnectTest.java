package org.touchpaper.nsap.element.cisco;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.PortAlarm;

/** Cross-connects as elements of all ages retrieve them. */
class CrossConnectTest {

  private static final Item.Key WANTED = new Item.Key("CRS-STS24C", "STS-6-73,STS-12-97");

  private static CrossConnect parse(String row) {
    return CrossConnect.parse(row, Rate.STS24C, "STS24C");
  }

  /** The row of a SURFnet 15454; the second form of the path, and the ends the other way round. */
  @Test
  void isTheSameInWhicheverFormAndOrderItIsTold() {
    for (var ends :
        List.of(
            "STS-6-73,STS-12-97",
            "STS-6-1-73,STS-12-1-97",
            "STS-12-97,STS-6-73",
            "STS-12-1-97,STS-6-73")) {
      var item =
          parse(ends + ":2WAY,STS24C:CKTID=\\\"CERN-Vancouver 2 - TST\\\":IS-NR,").at("NE", WANTED);
      assertThat(item.place()).isEqualTo(WANTED);
      assertThat(item.owner()).isEqualTo("CERN-Vancouver 2 - TST");
      assertThat(item.attributes())
          .containsEntry("AID", ends)
          .containsEntry("JOINS", WANTED.key())
          .containsEntry("SERVICE", "IS");
    }
  }

  @Test
  void anOldReleaseTellsNeitherOwnerNorState() {
    var old = parse("STS-6-73,STS-12-97:2WAY,STS24C").at("NE", WANTED);
    assertThat(old.owner()).isEqualTo("somebody who gave no CKTID to STS-6-73,STS-12-97");
    assertThat(old.attributes()).containsEntry("SERVICE", "IS");
  }

  @Test
  void aLineThatFailedTookNothingOutOfService() {
    assertThat(parse("STS-6-73,STS-12-97:2WAY,STS24C::OOS-AU,FLT").at("NE", WANTED).attributes())
        .containsEntry("SERVICE", "IS");
    assertThat(parse("STS-6-73,STS-12-97:2WAY,STS24C::OOS-MA,DSBLD").at("NE", WANTED).attributes())
        .containsEntry("SERVICE", "OOS");
  }

  /**
   * A drop, a protected end, an end in words we do not know: whatever takes a path is in its way.
   */
  @Test
  void whatTakesAnyOfItsPathsIsInTheWay() {
    for (var row :
        List.of(
            "STS-6-73&STS-5-1,STS-13-1:2WAY,STS24C:CKTID=\\\"X\\\":IS-NR,",
            "STS-13-1,STS-12-109:1WAY,STS24C:CKTID=\\\"X\\\":IS-NR,",
            "VFAC-3-1-1,STS-12-97:2WAY,STS24C:CKTID=\\\"X\\\":IS-NR,")) {
      var other = parse(row);
      assertThat(other.isInTheWayOf(WANTED, Rate.STS24C)).as(row).isTrue();
      assertThat(other.joins(WANTED)).as(row).isFalse();
      assertThat(other.at("NE", WANTED).owner()).isEqualTo("X");
    }
    assertThat(parse("STS-6-97,STS-12-121:2WAY,STS24C").isInTheWayOf(WANTED, Rate.STS24C))
        .isFalse();
  }

  private static final List<Item> ITEMS =
      List.of(
          new Item("NE", "PORT", "FAC-6-1 TP-A", "TP-A"),
          new Item("NE", "CRS-STS3C", "STS-6-7,STS-16-2-1", "TP-A"));

  private static boolean isFelt(String aid) {
    return Felt.where(new PortAlarm(aid, "LOS on " + aid))
        .anyMatch(alarm -> ITEMS.stream().anyMatch(alarm::concerns));
  }

  @Test
  void anAlarmIsFeltOnTheCardThePortAndThePathInWhicheverForm() {
    assertThat(List.of("SLOT-6", "FAC-6-1", "STS-6-7", "STS-6-1-7", "STS-16-2-1"))
        .allMatch(CrossConnectTest::isFelt);
    assertThat(
            List.of("SLOT-16", "SLOT-1", "FAC-6-10", "FAC-16-1", "STS-6-1", "STS-16-7", "SYNC-NE"))
        .noneMatch(CrossConnectTest::isFelt);
  }
}
