package org.touchpaper.harc.rm.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.Requester.Person;

class AccountsTest {
  private static Person of(String name, String site) {
    return new Person(name, site, List.of(), "scientist");
  }

  @Test
  void aLocalNameIsItsOwnAccountUnlessItIsMapped() {
    var accounts = new Accounts(Map.of("Anne Ö.", "aa1"), Set.of("manchester"));
    assertThat(accounts.of(of("Anne Ö.", "manchester"))).contains("aa1");
    for (var name : List.of("anne", "_x", "a.b-c_1", "node$")) {
      assertThat(accounts.of(of(name, "manchester"))).contains(name);
      assertThat(accounts.of(of(name, "ucl"))).isEmpty();
    }
    assertThat(accounts.of(of("Bob", "manchester"))).isEmpty();
    assertThat(accounts.missing(of("Bob", "manchester"), "newton")).contains(Accounts.PATTERN);
  }

  @Test
  void aNameCountsTogetherWithItsSite() {
    var accounts = new Accounts(Map.of("anne@ucl", "anne2", "anne", "anne1"), Set.of("manchester"));
    assertThat(accounts.of(of("anne", "manchester"))).contains("anne1");
    assertThat(accounts.of(of("anne", "ucl"))).contains("anne2");
    assertThat(accounts.of(of("anne", "lancaster"))).isEmpty();
    assertThat(accounts.missing(of("anne", "lancaster"), "newton"))
        .contains("anne of lancaster has no account at newton", "NAME@lancaster");
  }

  /** Whoever has such a name at home is not the one whose name and site it looks like. */
  @Test
  void nobodyIsTakenForAnotherByCallingThemselvesSo() {
    var accounts = new Accounts(Map.of("anne@ucl", "anne2"), Set.of("manchester"));
    assertThat(accounts.of(of("anne@ucl", "manchester"))).isEmpty();
  }

  /** As resource managers were configured that know of no sites. */
  @Test
  void withoutLocalSitesEverybodyIsKnownByTheirName() {
    var accounts = new Accounts(Map.of("anne", "aa1", "bob@ucl.ac.uk", "bb2"), Set.of());
    for (var site : List.of("ucl", "manchester")) {
      assertThat(accounts.of(of("anne", site))).contains("aa1");
      assertThat(accounts.of(of("bob@ucl.ac.uk", site))).contains("bb2");
      assertThat(accounts.of(of("carol", site))).contains("carol");
    }
  }
}
