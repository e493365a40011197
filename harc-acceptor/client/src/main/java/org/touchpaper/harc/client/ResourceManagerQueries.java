package org.touchpaper.harc.client;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.harc.client.model.ResourceManagerTransactionStatus;
import org.touchpaper.harc.client.model.ResourceTimetable;
import org.touchpaper.harc.protocol.TransactionId;

/** What a client may ask a resource manager, in another process or in this one. */
public interface ResourceManagerQueries {

  /** The bookings it holds for a transaction. */
  ResourceManagerTransactionStatus queryStatus(TransactionId id) throws PeerRequestException;

  ResourceTimetable timetable(ResourceTimetableQuery query) throws PeerRequestException;

  /**
   * The applications that a person may launch on a resource; empty if its site registered none.
   *
   * @param onBehalfOf the person who asks; null if the peer asks for itself
   */
  List<RegisteredApplication> applications(
      String resource, ResourceTimetableQuery.@Nullable Person onBehalfOf)
      throws PeerRequestException;
}
