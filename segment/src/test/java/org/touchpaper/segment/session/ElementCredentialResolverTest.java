package org.touchpaper.segment.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.touchpaper.platform.TouchpaperProperties.Profile;

/** Logins of elements: that of the emulated elements is for the demo profile only. */
class ElementCredentialResolverTest {

  @Test
  void usesTheConfiguredLogin() {
    for (var profile : Profile.values()) {
      assertThat(ElementCredentialResolver.USER.resolve("x.user", "operator", profile))
          .isEqualTo("operator");
    }
  }

  @Test
  void usesTheEmulatedElementsLoginInTheDemo() {
    assertThat(ElementCredentialResolver.USER.resolve("x.user", null, Profile.DEMO))
        .isEqualTo("touchpaper");
    assertThat(ElementCredentialResolver.PASSWORD.resolve("x.password", " ", Profile.DEMO))
        .isEqualTo("lightpath");
  }

  @Test
  void namesTheMissingPropertyInProduction() {
    assertThatThrownBy(() ->
            ElementCredentialResolver.USER.resolve("touchpaper.x.user", null, Profile.PRODUCTION))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("touchpaper.x.user is not set");
  }
}
