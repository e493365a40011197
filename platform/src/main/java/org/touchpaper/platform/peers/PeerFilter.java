package org.touchpaper.platform.peers;

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

/** Reads a peer's name and secret from the headers (RFC 6750 section 2.1). */
final class PeerFilter extends OncePerRequestFilter {

  private static final Logger LOG = LoggerFactory.getLogger(PeerFilter.class);
  private static final String BEARER = "Bearer ";

  private final Peers peers;

  PeerFilter(Peers peers) {
    this.peers = peers;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    var peer = peer(request);
    if (peer.isEmpty()) {
      LOG.warn("refused {} from {}", request.getRequestURI(), request.getRemoteAddr());
      chain.doFilter(request, response);
      return;
    }
    var context = SecurityContextHolder.createEmptyContext();
    context.setAuthentication(new PeerAuthentication(peer.get()));
    SecurityContextHolder.setContext(context);
    chain.doFilter(request, response);
  }

  private Optional<Peer> peer(HttpServletRequest request) {
    var name = request.getHeader(Peer.NAME_HEADER);
    var authorization = request.getHeader(HttpHeaders.AUTHORIZATION);
    return name == null
            || authorization == null
            || !authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? Optional.empty()
        : peers.authenticate(name, authorization.substring(BEARER.length()).strip());
  }
}
