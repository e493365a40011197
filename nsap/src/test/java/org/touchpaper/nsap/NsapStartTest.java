package org.touchpaper.nsap;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.touchpaper.platform.postgres.TestDatabases;

/** The settings that the service requires. */
class NsapStartTest {

  @Test
  void inProductionElementsNeedALogin() {
    var arguments =
        Stream.concat(
                Stream.of(TestDatabases.fresh().args()),
                List.of(
                    "--spring.config.name=nsap",
                    "--server.port=0",
                    "--touchpaper.users.ada.password=secret")
                    .stream())
            .toArray(String[]::new);
    assertThatThrownBy(() -> new SpringApplicationBuilder(NsapApplication.class).run(arguments))
        .rootCause()
        .hasMessageStartingWith("touchpaper.elements.LONDON.user is not set");
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
                    "--server.port=0",
                    "--touchpaper.profile=demo",
                    "--" + property + "=" + value))
            .toArray(String[]::new);
    assertThatThrownBy(() -> new SpringApplicationBuilder(NsapApplication.class).run(arguments))
        .rootCause()
        .hasMessageStartingWith(property + " is " + value + "; set it to a value from ");
  }
}
