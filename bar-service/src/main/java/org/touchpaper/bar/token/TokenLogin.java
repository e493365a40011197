package org.touchpaper.bar.token;

import java.util.Collection;
import java.util.function.BooleanSupplier;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.GrantedAuthority;
import org.touchpaper.platform.security.RevocableLogin;

/** The owner of a token, logged in with it for one request. */
final class TokenLogin extends UsernamePasswordAuthenticationToken implements RevocableLogin {

  private static final long serialVersionUID = 1;

  /** Not serialised: a request with a token has no session. */
  private final transient BooleanSupplier isUsable;

  /**
   * Creates it.
   *
   * @param isUsable whether the token would be accepted now
   */
  TokenLogin(
      String owner, Collection<? extends GrantedAuthority> authorities, BooleanSupplier isUsable) {
    super(owner, "", authorities);
    this.isUsable = isUsable;
  }

  @Override
  public boolean hasEnded() {
    return !isUsable.getAsBoolean();
  }
}
