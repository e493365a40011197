package org.touchpaper.harc.rm.owner;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.touchpaper.segment.connection.Requester.Person;

/**
 * The local accounts of people from afar. A name says who somebody is only together with the site
 * that vouches for it; where a site's names are as good as local ones, the name alone does.
 *
 * @param byName accounts by the name and site, {@code anne@ucl}, or by the name alone, which counts
 *     for the local sites
 * @param local the sites whose people are known by their names alone, and whose admins are ours; if
 *     none are given all sites' people are, as before there were any, and no admins
 */
public record Accounts(Map<String, String> byName, Set<String> local) {
  /** As useradd(8) takes them. */
  public static final String PATTERN = "[a-z_][a-z0-9_.-]{0,31}[$]?";

  /** Nobody is mapped. */
  public static final Accounts NONE = new Accounts(Map.of(), Set.of());

  public Accounts {
    byName = Map.copyOf(byName);
    local = Set.copyOf(local);
  }

  /** Empty if there is none, and the name is no account's either: it may come to a shell. */
  public Optional<String> of(Person person) {
    return find(person.name() + "@" + person.homeSite())
        .or(() -> isKnownByName(person) ? ofName(person.name()) : Optional.empty());
  }

  private Optional<String> ofName(String name) {
    return find(name).or(() -> Optional.of(name).filter(it -> it.matches(PATTERN)));
  }

  private Optional<String> find(String key) {
    return Optional.ofNullable(byName.get(key));
  }

  /** A name with an at sign in it could be somebody else's with their site. */
  private boolean isKnownByName(Person person) {
    return local.isEmpty() || (local.contains(person.homeSite()) && person.name().indexOf('@') < 0);
  }

  /** Why somebody has no account, and what to do about it. */
  public String missing(Person person, String resource) {
    return isKnownByName(person)
        ? "the name of whom it is for is no account's (%s): map it to one under touchpaper.rm.accounts of %s"
            .formatted(PATTERN, resource)
        : "%s of %s has no account at %s: map it to one there (touchpaper.rm.accounts[NAME@%s]), or name the site under touchpaper.rm.sites"
            .formatted(person.name(), person.homeSite(), resource, person.homeSite());
  }
}
