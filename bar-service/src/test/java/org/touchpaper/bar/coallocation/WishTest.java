package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A key that was used with one build is known to the next: digests are stored, and stay. */
class WishTest {

  private static final Instant START = Instant.parse("2026-12-01T21:00:00Z");
  private static final Instant END = Instant.parse("2026-12-01T22:00:00Z");

  private static Wish wish(When when) {
    return new Wish(
        "SPICE run 42",
        when,
        List.of(new Wish.Nodes("newton", 4)),
        List.of(new Wish.Circuit("vis.ucl", "newton.manchester", 300)));
  }

  private static String fixed(@Nullable Instant start) {
    return wish(new When.Fixed(start, END)).digest();
  }

  /** As the builds wrote it that knew no windows. */
  @Test
  void aFixedTimeHasTheDigestItAlwaysHad() {
    assertThat(fixed(START))
        .isEqualTo("d8685ea8f724c7b5c92d1cabf6d3b18aba73b574207ece10255153ba9715627b");
    assertThat(fixed(null))
        .isEqualTo("beae6cf0433f3eeb870b58e80a7031ecf9aeb90a1d90f7a453ed20da71cf4068");
  }

  @Test
  void aWindowHasAnother() {
    var hour = Duration.ofHours(1);
    var window = wish(new When.Window(START, END, hour)).digest();
    assertThat(window).isNotEqualTo(fixed(START));
    assertThat(wish(new When.Window(START, END, hour)).digest()).isEqualTo(window);
    assertThat(wish(new When.Window(null, END, hour)).digest()).isNotEqualTo(window);
  }
}
