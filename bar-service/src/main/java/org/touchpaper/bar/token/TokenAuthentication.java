package org.touchpaper.bar.token;

import java.util.Collection;
import java.util.function.BooleanSupplier;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.GrantedAuthority;
import org.touchpaper.platform.security.RevocableAuthentication;

/** The owner of a token, logged in with it for one request. */
final class TokenAuthentication extends UsernamePasswordAuthenticationToken
    implements RevocableAuthentication {

  private static final long serialVersionUID = 1;

  /** Not serialised: a request with a token has no session. */
  private final transient BooleanSupplier isEnded;

  /**
   * Creates it.
   *
   * @param isEnded whether the token is revoked or expired now
   */
  TokenAuthentication(
      String owner, Collection<? extends GrantedAuthority> authorities, BooleanSupplier isEnded) {
    super(owner, "", authorities);
    this.isEnded = isEnded;
  }

  @Override
  public boolean hasEnded() {
    return isEnded.getAsBoolean();
  }
}
