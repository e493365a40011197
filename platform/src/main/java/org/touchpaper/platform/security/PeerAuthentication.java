package org.touchpaper.platform.security;

import java.io.Serial;
import java.util.List;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** An authenticated peer. */
public final class PeerAuthentication extends AbstractAuthenticationToken {

  @Serial private static final long serialVersionUID = 1;

  @SuppressWarnings("serial") // never stored: peers have no session
  private final Peer peer;

  PeerAuthentication(Peer peer) {
    super(authorities(peer));
    this.peer = peer;
    setAuthenticated(true);
  }

  private static List<GrantedAuthority> authorities(Peer peer) {
    return peer.roles().stream()
        .<GrantedAuthority>map(role -> new SimpleGrantedAuthority(role.authority()))
        .toList();
  }

  public Peer peer() {
    return peer;
  }

  @Override
  public Object getCredentials() {
    return "";
  }

  @Override
  public Object getPrincipal() {
    return peer;
  }

  @Override
  public String getName() {
    return peer.name();
  }
}
