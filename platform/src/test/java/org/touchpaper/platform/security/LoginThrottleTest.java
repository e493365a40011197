package org.touchpaper.platform.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.WebAuthenticationDetails;
import org.touchpaper.platform.TouchpaperProperties.FailedLogins;
import org.touchpaper.platform.time.SettableClock;

/** Three failures of a user at an address, or five at an address, within 15 minutes. */
class LoginThrottleTest {

  private static final String HERE = "192.0.2.1";
  private static final String THERE = "192.0.2.2";

  private final SettableClock clock = SettableClock.at(Instant.parse("2026-12-01T12:00:00Z"));
  private final LoginThrottle throttle =
      new LoginThrottle(new FailedLogins(3, 5, Duration.ofMinutes(15)), clock);

  private Authentication logIn(String user, String address, String password) {
    var login = UsernamePasswordAuthenticationToken.unauthenticated(user, password);
    login.setDetails(new WebAuthenticationDetails(address, null));
    return throttle.authenticate(user, login, LoginThrottleTest::check);
  }

  private static Authentication check(Authentication login) {
    return switch (String.valueOf(login.getCredentials())) {
      case "right" -> login;
      case "no database" -> throw new AuthenticationServiceException("no database");
      default -> throw new BadCredentialsException("wrong");
    };
  }

  private void fail(int times, String user, String address) {
    for (var time = 1; time <= times; time++) {
      assertThatThrownBy(() -> logIn(user, address, "guess"))
          .isInstanceOf(BadCredentialsException.class);
    }
  }

  private void assertThrottled(String user, String address, String wait) {
    for (var time = 1; time <= 2; time++) { // the right password is not checked either
      assertThatThrownBy(() -> logIn(user, address, "right"))
          .isInstanceOf(LoginThrottledException.class)
          .hasMessage("too many failed logins; try again in " + wait);
    }
  }

  @Test
  void aUserWithFewFailuresLogsIn() {
    fail(2, "anne", HERE);
    assertThat(logIn("anne", HERE, "right").getName()).isEqualTo("anne");
  }

  @Test
  void aSuccessResetsTheUsersFailures() {
    fail(2, "anne", HERE);
    logIn("anne", HERE, "right");
    fail(3, "anne", HERE);
    assertThrottled("anne", HERE, "5 min");
  }

  @Test
  void afterTooManyFailuresNoLoginIsCheckedForAWhile() {
    fail(3, "anne", HERE);
    assertThrottled("anne", HERE, "5 min");
    clock.advance(Duration.ofSeconds(299));
    assertThrottled("anne", HERE, "1 s");
    clock.advance(Duration.ofSeconds(1));
    logIn("anne", HERE, "right");
  }

  @Test
  void nobodyLocksAUserOutFromElsewhere() {
    fail(3, "anne", HERE);
    assertThrottled("anne", HERE, "5 min");
    logIn("anne", THERE, "right");
    assertThrottled("anne", HERE, "5 min");
  }

  @Test
  void namesThatDifferInCaseAreOneUser() {
    fail(2, "anne", HERE);
    fail(1, "ANNE", HERE);
    assertThrottled("Anne", HERE, "5 min");
  }

  @Test
  void anAddressThatTriesManyUsersIsRefusedForAll() {
    fail(2, "anne", HERE);
    fail(2, "bob", HERE);
    fail(1, "nobody", HERE);
    assertThrottled("carol", HERE, "3 min");
    logIn("carol", THERE, "right");
  }

  /** Else one who has an account could guess for ever. */
  @Test
  void aSuccessDoesNotResetTheAddress() {
    for (var time = 1; time <= 5; time++) {
      fail(1, "user" + time, HERE);
      if (time < 5) {
        logIn("mallory", HERE, "right");
      }
    }
    assertThrottled("carol", HERE, "3 min");
    fail(1, "mallory", HERE); // may fail as herself, not as others
  }

  @Test
  void whoLoggedInThereWithinADayIsNotLockedOutByOthers() {
    logIn("anne", HERE, "right");
    fail(3, "bob", HERE);
    fail(2, "nobody", HERE);
    assertThrottled("carol", HERE, "3 min");
    for (var time = 1; time <= 2; time++) {
      logIn("Anne", HERE, "right");
    }
    fail(3, "anne", HERE);
    assertThrottled("anne", HERE, "5 min");
  }

  @Test
  void afterADayWithoutALoginItIsTreatedAsOthers() {
    logIn("anne", HERE, "right");
    clock.advance(Duration.ofDays(1));
    fail(3, "bob", HERE);
    fail(2, "nobody", HERE);
    assertThrottled("anne", HERE, "3 min");
  }

  @Test
  void aTokenIsCheckedBeforeItsAddressIsRefused() {
    fail(3, "bob", HERE);
    fail(2, "nobody", HERE);
    for (var time = 1; time <= 2; time++) {
      assertThat(sendToken("token 1", "right").getName()).isEmpty();
      assertThatThrownBy(() -> sendToken("token 2", "guess"))
          .isInstanceOf(LoginThrottledException.class)
          .hasMessage("too many failed logins; try again in 3 min");
    }
  }

  @Test
  void aWrongTokenThatIsSentTooOftenIsNotChecked() {
    for (var time = 1; time <= 3; time++) {
      assertThatThrownBy(() -> sendToken("token 1", "guess"))
          .isInstanceOf(BadCredentialsException.class);
    }
    for (var time = 1; time <= 2; time++) {
      assertThatThrownBy(() -> sendToken("token 1", "right"))
          .isInstanceOf(LoginThrottledException.class);
    }
  }

  private Authentication sendToken(String id, String secret) {
    var token = UsernamePasswordAuthenticationToken.unauthenticated("", secret);
    token.setDetails(new WebAuthenticationDetails(HERE, null));
    return throttle.authenticateToken(id, token, LoginThrottleTest::check);
  }

  @Test
  void whatCannotBeCheckedIsNoFailure() {
    for (var time = 1; time <= 9; time++) {
      assertThatThrownBy(() -> logIn("anne", HERE, "no database"))
          .isInstanceOf(AuthenticationServiceException.class);
    }
    logIn("anne", HERE, "right");
  }

  @ParameterizedTest
  @CsvSource({
    "2001:db8:0:1::1, 2001:db8:0:1:ffff::2, true",
    "2001:db8:0:1::1, 2001:db8:0:2::1, false",
    "192.0.2.1, 192.0.2.2, false",
    "::1, ::1, true"
  })
  void anIpv6HostIsKnownByItsNetwork(String first, String second, boolean isSame) {
    fail(3, "anne", first);
    if (isSame) {
      assertThrottled("anne", second, "5 min");
    } else {
      logIn("anne", second, "right");
    }
  }

  @Test
  void manyUsersAndAddressesAreForgottenOldestFirst() {
    for (var i = 0; i < 10_001; i++) {
      fail(3, "u", "192.0." + i / 250 + "." + i % 250);
    }
    logIn("u", "192.0.0.0", "right");
    assertThrottled("u", "192.0.40.0", "5 min");
  }
}
