package org.touchpaper.nsap;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.touchpaper.platform.postgres.TestDatabases;

/** The settings that an NSAP requires. */
class NsapStartTest {

  @Test
  void namesItsTopologyAndACaller() {
    assertThatThrownBy(() -> NsapApplication.main(new String[0]))
        .message()
        .contains(
            "  touchpaper.topology: file:", "  touchpaper.peers.bar-example.roles: [holder] ");
  }

  @Test
  void namesAddressAndLoginOfEachElement() {
    String[] arguments = {
      "--touchpaper.topology=classpath:samples/uklight/wide-area.yaml",
      "--touchpaper.elements.LONDON.port=10201",
      "--touchpaper.elements.LONDON.user=u"
    };
    assertThatThrownBy(() -> NsapApplication.main(arguments))
        .message()
        .contains(
            "  touchpaper.elements.LONDON.password: ",
            "  touchpaper.elements.METRO-UCL.host: metro-ucl.example.org ",
            "  touchpaper.elements.METRO-UCL.port: ",
            "  touchpaper.elements.METRO-UCL.user: ")
        .doesNotContain("LONDON.user", "LONDON.port");
  }

  @Test
  void saysWhatIsWrongWithTheTopology() {
    String[] arguments = {"--touchpaper.topology=file:/nowhere/wide-area.yaml"};
    assertThatThrownBy(() -> NsapApplication.main(arguments))
        .hasMessageContaining("the topology URL [file:/nowhere/wide-area.yaml] is invalid: ");
  }

  @ParameterizedTest
  @CsvSource({
    "touchpaper.horizon,0s",
    "touchpaper.paths,0",
    "touchpaper.element-keep-alive,0s",
    "touchpaper.segment.missing-item-grace,-1s",
    "touchpaper.max-body,0B",
    "touchpaper.schedule.threads,0",
    "touchpaper.soap.patience,0s"
  })
  void rejectsValuesOutsideTheRange(String property, String value) {
    var arguments =
        Stream.concat(
                Stream.of(TestDatabases.fresh().args()),
                Stream.of(
                    "--spring.config.name=nsap",
                    "--spring.config.additional-location=classpath:samples/uklight/nsap.yml",
                    "--server.port=0",
                    "--touchpaper.profile=demo",
                    "--" + property + "=" + value))
            .toArray(String[]::new);
    assertThatThrownBy(() -> new SpringApplicationBuilder(NsapApplication.class).run(arguments))
        .rootCause()
        .hasMessageStartingWith(property + " is " + value + "; set it to a value from ");
  }

  @Test
  void listsValuesOutsideTheRange() {
    String[] arguments = {
      "--touchpaper.name=nsap",
      "--touchpaper.profile=demo",
      "--touchpaper.topology=classpath:samples/uklight/wide-area.yaml",
      "--touchpaper.paths=0",
      "--touchpaper.segment.missing-item-grace=-1s"
    };
    assertThatThrownBy(() -> NsapApplication.main(arguments))
        .message()
        .contains(
            "\n  touchpaper.paths is 0; set it to a value from ",
            "\n  touchpaper.segment.missing-item-grace is -1s; set it to a value from ");
  }
}
