package org.touchpaper.platform.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.authentication.WebAuthenticationDetails;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.problem.ProblemType;
import org.touchpaper.platform.problem.ProblemWriter;

/**
 * Slows the guessing of passwords and tokens (OWASP Authentication Cheat Sheet, login throttling).
 * Failures are counted for each user at each address, so that nobody locks a user out from
 * elsewhere, and for each address, whatever the user. A success resets the former, and lets the
 * user log in at that address for a day, whoever else fails there. Users that do not exist are
 * counted as others are.
 *
 * <p>In memory: a restart forgets the failures. At most {@link #MAX_ENTRIES} users and addresses
 * are remembered; those that failed last are kept.
 */
public final class LoginThrottle {

  private static final Logger LOG = LoggerFactory.getLogger(LoginThrottle.class);
  private static final int MAX_ENTRIES = 10_000;
  private static final int MAX_NAME_LENGTH = 80;
  private static final Duration TRUST_PERIOD = Duration.ofDays(1);

  private final LeakyBucket emptyOfUser;
  private final LeakyBucket emptyOfAddress;
  private final Clock clock;
  private final Map<Attempt, LeakyBucket> byUser = bounded();
  private final Map<String, LeakyBucket> byAddress = bounded();
  private final Map<Attempt, Instant> successes = bounded();

  public LoginThrottle(TouchpaperProperties.FailedLogins limits, Clock clock) {
    this.emptyOfUser = LeakyBucket.empty(limits.perUser(), limits.window());
    this.emptyOfAddress = LeakyBucket.empty(limits.perAddress(), limits.window());
    this.clock = clock;
  }

  private static <K, V> Map<K, V> bounded() {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > MAX_ENTRIES;
      }
    };
  }

  /** A user at an address. Names differ neither by case, as at login, nor beyond a length. */
  private record Attempt(String user, String address) {
    static Attempt of(String user, Authentication login) {
      var name = user.toLowerCase(Locale.ROOT).replaceAll("\\p{Cntrl}", "?");
      var address =
          login.getDetails() instanceof WebAuthenticationDetails details
              ? String.valueOf(details.getRemoteAddress())
              : "";
      return new Attempt(
          name.substring(0, Math.min(name.length(), MAX_NAME_LENGTH)), networkOf(address));
    }
  }

  /** An IPv6 host chooses among the addresses of its /64 network (RFC 4291 section 2.5.4). */
  private static String networkOf(String address) {
    try {
      return InetAddress.ofLiteral(address) instanceof Inet6Address inet6
          ? HexFormat.of().formatHex(Arrays.copyOf(inet6.getAddress(), 8)) + "/64"
          : address;
    } catch (IllegalArgumentException _) {
      return address;
    }
  }

  /**
   * Authenticates, unless too many logins failed before.
   *
   * @param user whose failures are counted
   * @param login with the address in its details
   * @throws LoginThrottledException if the login was not checked
   */
  public Authentication authenticate(
      String user, Authentication login, AuthenticationManager manager) {
    var attempt = Attempt.of(user, login);
    refuseWhile(waitOfUser(attempt), attempt);
    refuseWhile(waitOfAddress(attempt), attempt);
    return check(attempt, login, manager, Duration.ZERO);
  }

  /**
   * Authenticates a token. One that is valid is admitted whoever else fails at its address: it
   * cannot be guessed, and its check costs little.
   *
   * @param id stands for the token
   * @throws LoginThrottledException if it was not checked, or is not valid and too many others were
   *     not
   */
  public Authentication authenticateToken(
      String id, Authentication token, AuthenticationManager manager) {
    var attempt = Attempt.of(id, token);
    refuseWhile(waitOfUser(attempt), attempt);
    return check(attempt, token, manager, waitOfAddress(attempt));
  }

  private static void refuseWhile(Duration wait, Attempt attempt) {
    if (!wait.isZero()) {
      LOG.warn("login throttled user={} client={}", attempt.user(), attempt.address());
      throw new LoginThrottledException(wait);
    }
  }

  private Authentication check(
      Attempt attempt, Authentication login, AuthenticationManager manager, Duration waitIfWrong) {
    try {
      var result = manager.authenticate(login);
      addSuccess(attempt);
      return result;
    } catch (AuthenticationServiceException e) {
      throw e; // says nothing about the login
    } catch (AuthenticationException e) {
      refuseWhile(waitIfWrong, attempt);
      addFailure(attempt);
      LOG.warn(
          "login failed user={} client={}: {}", attempt.user(), attempt.address(), e.getMessage());
      throw e;
    }
  }

  private synchronized Duration waitOfUser(Attempt attempt) {
    return byUser.getOrDefault(attempt, emptyOfUser).waitAt(clock.instant());
  }

  private synchronized Duration waitOfAddress(Attempt attempt) {
    var now = clock.instant();
    return successes.getOrDefault(attempt, Instant.MIN).isAfter(now.minus(TRUST_PERIOD))
        ? Duration.ZERO
        : byAddress.getOrDefault(attempt.address(), emptyOfAddress).waitAt(now);
  }

  private synchronized void addFailure(Attempt attempt) {
    var now = clock.instant();
    byUser.put(attempt, byUser.getOrDefault(attempt, emptyOfUser).plusOne(now));
    var address = attempt.address();
    byAddress.put(address, byAddress.getOrDefault(address, emptyOfAddress).plusOne(now));
  }

  /** The address keeps its failures: else one who has an account could guess for ever. */
  private synchronized void addSuccess(Attempt attempt) {
    byUser.remove(attempt);
    successes.put(attempt, clock.instant());
  }

  /** Forgets everything, as a restart does. */
  public synchronized void clear() {
    byUser.clear();
    byAddress.clear();
    successes.clear();
  }

  /** Answers 429 with {@code Retry-After} (RFC 6585 section 4): a browser gets the error page. */
  public static void sendRefusal(
      HttpServletRequest request,
      HttpServletResponse response,
      LoginThrottledException refusal,
      ProblemWriter problems)
      throws IOException {
    response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(refusal.waitSeconds()));
    problems.writeOrSendError(
        request,
        response,
        ProblemType.TOO_MANY_LOGINS.problem(String.valueOf(refusal.getMessage())));
  }
}
