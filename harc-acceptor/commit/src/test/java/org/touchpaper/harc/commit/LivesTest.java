package org.touchpaper.harc.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A memory of ten entries in a first life, taken up again since and grown to fifteen. */
class LivesTest {
  private static final Lives LIVES =
      Lives.NONE.and(new Extent("first", 0)).and(new Extent("second", 10));

  @Test
  void holdsWhatWasSeenOfItInEachLife() {
    assertThat(LIVES.hold(Extent.NONE, 15)).isTrue();
    assertThat(LIVES.hold(new Extent("first", 3), 15)).isTrue();
    assertThat(LIVES.hold(new Extent("first", 10), 15)).isTrue();
    assertThat(LIVES.hold(new Extent("second", 15), 15)).isTrue();
  }

  @Test
  void aCopyThatWasTakenUpDoesNotHoldWhatFollowedItHoweverMuchItGrows() {
    assertThat(LIVES.hold(new Extent("first", 11), 15)).isFalse();
    assertThat(LIVES.hold(new Extent("first", 11), 1_000_000)).isFalse();
    assertThat(LIVES.hold(new Extent("second", 16), 15)).isFalse();
  }

  @Test
  void aLifeItHasNotLivedWasLivedAfterTheCopyWasMade() {
    assertThat(LIVES.hold(new Extent("third", 1), 15)).isFalse();
    assertThat(Lives.NONE.hold(new Extent("first", 0), 0)).isFalse();
  }

  @Test
  void onlyTheFirstLifeIsNobodysCopy() {
    assertThat(Lives.NONE.and(new Extent("first", 0)).isFirst()).isTrue();
    assertThat(LIVES.isFirst()).isFalse();
  }

  @Test
  void refusesWhatIsNoExtent() {
    assertThatThrownBy(() -> new Extent("a b", 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Extent("a", -1)).isInstanceOf(IllegalArgumentException.class);
  }
}
