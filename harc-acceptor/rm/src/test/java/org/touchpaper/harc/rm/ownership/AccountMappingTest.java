package org.touchpaper.harc.rm.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

class AccountMappingTest {
  private static Person person(String name, String site) {
    return new Person(name, site, List.of(), "scientist");
  }

  @Test
  void aLocalNameIsItsAccountUnlessItIsMapped() {
    var accounts = new AccountMapping(Map.of("Anne Ö.", "aa1"), Set.of("manchester"));
    assertThat(accounts.findAccount(person("Anne Ö.", "manchester"))).contains("aa1");
    for (var name : List.of("anne", "_x", "a.b-c_1", "node$")) {
      assertThat(accounts.findAccount(person(name, "manchester"))).contains(name);
      assertThat(accounts.findAccount(person(name, "ucl"))).isEmpty();
    }
    assertThat(accounts.findAccount(person("Bob", "manchester"))).isEmpty();
    assertThat(accounts.missingAccountMessage(person("Bob", "manchester"), "newton"))
        .contains(AccountMapping.ACCOUNT_PATTERN);
  }

  @Test
  void aNameCountsTogetherWithItsSite() {
    var accounts =
        new AccountMapping(Map.of("anne@ucl", "anne2", "anne", "anne1"), Set.of("manchester"));
    assertThat(accounts.findAccount(person("anne", "manchester"))).contains("anne1");
    assertThat(accounts.findAccount(person("anne", "ucl"))).contains("anne2");
    assertThat(accounts.findAccount(person("anne", "lancaster"))).isEmpty();
    assertThat(accounts.missingAccountMessage(person("anne", "lancaster"), "newton"))
        .contains("anne of lancaster has no account at newton", "NAME@lancaster");
  }

  /** A name with an at sign must not pass for another person's name and site. */
  @Test
  void aNameWithAnAtSignIsNotAnotherPerson() {
    var accounts = new AccountMapping(Map.of("anne@ucl", "anne2"), Set.of("manchester"));
    assertThat(accounts.findAccount(person("anne@ucl", "manchester"))).isEmpty();
  }

  /** With no configured sites. */
  @Test
  void withoutLocalSitesAllUsersAreKnownByName() {
    var accounts = new AccountMapping(Map.of("anne", "aa1", "bob@ucl.ac.uk", "bb2"), Set.of());
    for (var site : List.of("ucl", "manchester")) {
      assertThat(accounts.findAccount(person("anne", site))).contains("aa1");
      assertThat(accounts.findAccount(person("bob@ucl.ac.uk", site))).contains("bb2");
      assertThat(accounts.findAccount(person("carol", site))).contains("carol");
    }
  }
}
