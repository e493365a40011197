package org.touchpaper.segment.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.elementsession.CliOutcome;
import org.touchpaper.elementsession.Tl1Outcome;

/** Operators do not need an element's passwords, which its answers may repeat. */
class OperatorCommandResultTest {

  @Test
  void masksPasswordsInTheAnswer() {
    var shown =
        new CliOutcome.Accepted(List.of("hostname EDGE", "enable secret 5 hush", " vlan 7"));
    assertThat(OperatorCommandResult.of("EDGE", "show running-config", shown).rows())
        .containsExactly("hostname EDGE", "enable secret ****", " vlan 7");

    var denied = new Tl1Outcome.Denied("IDNV", "ENT-USER-SECU:LONDON:bob:7::hush,hush,,PROV");
    assertThat(OperatorCommandResult.of("LONDON", "ENT-USER-SECU::bob:::****;", denied).rows())
        .containsExactly("ENT-USER-SECU:LONDON:bob:7::****;");
  }

  /** Otherwise an operator would assume that nothing was done. */
  @Test
  void statesThatLinesBeforeARejectedOneAreInForce() {
    var partly =
        OperatorCommandResult.of(
            "EDGE", "…", new CliOutcome.Rejected("nome X", "% Invalid input", 1));
    assertThat(partly.outcome()).isEqualTo(OperatorCommandResult.Status.PARTIAL);
    assertThat(partly.rows())
        .containsExactly("% Invalid input", "at: nome X", "the lines before it are in force");
    var none = OperatorCommandResult.of("EDGE", "…", new CliOutcome.Rejected("vlan 7", "% No", 0));
    assertThat(none.outcome()).isEqualTo(OperatorCommandResult.Status.DENIED);
  }

  @Test
  void masksACommandRepeatedInADenialOfSeveralLines() {
    var denied = new Tl1Outcome.Denied("IDNV", "was\r\nED-USER-SECU:LONDON:bob:7::old,\r\nhush");
    assertThat(OperatorCommandResult.of("LONDON", "…", denied).rows())
        .containsExactly("was", "ED-USER-SECU:LONDON:bob:7::****;");
  }

  @Test
  void namesTheRejectedLine() {
    var rejected = new CliOutcome.Rejected("enable secret hush", "% Invalid input", 0);
    assertThat(OperatorCommandResult.of("EDGE", "enable secret ****", rejected).rows().toString())
        .contains("% Invalid input", "at: ")
        .doesNotContain("hush");
  }
}
