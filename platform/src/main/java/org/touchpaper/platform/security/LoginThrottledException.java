package org.touchpaper.platform.security;

import java.io.Serial;
import java.time.Duration;
import org.springframework.security.core.AuthenticationException;

/** A login that is not checked, because too many failed before it. */
public final class LoginThrottledException extends AuthenticationException {

  @Serial private static final long serialVersionUID = 1;

  private final long waitSeconds;

  LoginThrottledException(Duration wait) {
    this(wait.plusMillis(999).toSeconds());
  }

  private LoginThrottledException(long waitSeconds) {
    super("too many failed logins; try again in " + text(waitSeconds));
    this.waitSeconds = waitSeconds;
  }

  private static String text(long seconds) {
    return seconds <= 120 ? seconds + " s" : (seconds + 59) / 60 + " min";
  }

  long waitSeconds() {
    return waitSeconds;
  }
}
