package org.touchpaper.platform.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/** Authenticates a peer by the name and secret in its headers (RFC 6750 section 2.1). */
final class PeerAuthenticationFilter extends OncePerRequestFilter {

  private static final Logger LOG = LoggerFactory.getLogger(PeerAuthenticationFilter.class);
  private static final String BEARER = "Bearer ";

  private final PeerRegistry peers;

  PeerAuthenticationFilter(PeerRegistry peers) {
    this.peers = peers;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    var peer = findPeer(request);
    if (peer.isEmpty()) {
      LOG.warn(
          "peer authentication failed: path={} client={}",
          request.getRequestURI(),
          request.getRemoteAddr());
      chain.doFilter(request, response);
      return;
    }
    var context = SecurityContextHolder.createEmptyContext();
    context.setAuthentication(new PeerAuthentication(peer.get()));
    SecurityContextHolder.setContext(context);
    chain.doFilter(request, response);
  }

  private Optional<Peer> findPeer(HttpServletRequest request) {
    var name = request.getHeader(Peer.NAME_HEADER);
    var authorization = request.getHeader(HttpHeaders.AUTHORIZATION);
    return name == null
            || authorization == null
            || !authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? Optional.empty()
        : peers.authenticate(name, authorization.substring(BEARER.length()).strip());
  }
}
