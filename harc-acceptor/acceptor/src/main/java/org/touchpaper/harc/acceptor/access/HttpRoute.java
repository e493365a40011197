package org.touchpaper.harc.acceptor.access;

import java.util.Optional;
import org.touchpaper.harc.acceptor.access.AcceptorPeers.Peer;
import org.touchpaper.harc.acceptor.access.AcceptorPeers.Role;

/** The HTTP routes and the role each requires; all other requests are refused. */
public enum HttpRoute {
  /** Begins or joins a transaction. */
  BEGIN("POST", "/harc/transactions"),
  /** The outcome of a transaction, by id. */
  OUTCOME_BY_ID("GET", "/harc/transactions/*"),
  /** The outcome of a transaction, by record. */
  OUTCOME_BY_RECORD("POST", "/harc/questions"),
  /** Books, changes or cancels for a client without a BAR. */
  BOOK("POST", "/harc/bookings"),
  /** The outcome of such a call. */
  BOOKING_OUTCOME("GET", "/harc/bookings/*"),
  /** Transactions that are undecided or not acknowledged by all resource managers. */
  LIST("GET", "/harc/admin/transactions"),
  /** The votes and ballots that this acceptor knows of a transaction. */
  EXPLAIN("GET", "/harc/admin/transactions/*"),
  /** Forces a decision. */
  FORCE("POST", "/harc/admin/transactions/*"),
  /** Stops waiting for a resource manager that was removed. */
  FORGET("DELETE", "/harc/admin/transactions/*"),
  /** Arms a stop point, in the demo profile. */
  ARM_STOP_POINT("POST", "/demo/stop-at");

  private final String method;
  private final String path;

  HttpRoute(String method, String path) {
    this.method = method;
    this.path = path;
  }

  public static Optional<HttpRoute> find(String method, String path) {
    for (var route : values()) {
      if (route.method.equals(method) && route.matches(path)) {
        return Optional.of(route);
      }
    }
    return Optional.empty();
  }

  private boolean matches(String requestPath) {
    return path.endsWith("*")
        ? requestPath.startsWith(path.substring(0, path.length() - 1))
        : requestPath.equals(path);
  }

  public boolean isAllowedFor(Peer peer) {
    return switch (this) {
      case BEGIN, OUTCOME_BY_ID, OUTCOME_BY_RECORD, ARM_STOP_POINT -> peer.hasRole(Role.REQUESTER);
      case BOOK, BOOKING_OUTCOME -> peer.hasRole(Role.CLIENT);
      case LIST, EXPLAIN -> peer.hasRole(Role.ADMIN) || peer.hasRole(Role.OBSERVER);
      case FORCE, FORGET -> peer.hasRole(Role.ADMIN);
    };
  }
}
