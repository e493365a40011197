package org.touchpaper.bar;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The settings that a BAR requires. */
class BarStartTest {

  private static final String SAMPLE =
      "--spring.config.additional-location=classpath:samples/uklight/bar-ucl.yml";

  @Test
  void namesItsNeighboursAndCampus() {
    assertThatThrownBy(() -> BarApplication.main(new String[] {"--touchpaper.bar.lnsap=edge"}))
        .message()
        .contains(
            "  touchpaper.bar.campus: ",
            "  touchpaper.bar.nsap: ",
            "  touchpaper.bar.directory: ",
            "  touchpaper.peers.edge.url: ",
            "  touchpaper.peers.edge.roles: [segment] ",
            "  touchpaper.peers.edge.secret-file: ")
        .doesNotContain("acceptor");
  }

  @Test
  void namesAcceptorsAndResourceManagersIfItCoAllocates() {
    assertThatThrownBy(() -> BarApplication.main(new String[] {SAMPLE}))
        .message()
        .contains(
            "  touchpaper.peers.acceptor-3.url: ",
            "  touchpaper.peers.rm-newton.roles: [rm] ",
            "  touchpaper.bar.network-resource-manager.peers.acceptor-3.secret-file: ",
            "  touchpaper.peers.bar-manchester.roles: [segment, holder] ")
        .doesNotContain("touchpaper.bar.acceptors", "touchpaper.peers.rm-network");
  }

  @Test
  void rejectsAnUnknownCampus() {
    String[] arguments = {SAMPLE, "--touchpaper.bar.campus=ulc"};
    assertThatThrownBy(() -> BarApplication.main(arguments))
        .hasMessageContaining(
            "touchpaper.bar.campus names an unknown campus: ulc; the file has ucl, manchester");
  }
}
