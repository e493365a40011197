package org.touchpaper.bar.web;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.touchpaper.bar.fixture.BrowserFixture;

/**
 * A person's role, browser and time of the year: one value of each dimension in which the pages
 * differ.
 *
 * @param zone where the person is
 * @param clocks whether clocks will go forward or back
 */
record BrowserForm(
    String role, boolean isPhone, boolean isDark, boolean runsScripts, String zone, Clocks clocks) {

  static final List<String> ROLES = List.of("scientist", "operator", "officer", "admin");
  private static final List<String> ZONES = List.of("UTC", "Europe/London", "America/Chicago");

  /** The next change of clocks after the winter's or the summer's first day. */
  enum Clocks {
    FORWARD("2026-12-21T00:00:00Z", 30, 60),
    BACK("2027-06-21T00:00:00Z", 90, 180);

    private final Instant after;
    private final Duration lead;

    /** Of a booking over the change, which starts {@code lead} before it. */
    final Duration length;

    Clocks(String after, int leadMinutes, int lengthMinutes) {
      this.after = Instant.parse(after);
      lead = Duration.ofMinutes(leadMinutes);
      length = Duration.ofMinutes(lengthMinutes);
    }

    /** When a booking starts that the change is a part of; in UTC, the change of London. */
    Instant startIn(String zone) {
      var changing = ZoneId.of(zone.equals("UTC") ? "Europe/London" : zone);
      return changing.getRules().nextTransition(after).getInstant().minus(lead);
    }
  }

  /** Every combination. */
  static List<BrowserForm> all() {
    var forms = new ArrayList<BrowserForm>();
    for (var role : ROLES) {
      for (var bits = 0; bits < 8; bits++) {
        for (var zone : ZONES) {
          for (var clocks : Clocks.values()) {
            forms.add(
                new BrowserForm(
                    role, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) == 0, zone, clocks));
          }
        }
      }
    }
    return List.copyOf(forms);
  }

  /** So many that every two values of two dimensions come together in one of them. */
  static List<BrowserForm> pairwise() {
    var forms = new ArrayList<BrowserForm>();
    var tried = new HashSet<Set<String>>();
    var wanted = new HashSet<Set<String>>();
    all().forEach(form -> wanted.addAll(form.pairs()));
    while (tried.size() < wanted.size()) {
      var best = all().getFirst();
      for (var form : all()) {
        best = form.countNew(tried) > best.countNew(tried) ? form : best;
      }
      forms.add(best);
      tried.addAll(best.pairs());
    }
    return List.copyOf(forms);
  }

  /** Of each role at a desk and on a phone, in light and in dark colours. */
  static List<BrowserForm> pictured() {
    return all().stream()
        .filter(
            form -> form.runsScripts && form.zone.equals("UTC") && form.clocks == Clocks.FORWARD)
        .toList();
  }

  private int countNew(Set<Set<String>> tried) {
    var pairs = new HashSet<>(pairs());
    pairs.removeAll(tried);
    return pairs.size();
  }

  /** The values of each two dimensions. */
  private Set<Set<String>> pairs() {
    var values =
        List.of(
            role,
            isPhone ? "phone" : "desk",
            isDark ? "dark" : "light",
            runsScripts ? "scripts" : "no scripts",
            zone,
            clocks.name());
    var pairs = new HashSet<Set<String>>();
    for (var first : values) {
      for (var second : values) {
        if (!first.equals(second)) {
          pairs.add(Set.of(first, second));
        }
      }
    }
    return pairs;
  }

  boolean books() {
    return !role.equals("officer");
  }

  BrowserFixture open() {
    var person = BrowserFixture.as(role).in(zone);
    person = isPhone ? person.phone() : person;
    person = isDark ? person.dark() : person;
    return (runsScripts ? person : person.withoutJavaScript()).open();
  }

  /** The end of the name of a picture. */
  String suffix() {
    return "%s-%s-%s".formatted(role, isPhone ? "390" : "1440", isDark ? "dark" : "light");
  }
}
