package org.touchpaper.segment.operator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What of a command by hand comes into the log and back to the operator's terminal. */
class TypedTest {

  @Test
  void showsNoPasswordInEitherLanguage() {
    assertThat(Typed.masked("enable secret hush")).isEqualTo("enable secret ****");
    assertThat(Typed.masked("line vty 0 4\r\n password hush\n login"))
        .isEqualTo("line vty 0 4 /  password **** /  login");
    assertThat(Typed.masked("ED-USER-SECU:LONDON:bob:1::hush;"))
        .isEqualTo("ED-USER-SECU:LONDON:bob:1::****;");
    assertThat(Typed.masked("ED-USER-SECU:\nLONDON:bob:1::hush;"))
        .isEqualTo("ED-USER-SECU: / LONDON:bob:1::****;");
  }

  @Test
  void showsWhatIsNoSecretInOneLine() {
    assertThat(Typed.masked("interface Gi3/1\n shutdown\u0007"))
        .isEqualTo("interface Gi3/1 /  shutdown / ");
  }
}
