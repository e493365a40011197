package org.touchpaper.nsap.element.ciena;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Tl1Outcome;

/** Who has a slot or VLAN that a circuit wants, known before anything is edited. */
class OccupancyTest extends TwoCoreDirectors {

  /** A list of all groups tells who has a slot, before anything is typed on any element. */
  @Test
  void namesWhoHasASlotAndEditsNoElement() {
    session(london).send(theirs("lab-7", "1-A-1-1-CTP-12&&14"));

    assertThat(problem()).isEqualTo("1-A-1-1-CTP-12 is held by GTP lab-7 on LONDON (physics)");
    assertThat(entered(metro)).isZero();
    assertThat(names(london)).containsExactly("GTP lab-7");
  }

  private static InputCommand theirs(String name, String points) {
    return InputCommand.of("ENT-GTP").at(name).block("LBL=physics", "", "CTP=" + points);
  }

  /** Somebody else has a flow from our port into a group of theirs. */
  private void takeIn(String vlans) {
    var theirs = session(metro);
    theirs.send(
        InputCommand.of("ENT-VCG")
            .at("lab-v")
            .block("ALIAS=physics", "TUNNELPEERTYPE=NONE", "GROUPMEM=1"));
    var flow =
        InputCommand.of("ENT-EFLOW")
            .at("lab-in")
            .block(
                "INGRESSPORTTYPE=ETTP",
                "INGRESSPORTNAME=1-A-9-1-1",
                vlans,
                "EGRESSPORTTYPE=VCG",
                "EGRESSPORTNAME=lab-v");
    assertThat(theirs.send(flow)).isInstanceOf(Tl1Outcome.Completed.class);
  }

  @Test
  void aFlowThatNamesNoVlanHasThemAll() {
    takeIn("");

    assertThat(problem())
        .isEqualTo("all of 1-A-9-1-1 is held by EFLOW lab-in on METRO-UCL (lab-in)");
    assertThat(entered(london)).isZero();
  }

  /**
   * Who came later than the list is found by the denial, also if he has only some VLANs of ours.
   */
  @Test
  void aVlanTakenSinceTheListWasReadIsDenied() {
    assertThat(problem()).isEqualTo("none");
    circuits.bring(List.of(), items());
    takeIn("OUTERVLANIDRANGE=99&&101");

    assertThat(problem()).contains("denied: RCBY", "VLAN 100 of 1-A-9-1-1 is in lab-in");
    assertThat(names(metro)).containsExactlyInAnyOrder("VCG lab-v", "EFLOW lab-in");
    assertThat(london.holds()).isEmpty();
  }

  @Test
  void namesWhoHasAVlanAndEditsNoElement() {
    takeIn("OUTERVLANIDRANGE=99&&101");

    assertThat(problem())
        .isEqualTo("VLAN 100 of 1-A-9-1-1 is held by EFLOW lab-in on METRO-UCL (lab-in)");
    assertThat(entered(metro)).isEqualTo(2);
    assertThat(entered(london)).isZero();
  }

  @Test
  void namesWhoHasAllThatAPortTakesIn() {
    session(metro)
        .send(
            InputCommand.of("ENT-VCG")
                .at("lab-v")
                .block(
                    "ALIAS=physics",
                    "TUNNELPEERTYPE=ETTP",
                    "TUNNELPEERNAME=1-A-9-1-1",
                    "GROUPMEM=1"));

    assertThat(problem()).isEqualTo("all of 1-A-9-1-1 is held by VCG lab-v on METRO-UCL (physics)");
    assertThat(entered(london)).isZero();
  }

  /** The list is read once for all circuits of half a minute; who is in it is looked at again. */
  @Test
  void asksAfterWhomTheListNamesAndForTheListSeldom() {
    var other = session(london);
    other.send(theirs("lab-7", "1-A-1-1-CTP-12"));
    assertThat(problem()).contains("lab-7");
    other.send(InputCommand.of("DLT-GTP").at("lab-7"));

    assertThat(problem()).isEqualTo("none");
    circuits.bring(List.of(), items());
    other.send(theirs("lab-8", "1-A-1-1-CTP-12"));
    assertThat(problem()).contains("denied: RCBY"); // he came after the list was read
    assertThat(listsAsked(london, "EFLOW")).isOne();

    clock.advance(Occupancy.FRESH);
    assertThat(problem()).startsWith("1-A-1-1-CTP-12 is held by GTP lab-8");
    assertThat(listsAsked(london, "EFLOW")).isEqualTo(2);
  }

  /** To look who is in the way is a courtesy: what the element does not tell holds nobody up. */
  @Test
  void goesOnWhereAHolderIsNotToldOf() {
    var other = session(london);
    other.send(theirs("lab-7", "1-A-1-1-CTP-12"));
    assertThat(problem()).contains("lab-7");
    other.send(InputCommand.of("DLT-GTP").at("lab-7"));
    london.faults().next("RTRV-GTP:LONDON:lab-7", new Fault.Partly());

    assertThat(problem()).isEqualTo("none");
    assertThat(london.faults().areSpent()).isTrue();
  }
}
