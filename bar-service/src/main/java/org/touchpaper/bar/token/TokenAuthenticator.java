package org.touchpaper.bar.token;

import org.springframework.dao.DataAccessException;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.loadlimit.CurrentCallerType;

/** Authenticates the owner of a token, with the rights that the owner has now. */
@Component
class TokenAuthenticator implements AuthenticationManager {

  private static final int ID_LENGTH = 16;

  private final TokenService tokens;
  private final UserDetailsService users;

  TokenAuthenticator(TokenService tokens, UserDetailsService users) {
    this.tokens = tokens;
    this.users = users;
  }

  /** Stands for the token where its failures are counted and logged: the start of its hash. */
  static String idOf(Authentication candidate) {
    return "token " + secretOf(candidate).hash().substring(0, ID_LENGTH);
  }

  private static TokenSecret secretOf(Authentication candidate) {
    return new TokenSecret(String.valueOf(candidate.getCredentials()));
  }

  /**
   * Checks a token.
   *
   * @throws BadCredentialsException if it is unknown, revoked or expired, or its owner is gone
   * @throws AuthenticationServiceException if it cannot be checked
   */
  @Override
  public Authentication authenticate(Authentication candidate) {
    CurrentCallerType.PERSON.enter();
    try {
      return authenticate(secretOf(candidate), candidate);
    } catch (DataAccessException e) {
      throw new AuthenticationServiceException("the token cannot be checked: no database", e);
    } finally {
      CurrentCallerType.leave();
    }
  }

  private Authentication authenticate(TokenSecret secret, Authentication candidate) {
    var token =
        tokens
            .find(secret)
            .filter(found -> found.revokedAt() == null)
            .orElseThrow(() -> new BadCredentialsException("the token is unknown or revoked"));
    if (tokens.isExpired(token)) {
      throw new BadCredentialsException("the token expired at " + token.expiresAt());
    }
    var owner = findOwner(token);
    tokens.noteUse(token);
    var roles = owner.getAuthorities().stream().map(GrantedAuthority::getAuthority).toList();
    var login =
        new TokenAuthentication(
            owner.getUsername(),
            AuthorityUtils.createAuthorityList(TokenScope.authorities(token.scopes(), roles)),
            () -> isEnded(secret));
    login.setDetails(candidate.getDetails());
    return login;
  }

  /** Without the database a stream goes on: else all would reconnect to it at once. */
  private boolean isEnded(TokenSecret secret) {
    try {
      return tokens
          .find(secret)
          .filter(found -> found.revokedAt() == null && !tokens.isExpired(found))
          .isEmpty();
    } catch (DataAccessException _) {
      return false;
    }
  }

  private UserDetails findOwner(ApiToken token) {
    try {
      var owner = users.loadUserByUsername(token.owner());
      if (owner.isEnabled() && owner.isAccountNonLocked() && owner.isAccountNonExpired()) {
        return owner;
      }
    } catch (UsernameNotFoundException _) {
      // as below
    }
    throw new BadCredentialsException("the owner of the token is not a user any more");
  }
}
