package org.touchpaper.harc.client;

import org.touchpaper.harc.client.model.ResourceManagerStatus;
import org.touchpaper.harc.client.model.ResourceTimetable;
import org.touchpaper.harc.protocol.TransactionId;

/** What a client may ask a resource manager, in another process or in this one. */
public interface ResourceManagerQueries {

  /** The bookings it holds for a transaction. */
  ResourceManagerStatus queryStatus(TransactionId id) throws PeerUnreachableException;

  ResourceTimetable timetable(ResourceTimetableQuery query) throws PeerUnreachableException;
}
