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
    var partly = Said.of("EDGE", "…", new CliOutcome.Rejected("nome X", "% Invalid input", 1));
    assertThat(partly.outcome()).isEqualTo(Said.Ending.PARTIAL);
    assertThat(partly.rows())
        .containsExactly("% Invalid input", "at: nome X", "the lines before it are in force");
    var none = Said.of("EDGE", "…", new CliOutcome.Rejected("vlan 7", "% No", 0));
    assertThat(none.outcome()).isEqualTo(Said.Ending.DENIED);
  }

  @Test
  void masksACommandThatADenialRepeatsOverSeveralLines() {
    var denied = new Tl1Outcome.Denied("IDNV", "was\r\nED-USER-SECU:LONDON:bob:7::old,\r\nhush");
    assertThat(Said.of("LONDON", "…", denied).rows())
        .containsExactly("was", "ED-USER-SECU:LONDON:bob:7::****;");
  }

  @Test
  void saysOfARejectedLineWhichItWas() {
    var rejected = new CliOutcome.Rejected("enable secret hush", "% Invalid input", 0);
    assertThat(Said.of("EDGE", "enable secret ****", rejected).rows().toString())
        .contains("% Invalid input", "at: ")
        .doesNotContain("hush");
  }
}
