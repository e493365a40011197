package org.touchpaper.lnsap;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.touchpaper.platform.postgres.TestDatabases;

/** The settings that the service requires. */
class LnsapStartTest {

  @Test
  void inProductionTheElementNeedsALogin() {
    var arguments =
        Stream.concat(
                Stream.of(TestDatabases.fresh().args()),
                List.of(
                    "--spring.config.name=lnsap",
                    "--server.port=0",
                    "--touchpaper.campus=ucl",
                    "--touchpaper.users.ada.password=secret")
                    .stream())
            .toArray(String[]::new);
    assertThatThrownBy(() -> new SpringApplicationBuilder(LnsapApplication.class).run(arguments))
        .rootCause()
        .hasMessageStartingWith("touchpaper.elements.EDGE-UCL.password is not set");
  }
}
