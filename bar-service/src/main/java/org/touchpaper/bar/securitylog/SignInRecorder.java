package org.touchpaper.bar.securitylog;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.security.authentication.event.AbstractAuthenticationFailureEvent;
import org.springframework.security.authentication.event.AuthenticationSuccessEvent;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.WebAuthenticationDetails;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.touchpaper.bar.loadlimit.CurrentCallerType;
import org.touchpaper.platform.security.LoginThrottledException;

/**
 * Records sign-ins with a password, from Spring Security's events. A program that sends its
 * password with each request signs in once in {@link #PAUSE}; a login that is not checked, because
 * too many failed, is recorded as often. A sign-in is not refused because it cannot be recorded.
 */
@Component
class SignInRecorder {

  private static final Logger LOG = LoggerFactory.getLogger(SignInRecorder.class);
  private static final Duration PAUSE = Duration.ofMinutes(1);
  private static final int MAX_ENTRIES = 10_000;

  private final SecurityLog log;
  private final Clock clock;

  /** When a line about the same was last added. */
  private final Map<Line, Instant> latest =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Line, Instant> eldest) {
          return size() > MAX_ENTRIES;
        }
      };

  SignInRecorder(SecurityLog log, Clock clock) {
    this.log = log;
    this.clock = clock;
  }

  private record Line(SecurityLogEntry.Kind kind, String who, @Nullable String address) {
    static Line of(SecurityLogEntry.Kind kind, Authentication login) {
      return new Line(kind, login.getName(), addressOf(login));
    }
  }

  @EventListener
  void onSuccess(AuthenticationSuccessEvent event) {
    var line = Line.of(SecurityLogEntry.Kind.SIGN_IN, event.getAuthentication());
    if (!isRepeated(line)) {
      add(line, "signed in");
    }
  }

  @EventListener
  void onFailure(AbstractAuthenticationFailureEvent event) {
    var line = Line.of(SecurityLogEntry.Kind.SIGN_IN_FAILED, event.getAuthentication());
    if (!(event.getException() instanceof LoginThrottledException)) {
      add(line, String.valueOf(event.getException().getMessage()));
    } else if (!isRepeated(new Line(line.kind(), "", line.address()))) { // whatever names it tries
      add(line, "not checked: too many failed logins");
    }
  }

  private void add(Line line, String detail) {
    CurrentCallerType.PERSON.enter();
    try {
      log.add(line.kind(), line.who(), line.address(), null, detail);
    } catch (DataAccessException | TransactionException e) {
      LOG.warn("cannot record {} of {}: {}", line.kind(), line.who(), e.getMessage());
    } finally {
      CurrentCallerType.leave();
    }
  }

  private static @Nullable String addressOf(Authentication login) {
    return login.getDetails() instanceof WebAuthenticationDetails details
        ? details.getRemoteAddress()
        : null;
  }

  private synchronized boolean isRepeated(Line line) {
    var now = clock.instant();
    var before = latest.get(line);
    if (before != null && Duration.between(before, now).abs().compareTo(PAUSE) < 0) {
      return true;
    }
    latest.put(line, now);
    return false;
  }
}
