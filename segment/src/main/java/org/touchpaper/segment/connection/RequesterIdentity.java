package org.touchpaper.segment.connection;

import java.util.List;

/**
 * The origin of a request: the sending peer, the person it acts for as asserted by the home BAR,
 * and the id that correlates all messages of one booking.
 *
 * @param peer the configured name of the sending service
 * @param correlationId a UUID in text form, the same in every message of one booking
 */
public record RequesterIdentity(String peer, Person onBehalfOf, String correlationId) {

  /**
   * The person a message is sent for.
   *
   * @param name the person's name at the home site
   * @param homeSite the site that vouches for the person
   * @param virtualOrganisations the person's VOs; may be empty
   * @param role one of scientist, operator, officer, admin
   */
  public record Person(
      String name, String homeSite, List<String> virtualOrganisations, String role) {
    public Person {
      virtualOrganisations = List.copyOf(virtualOrganisations);
    }
  }
}
