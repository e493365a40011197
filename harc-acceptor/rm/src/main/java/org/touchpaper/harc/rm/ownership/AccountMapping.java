package org.touchpaper.harc.rm.ownership;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/**
 * The local accounts of remote users. A name identifies a person together with the site that
 * vouches for it; for local sites the name alone is enough.
 *
 * @param byName accounts by name and site, {@code anne@ucl}, or by name alone, which applies to the
 *     local sites
 * @param localSites the sites whose users are known by name alone, and whose admins may change
 *     every booking; if empty, users of all sites are known by name, and admins have no such right
 */
public record AccountMapping(Map<String, String> byName, Set<String> localSites) {
  /** Account names that useradd(8) accepts. */
  public static final String ACCOUNT_PATTERN = "[a-z_][a-z0-9_.-]{0,31}[$]?";

  /** Maps no user. */
  public static final AccountMapping NONE = new AccountMapping(Map.of(), Set.of());

  public AccountMapping {
    byName = Map.copyOf(byName);
    localSites = Set.copyOf(localSites);
  }

  /**
   * The person's account; empty if none is mapped and the name itself is not a valid account name,
   * because a shell may read it.
   */
  public Optional<String> findAccount(Person person) {
    return find(person.name() + "@" + person.homeSite())
        .or(() -> isKnownByName(person) ? findAccountByName(person.name()) : Optional.empty());
  }

  private Optional<String> findAccountByName(String name) {
    return find(name)
        .or(() -> Optional.of(name).filter(account -> account.matches(ACCOUNT_PATTERN)));
  }

  private Optional<String> find(String key) {
    return Optional.ofNullable(byName.get(key));
  }

  /** A name with an at sign could be read as another person's name and site. */
  private boolean isKnownByName(Person person) {
    return localSites.isEmpty()
        || (localSites.contains(person.homeSite()) && person.name().indexOf('@') < 0);
  }

  /** The reason why a person has no account, and what to do. */
  public String missingAccountMessage(Person person, String resource) {
    return isKnownByName(person)
        ? "the owner's name is not a valid account name (%s): map it to an account in touchpaper.rm.accounts of %s"
            .formatted(ACCOUNT_PATTERN, resource)
        : "%s of %s has no account at %s: map it to an account there (touchpaper.rm.accounts[NAME@%s]), or add the site to touchpaper.rm.sites"
            .formatted(person.name(), person.homeSite(), resource, person.homeSite());
  }
}
