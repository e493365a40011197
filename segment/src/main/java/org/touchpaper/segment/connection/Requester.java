package org.touchpaper.segment.connection;

import java.util.List;

/**
 * Who asks: the peer that sends, the person it sends for as the home BAR asserts them, and the id
 * that ties all messages of one piece of work together.
 *
 * @param peer the configured name of the sending service
 * @param onBehalfOf the person
 * @param correlationId a UUID in text form, the same in every message of one booking
 */
public record Requester(String peer, Person onBehalfOf, String correlationId) {

  /**
   * The person a message is sent for.
   *
   * @param name the person's name at their home site
   * @param homeSite the site that vouches for them
   * @param virtualOrganisations the VOs they act for, may be empty
   * @param role one of scientist, operator, officer, admin
   */
  public record Person(
      String name, String homeSite, List<String> virtualOrganisations, String role) {
    public Person {
      virtualOrganisations = List.copyOf(virtualOrganisations);
    }
  }
}
