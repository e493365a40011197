package org.touchpaper.harc.rm.local;

import java.net.URI;
import java.util.List;
import org.touchpaper.segment.connection.Requester.Person;

/**
 * One HARC transaction as one resource manager sees it.
 *
 * @param id the transaction's id, {@code <co-allocation id>.<attempt>}
 * @param acceptors who can be asked what became of it
 * @param onBehalfOf the person the home BAR vouches for
 * @param correlationId the same in every message of one booking
 * @param actions what this resource manager is to do, in the order the client gave
 */
public record Transaction(
    String id, List<URI> acceptors, Person onBehalfOf, String correlationId, List<Action> actions) {
  public Transaction {
    acceptors = List.copyOf(acceptors);
    actions = List.copyOf(actions);
  }

  /** Whose it is to be. */
  public Person ownerOf(Action.Make make) {
    return make.owner() == null ? onBehalfOf : make.owner();
  }
}
