package org.touchpaper.harc.commit;

import java.util.List;

/**
 * The person a transaction is for, as the home BAR asserts them; resource managers map them to
 * local accounts.
 *
 * @param name the person's name at their home site
 * @param homeSite the site that vouches for them
 * @param virtualOrganisations the VOs they act for, may be empty
 * @param role one of scientist, operator, officer, admin
 * @param correlationId the same in every message of one booking
 */
public record Caller(
    String name,
    String homeSite,
    List<String> virtualOrganisations,
    String role,
    String correlationId) {
  public Caller {
    virtualOrganisations = List.copyOf(virtualOrganisations);
  }
}
