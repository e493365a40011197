package org.touchpaper.nsap;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.touchpaper.platform.postgres.TestDatabases;

/** What the service will not start without. */
class NsapStartTest {

  @Test
  void outsideTheDemoItKnowsNoLoginOfAnyElement() {
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
}
