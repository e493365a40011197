package org.touchpaper.segment.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.touchpaper.platform.TouchpaperProperties.Profile;

/** Logins of elements: the emulated ones' are known to the demo alone. */
class ElementLoginTest {

  @Test
  void takesWhatIsConfigured() {
    for (var profile : Profile.values()) {
      assertThat(ElementLogin.USER.of("x.user", "operator", profile)).isEqualTo("operator");
    }
  }

  @Test
  void knowsTheEmulatedElementsInTheDemo() {
    assertThat(ElementLogin.USER.of("x.user", null, Profile.DEMO)).isEqualTo("touchpaper");
    assertThat(ElementLogin.PASSWORD.of("x.password", " ", Profile.DEMO)).isEqualTo("lightpath");
  }

  @Test
  void namesThePropertyThatIsMissingElsewhere() {
    assertThatThrownBy(() -> ElementLogin.USER.of("touchpaper.x.user", null, Profile.PRODUCTION))
        .isInstanceOfSatisfying(
            ElementLogin.Missing.class,
            missing ->
                assertThat(new ElementLogin.Missing.Analyzer().analyze(missing))
                    .extracting(FailureAnalysis::getAction)
                    .asString()
                    .contains("touchpaper.x.user", "touchpaper.profile=demo"));
  }
}
