package org.touchpaper.bar.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a token permits: its scopes, as far as the owner's roles go. */
class TokenScopeTest {

  private static final List<String> SCIENTIST = List.of("ROLE_SCIENTIST");
  private static final List<String> OPERATOR = List.of("ROLE_OPERATOR");
  private static final List<String> OFFICER = List.of("ROLE_OFFICER");

  @Test
  void readNeedsNoRoleAndGivesNone() {
    for (var roles : List.of(SCIENTIST, OPERATOR, OFFICER, List.<String>of())) {
      assertThat(TokenScope.authorities(Set.of(TokenScope.READ), roles))
          .containsExactly("SCOPE_READ");
    }
  }

  @Test
  void bookGivesAnOperatorsTokenTheRightsOfAScientist() {
    assertThat(TokenScope.authorities(Set.of(TokenScope.BOOK), OPERATOR))
        .containsExactlyInAnyOrder("SCOPE_BOOK", "ROLE_SCIENTIST");
  }

  @Test
  void operateGivesTheOwnersRoles() {
    assertThat(TokenScope.authorities(Set.of(TokenScope.OPERATE), OFFICER))
        .containsExactlyInAnyOrder("SCOPE_OPERATE", "ROLE_OFFICER");
  }

  @Test
  void aScopeThatTheRolesDoNotPermitGivesNothing() {
    assertThat(TokenScope.authorities(Set.of(TokenScope.BOOK), OFFICER)).isEmpty();
    assertThat(TokenScope.authorities(Set.of(TokenScope.OPERATE), SCIENTIST)).isEmpty();
    assertThat(TokenScope.authorities(EnumSet.allOf(TokenScope.class), List.of()))
        .containsExactly("SCOPE_READ");
  }
}
