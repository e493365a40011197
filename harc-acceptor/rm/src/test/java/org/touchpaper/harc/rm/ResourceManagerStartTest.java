package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings that a resource manager requires. */
class ResourceManagerStartTest {

  @Test
  void namesItsKindAcceptorsAndARequester() {
    String[] arguments = {"--touchpaper.peers.a1.roles=acceptor"};
    assertThatThrownBy(() -> ResourceManagerApplication.main(arguments))
        .message()
        .contains(
            "  touchpaper.rm.kind: slurm ",
            "  touchpaper.peers.bar-example.roles: [requester] ",
            "  touchpaper.peers.a1.url: ",
            "  touchpaper.peers.a1.secret-file: ");
  }

  @ParameterizedTest
  @CsvSource({
    "calendar, touchpaper.rm.calendar.node-name: newton%03d",
    "slurm,    touchpaper.rm.slurm.cluster: newton",
    "generic,  touchpaper.rm.generic.units.tape: 500",
    "network,  'touchpaper.peers.bar-ucl.roles: [segment, requester]'"
  })
  void namesWhatItsKindRequires(String kind, String line) {
    String[] arguments = {"--touchpaper.rm.kind=" + kind};
    assertThatThrownBy(() -> ResourceManagerApplication.main(arguments))
        .hasMessageContaining("  " + line + " ");
  }

  @Test
  void saysWhatIsWrongWithTheMachine() {
    String[] arguments = {
      "--spring.config.additional-location=classpath:samples/uklight/rm-newton.yml",
      "--touchpaper.rm.calendar.nodes=-1"
    };
    assertThatThrownBy(() -> ResourceManagerApplication.main(arguments))
        .hasMessageContaining("touchpaper.rm.calendar.nodes must be the number of nodes of newton");
  }
}
