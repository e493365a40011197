package org.touchpaper.harc.acceptor;

import java.util.Optional;
import java.util.Set;
import org.touchpaper.harc.acceptor.Peers.Peer;
import org.touchpaper.harc.acceptor.Peers.Role;

/** The ways in for peers, and for whom each is; there is no other. */
enum Endpoint {
  /** Begin a transaction, or join it. */
  BEGIN("POST", "/harc/transactions"),
  /** What became of a transaction, by its id. */
  OUTCOME("GET", "/harc/transactions/*"),
  /** What became of a transaction, by its record. */
  QUESTION("POST", "/harc/questions"),
  /** Phase messages; what each peer may say is for {@link MessagePolicy} to know. */
  MESSAGES("POST", "/harc/messages"),
  /** What is undecided, or not heard by all. */
  LIST("GET", "/harc/admin/transactions"),
  /** Who voted what at which ballot, as this acceptor knows it. */
  EXPLAIN("GET", "/harc/admin/transactions/*"),
  /** Decide in the acceptors' place. */
  FORCE("POST", "/harc/admin/transactions/*"),
  /** Wait no longer for a resource manager that is gone. */
  FORGET("DELETE", "/harc/admin/transactions/*"),
  /** Arm it to stop itself, in the demo profile. */
  STOP_AT("POST", "/demo/stop-at");

  private final String method;
  private final String path;

  Endpoint(String method, String path) {
    this.method = method;
    this.path = path;
  }

  static Optional<Endpoint> find(String method, String path) {
    for (var endpoint : values()) {
      if (endpoint.method.equals(method) && endpoint.leads(path)) {
        return Optional.of(endpoint);
      }
    }
    return Optional.empty();
  }

  private boolean leads(String asked) {
    return path.endsWith("*")
        ? asked.startsWith(path.substring(0, path.length() - 1))
        : asked.equals(path);
  }

  boolean isOpenTo(Peer peer) {
    return roles().stream().anyMatch(peer::is);
  }

  private Set<Role> roles() {
    return switch (this) {
      case BEGIN, STOP_AT -> Set.of(Role.REQUESTER);
      case LIST, EXPLAIN, FORCE, FORGET -> Set.of(Role.ADMIN);
      case OUTCOME, QUESTION -> Set.of(Role.REQUESTER, Role.RM);
      case MESSAGES -> Set.of(Role.ACCEPTOR, Role.RM);
    };
  }
}
