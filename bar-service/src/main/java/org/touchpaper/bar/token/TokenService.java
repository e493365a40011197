package org.touchpaper.bar.token;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.securitylog.SecurityLog;
import org.touchpaper.bar.securitylog.SecurityLogEntry;
import org.touchpaper.platform.problem.InvalidRequestException;

/** Makes, lists, revokes and recognises tokens; only their owner sees them. */
@Service
class TokenService {

  /** The number of unrevoked tokens that one user may have. */
  static final int MAX_TOKENS = 100;

  private static final Logger LOG = LoggerFactory.getLogger(TokenService.class);

  private final TokenRepository tokens;
  private final TokenProperties properties;
  private final SecurityLog securityLog;
  private final TransactionTemplate transaction;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  TokenService(
      TokenRepository tokens,
      TokenProperties properties,
      SecurityLog securityLog,
      PlatformTransactionManager transactions,
      Clock clock) {
    this.tokens = tokens;
    this.properties = properties;
    this.securityLog = securityLog;
    this.transaction = new TransactionTemplate(transactions);
    this.clock = clock;
  }

  /**
   * A user who is logged in with a password.
   *
   * @param roles authorities such as {@code ROLE_SCIENTIST}
   * @param address where the request comes from, for the log
   */
  record Owner(String name, Collection<String> roles, String address) {}

  /** A token with its secret, which is not readable again. */
  record IssuedToken(ApiToken token, TokenSecret secret) {}

  /**
   * Makes a token.
   *
   * @param expiresAt null for the default
   * @throws InvalidRequestException if it may not be made
   */
  IssuedToken create(
      Owner owner, String name, List<TokenScope> scopes, @Nullable Instant expiresAt) {
    var now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    requireWithinRoles(scopes, owner);
    var end = expiresAt == null ? now.plus(properties.defaultLifetime()) : expiresAt;
    requirePermittedLifetime(now, end);
    var secret = TokenSecret.generate(random);
    var token = new ApiToken(UUID.randomUUID(), owner.name(), name, scopes, now, end, null, null);
    transaction.executeWithoutResult(_ -> {
      if (!tokens.add(token, secret.hash(), MAX_TOKENS)) {
        throw InvalidRequestException.unprocessable(
            "", "at-most-100-tokens", "you have " + MAX_TOKENS + " tokens; revoke one first");
      }
      var detail =
          "API token %s for %s until %s"
              .formatted(name, String.join(", ", TokenScope.texts(scopes)), end);
      record(SecurityLogEntry.Kind.TOKEN_CREATED, owner, token.id(), detail);
    });
    LOG.info(
        "token made id={} owner={} name={} scopes={} expires={} client={}",
        token.id(),
        owner.name(),
        name,
        TokenScope.texts(scopes),
        end,
        owner.address());
    return new IssuedToken(token, secret);
  }

  private static void requireWithinRoles(List<TokenScope> scopes, Owner owner) {
    for (var scope : scopes) {
      if (!scope.isWithin(owner.roles())) {
        throw InvalidRequestException.unprocessable(
            "scopes",
            "within-your-roles",
            "your roles do not permit the scope " + scope.text() + "; leave it out");
      }
    }
  }

  private void requirePermittedLifetime(Instant now, Instant end) {
    if (!end.isAfter(now)) {
      throw InvalidRequestException.unprocessable(
          "expiresAt", "not-in-the-past", "expiresAt must be in the future");
    }
    var latest = now.plus(properties.maxLifetime());
    if (end.isAfter(latest)) {
      throw InvalidRequestException.unprocessable(
          "expiresAt",
          "within-max-lifetime",
          "a token of this BAR lives at most "
              + properties.maxLifetime().toDays()
              + " days: expiresAt must not be after "
              + latest);
    }
  }

  List<ApiToken> list(String owner) {
    return tokens.list(owner);
  }

  /** Revokes a token at once and for good; false if the owner has no such token. */
  boolean revoke(Owner owner, UUID id) {
    var isRevoked =
        Boolean.TRUE.equals(
            transaction.execute(_ -> {
              var isRevokedNow = tokens.revoke(id, owner.name(), clock.instant());
              if (isRevokedNow) {
                record(SecurityLogEntry.Kind.TOKEN_REVOKED, owner, id, "API token revoked");
              }
              return isRevokedNow;
            }));
    if (isRevoked) {
      LOG.info("token revoked id={} owner={} client={}", id, owner.name(), owner.address());
    }
    return isRevoked || tokens.isKnown(id, owner.name());
  }

  private void record(SecurityLogEntry.Kind kind, Owner owner, UUID token, String detail) {
    securityLog.add(kind, owner.name(), owner.address(), token.toString(), detail);
  }

  /** The token with this secret, also a revoked or expired one. */
  Optional<ApiToken> find(TokenSecret secret) {
    return secret.isWellFormed() ? tokens.findByHash(secret.hash()) : Optional.empty();
  }

  void noteUse(ApiToken token) {
    var now = clock.instant();
    if (token.isUseToBeNoted(now)) {
      tokens.noteUse(token, now);
    }
  }

  boolean isExpired(ApiToken token) {
    return token.isExpired(clock.instant());
  }
}
