package org.touchpaper.segment.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.tl1.session.CliOutcome;
import org.touchpaper.tl1.session.Tl1Outcome;

/** Who may command an element need not read its passwords, which the element itself may repeat. */
class SaidTest {

  @Test
  void givesBackWhatWasSaidWithoutPasswords() {
    var shown =
        new CliOutcome.Accepted(List.of("hostname EDGE", "enable secret 5 hush", " vlan 7"));
    assertThat(Said.of("EDGE", "show running-config", shown).rows())
        .containsExactly("hostname EDGE", "enable secret ****", " vlan 7");

    var denied = new Tl1Outcome.Denied("IDNV", "ENT-USER-SECU:LONDON:bob:7::hush,hush,,PROV");
    assertThat(Said.of("LONDON", "ENT-USER-SECU::bob:::****;", denied).rows())
        .containsExactly("ENT-USER-SECU:LONDON:bob:7::****;");
  }

  /** Whoever believes that nothing was done would not look. */
  @Test
  void saysOfLinesOfWhichOneWasRejectedThatThoseBeforeAreInForce() {
    var typed = List.of("vlan 7", "nome X", "exit");
    var second = new CliOutcome.Rejected("nome X", "% Invalid input");
    var partly = Said.of("EDGE", "vlan 7 / nome X / exit", typed, second);
    assertThat(partly.outcome()).isEqualTo(Said.Ending.PARTIAL);
    assertThat(partly.rows())
        .containsExactly("% Invalid input", "at: nome X", "the lines before it are in force");
    for (var line : List.of("vlan 7", "configure terminal")) {
      var none = Said.of("EDGE", "…", typed, new CliOutcome.Rejected(line, "% No"));
      assertThat(none.outcome()).as(line).isEqualTo(Said.Ending.DENIED);
    }
    var end = Said.of("EDGE", "…", typed, new CliOutcome.Rejected("end", "% No"));
    assertThat(end.outcome()).isEqualTo(Said.Ending.PARTIAL);
  }

  @Test
  void masksACommandThatADenialRepeatsOverSeveralLines() {
    var denied = new Tl1Outcome.Denied("IDNV", "was\r\nED-USER-SECU:LONDON:bob:7::old,\r\nhush");
    assertThat(Said.of("LONDON", "…", denied).rows())
        .containsExactly("was", "ED-USER-SECU:LONDON:bob:7::****;");
  }

  @Test
  void saysOfARejectedLineWhichItWas() {
    var rejected = new CliOutcome.Rejected("enable secret hush", "% Invalid input");
    assertThat(Said.of("EDGE", "enable secret ****", rejected).rows().toString())
        .contains("% Invalid input", "at: ")
        .doesNotContain("hush");
  }
}
