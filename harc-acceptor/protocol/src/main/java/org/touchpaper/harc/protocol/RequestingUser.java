package org.touchpaper.harc.protocol;

import java.util.List;

/**
 * The person a transaction is for, as asserted by the home BAR. Resource managers map the person to
 * a local account.
 *
 * @param name the person's name at the home site
 * @param homeSite the site that vouches for the person
 * @param virtualOrganisations the virtual organisations the person acts for; may be empty
 * @param role one of scientist, operator, officer, admin
 * @param correlationId the same in every message of one booking
 */
public record RequestingUser(
    String name,
    String homeSite,
    List<String> virtualOrganisations,
    String role,
    String correlationId) {
  public RequestingUser {
    virtualOrganisations = List.copyOf(virtualOrganisations);
  }
}
