package org.touchpaper.bar.directory;

import java.util.List;
import java.util.Optional;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/**
 * Finds hosts whose circuits never fit together in what their campus can give. All circuits of a
 * host share its access, so that circuits of one request may exceed it together and refuse each
 * other at any time.
 */
public interface HostAccessShortageFinder {

  /**
   * A host whose circuits together exceed its capacity at every time.
   *
   * @param count the number of circuits
   * @param requestedMbps what they need together
   * @param largestMbps the most that is ever free
   */
  record AccessShortage(String host, int count, int requestedMbps, int largestMbps) {}

  /**
   * Returns the first host whose circuits can never be active together; empty if there is none, or
   * its campus does not answer. Campuses are asked only about hosts with more than one circuit.
   *
   * @param circuits circuits of one schedule
   */
  Optional<AccessShortage> findShortage(List<Criteria> circuits, Person person);
}
