package org.touchpaper.harc.rm.scheduler;

import java.net.URI;
import java.util.List;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/**
 * A HARC transaction as one resource manager sees it.
 *
 * @param id the transaction's id, {@code <co-allocation id>.<attempt>}
 * @param acceptors where its outcome can be queried
 * @param onBehalfOf the person, as vouched for by the home BAR
 * @param correlationId the same in all messages of a booking
 * @param actions the actions for this resource manager, in the client's order
 */
public record Transaction(
    String id,
    List<URI> acceptors,
    Person onBehalfOf,
    String correlationId,
    List<BookingAction> actions) {
  public Transaction {
    acceptors = List.copyOf(acceptors);
    actions = List.copyOf(actions);
  }

  /** The owner of a new booking. */
  public Person ownerOf(BookingAction.Make make) {
    return make.owner() == null ? onBehalfOf : make.owner();
  }
}
