package org.touchpaper.nsap.element.ciena;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.tl1.message.InputCommand;

/** Conflicts over slots and VLANs are found before any edit. */
class SlotHolderFinderTest extends CoreDirectorPairTest {

  /** The list of groups names the holder of a slot, before any edit. */
  @Test
  void namesTheHolderOfASlotWithoutEditing() {
    session(london).send(theirs("lab-7", "1-A-1-1-CTP-12&&14"));

    assertThat(problem()).isEqualTo("1-A-1-1-CTP-12 is held by GTP lab-7 on LONDON (physics)");
    assertThat(entered(metro)).isZero();
    assertThat(names(london)).containsExactly("GTP lab-7");
  }

  private static InputCommand theirs(String name, String points) {
    return InputCommand.of("ENT-GTP").withAid(name).withBlock("LBL=physics", "", "CTP=" + points);
  }

  /** Another party has a flow from our port into its group. */
  private void takeIn(String vlans) {
    var foreignSession = session(metro);
    foreignSession.send(
        InputCommand.of("ENT-VCG")
            .withAid("lab-v")
            .withBlock("ALIAS=physics", "TUNNELPEERTYPE=NONE", "GROUPMEM=1"));
    var flow =
        InputCommand.of("ENT-EFLOW")
            .withAid("lab-in")
            .withBlock(
                "INGRESSPORTTYPE=ETTP",
                "INGRESSPORTNAME=1-A-9-1-1",
                vlans,
                "EGRESSPORTTYPE=VCG",
                "EGRESSPORTNAME=lab-v");
    assertThat(foreignSession.send(flow)).isInstanceOf(Tl1Outcome.Completed.class);
  }

  @Test
  void aFlowWithoutVlansTakesAll() {
    takeIn("");

    assertThat(problem())
        .isEqualTo("all of 1-A-9-1-1 is held by EFLOW lab-in on METRO-UCL (lab-in)");
    assertThat(entered(london)).isZero();
  }

  /**
   * A holder that is newer than the list is found by the denial, even with only some of our VLANs.
   */
  @Test
  void aVlanTakenSinceTheListWasReadIsDenied() {
    assertThat(problem()).isEqualTo("none");
    circuits.apply(List.of(), items());
    takeIn("OUTERVLANIDRANGE=99&&101");

    assertThat(problem()).contains("denied: RCBY", "VLAN 100 of 1-A-9-1-1 is in lab-in");
    assertThat(names(metro)).containsExactlyInAnyOrder("VCG lab-v", "EFLOW lab-in");
    assertThat(london.listEntities()).isEmpty();
  }

  @Test
  void namesTheHolderOfAVlanWithoutEditing() {
    takeIn("OUTERVLANIDRANGE=99&&101");

    assertThat(problem())
        .isEqualTo("VLAN 100 of 1-A-9-1-1 is held by EFLOW lab-in on METRO-UCL (lab-in)");
    assertThat(entered(metro)).isEqualTo(2);
    assertThat(entered(london)).isZero();
  }

  @Test
  void namesTheHolderOfAnEntirePort() {
    session(metro)
        .send(
            InputCommand.of("ENT-VCG")
                .withAid("lab-v")
                .withBlock(
                    "ALIAS=physics",
                    "TUNNELPEERTYPE=ETTP",
                    "TUNNELPEERNAME=1-A-9-1-1",
                    "GROUPMEM=1"));

    assertThat(problem()).isEqualTo("all of 1-A-9-1-1 is held by VCG lab-v on METRO-UCL (physics)");
    assertThat(entered(london)).isZero();
  }

  /** The list is read once in half a minute; a holder found is read again. */
  @Test
  void readsHoldersOftenAndTheListRarely() {
    var tl1Session = session(london);
    tl1Session.send(theirs("lab-7", "1-A-1-1-CTP-12"));
    assertThat(problem()).contains("lab-7");
    tl1Session.send(InputCommand.of("DLT-GTP").withAid("lab-7"));

    assertThat(problem()).isEqualTo("none");
    circuits.apply(List.of(), items());
    tl1Session.send(theirs("lab-8", "1-A-1-1-CTP-12"));
    assertThat(problem()).contains("denied: RCBY"); // newer than the list
    assertThat(countListQueries(london, "EFLOW")).isOne();

    clock.advance(SlotHolderFinder.MAX_AGE);
    assertThat(problem()).startsWith("1-A-1-1-CTP-12 is held by GTP lab-8");
    assertThat(countListQueries(london, "EFLOW")).isEqualTo(2);
  }

  /** The conflict check is optional: missing information does not block a set-up. */
  @Test
  void continuesIfAHolderCannotBeRead() {
    var tl1Session = session(london);
    tl1Session.send(theirs("lab-7", "1-A-1-1-CTP-12"));
    assertThat(problem()).contains("lab-7");
    tl1Session.send(InputCommand.of("DLT-GTP").withAid("lab-7"));
    london.faults().injectOnce("RTRV-GTP:LONDON:lab-7", new InjectedFault.PartialResponse());

    assertThat(problem()).isEqualTo("none");
    assertThat(london.faults().isExhausted()).isTrue();
  }
}
