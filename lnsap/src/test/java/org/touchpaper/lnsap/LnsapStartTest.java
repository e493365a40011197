package org.touchpaper.lnsap;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The settings that an L-NSAP requires. */
class LnsapStartTest {

  @Test
  void namesItsCampusAndACaller() {
    assertThatThrownBy(() -> LnsapApplication.main(new String[0]))
        .message()
        .contains("  touchpaper.campus: file:", "  touchpaper.peers.bar-example.roles: [holder] ");
  }

  @Test
  void namesTheLoginOfTheEdge() {
    String[] arguments = {
      "--spring.config.additional-location=classpath:samples/uklight/lnsap-ucl.yml"
    };
    assertThatThrownBy(() -> LnsapApplication.main(arguments))
        .message()
        .contains(
            "  touchpaper.elements.EDGE-UCL.password: ",
            "  touchpaper.elements.EDGE-UCL.enable-password: ")
        .doesNotContain("EDGE-UCL.port");
  }
}
