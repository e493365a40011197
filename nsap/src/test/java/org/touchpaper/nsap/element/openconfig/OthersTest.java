package org.touchpaper.nsap.element.openconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.nsap.element.Make;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;

/** A candidate is everybody's (RFC 6241, section 8.3): what others do to it while we work. */
@Tag("netconf")
@Timeout(120)
class OthersTest {

  @TempDir Path folder;
  private Router router;
  private ElementDriver driver;
  private Item item;
  private String bare;

  @BeforeEach
  void start() throws IOException {
    router = new Router(folder, "candidate");
    driver = router.driver();
    item = router.wanted().getFirst();
    bare = router.holdings().toString();
  }

  @AfterEach
  void stop() {
    router.close();
  }

  private List<Item> read() {
    return driver.read(List.of(item.place())).items();
  }

  private List<String> steps() {
    driver.create(item);
    driver.delete(item);
    return List.copyOf(new LinkedHashSet<>(router.edits()));
  }

  /** What is in the candidate from before is not ours to make true. */
  @Test
  void commitsNothingThatOthersHaveNotCommitted() {
    router.theyEdit();
    assertThat(driver.create(item)).isInstanceOf(Outcome.class);
    assertThat(router.holdings().toString()).doesNotContain("library");
  }

  /**
   * Whichever step our session is lost at: others edit as soon as our lock is gone, and nothing of
   * ours commits that for them.
   */
  @ParameterizedTest
  @EnumSource(names = {"LOST_BEFORE", "LOST_AFTER", "LOST_BETWEEN"})
  void commitsNothingOfOthersWhereverItsSessionIsLost(NetconfDoor.Harm harm) {
    for (var step : steps()) {
      for (var round = 0; round < 2; round++) {
        router.door().next(step, harm, router::theyEdit);
        attempt(() -> driver.create(item));
        attempt(() -> driver.delete(item));
        assertThat(router.door().isSpent()).as("%s %s", step, harm).isTrue();
        assertThat(router.holdings().toString()).as("%s %s", step, harm).doesNotContain("library");
        router.theySay("<discard-changes/>");
        attempt(() -> driver.delete(item));
        await()
            .atMost(Duration.ofMinutes(1))
            .untilAsserted(() -> assertThat(router.holdings()).hasToString(bare));
      }
    }
  }

  private static void attempt(Callable<Outcome> work) {
    try {
      work.call();
    } catch (ElementUnreachable e) {
      // lost, and it says so
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Nothing can have happened before the commit was sent, and that is no doubt to wait for. */
  @Test
  void isInDoubtOnlyOfACommit() {
    driver.create(item);
    var steps = List.copyOf(router.edits());
    driver.delete(item);
    for (var step : steps) {
      router.door().next(step, NetconfDoor.Harm.LOST_BEFORE, () -> {});
      try {
        var outcome = driver.create(item);
        var mayBe = step.contains("commit") ? Outcome.Unknown.class : Outcome.Done.class;
        assertThat(outcome).as(step).isInstanceOf(mayBe);
      } catch (ElementUnreachable e) {
        assertThat(e).hasMessageContaining("before anything was changed");
        assertThat(read()).as(step).isEmpty();
      }
      assertThat(router.door().isSpent()).isTrue();
      driver.delete(item);
      assertThat(router.holdings()).hasToString(bare);
    }
  }

  /** And then finds what they locked it for. */
  @Test
  void waitsForALockOfAnother() {
    var lock = steps().getFirst();
    router.theySay("<lock><target><candidate/></target></lock>");
    Runnable theyFinish =
        () -> {
          router.theyEdit();
          router.theyCommit();
          router.theySay("<unlock><target><candidate/></target></unlock>");
        };
    router
        .door()
        .next(
            lock,
            NetconfDoor.Harm.NONE,
            () -> router.door().next(lock, NetconfDoor.Harm.NONE, theyFinish));
    assertThat(driver.create(router.wanted().get(1)))
        .isInstanceOfSatisfying(
            Outcome.Denied.class, denied -> assertThat(denied.text()).contains("held by library"));
    assertThat(router.edits())
        .as("two before, theirs, and ours")
        .filteredOn(lock::equals)
        .hasSize(5);
  }

  @Test
  void namesWhoHoldsTheLockForTooLong() {
    router.theySay("<lock><target><candidate/></target></lock>");
    assertThat(driver.create(item))
        .isInstanceOfSatisfying(
            Outcome.Denied.class,
            denied -> {
              assertThat(denied.code()).isEqualTo("lock-denied");
              assertThat(denied.text()).contains("session-id ", "(waited for 60 s)");
            });
    router.theySay("<unlock><target><candidate/></target></unlock>");
    assertThat(driver.create(item)).isEqualTo(new Outcome.Done());
  }

  /** It was ours when it was read; then somebody took it away and made their own. */
  @Test
  void deletesNothingThatHasBecomeSomebodyElses() {
    assertThat(driver.create(item)).isEqualTo(new Outcome.Done());
    var ours = read().getFirst();
    var theirs =
        new Item(ours.element(), ours.kind(), ours.key(), "TP-000000000000", ours.attributes());
    assertThat(driver.delete(theirs))
        .isInstanceOfSatisfying(
            Outcome.Denied.class, denied -> assertThat(denied.text()).contains(ours.owner()));
    assertThat(read()).containsExactly(ours);
  }

  @Test
  void listsWhatBearsANameOfOurs() {
    router.theyEdit();
    router.theyCommit();
    var items = router.wanted();
    var join = items.getLast();
    var free = items.getFirst();
    assertThat(driver.create(free)).isEqualTo(new Outcome.Done());
    assertThat(driver.listOurs()).extracting(Item::place).containsExactly(free.place());
    assertThat(join.owner()).isEqualTo(free.owner());
  }

  /** As if two of our services had been given one router, each with circuits of its own. */
  @Test
  void sharesARouterWithAnother() throws Exception {
    var second = router.anotherDriver();
    try {
      var work = new ArrayList<Callable<Object>>();
      work.add(() -> rounds(driver, 100));
      work.add(() -> rounds(second.driver(), 200));
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (var done : threads.invokeAll(work)) {
          assertThat(done.get()).isEqualTo(true);
        }
      }
    } finally {
      close(second);
    }
    assertThat(router.holdings()).hasToString(bare);
  }

  private static void close(Make.Line line) throws Exception {
    line.session().close();
  }

  private static boolean rounds(ElementDriver driver, int from) {
    for (var vlan = from; vlan < from + 12; vlan++) {
      var each =
          new Item(
              "RTR",
              OpenConfig.SUBINTERFACE,
              "xe1." + vlan,
              "TP-%012X".formatted(vlan),
              Map.of("VLAN", "" + vlan, "ENABLED", "true"));
      assertThat(driver.create(each)).isEqualTo(new Outcome.Done());
      assertThat(driver.read(List.of(each.place())).items()).containsExactly(full(each, vlan));
      assertThat(driver.delete(each)).isEqualTo(new Outcome.Done());
    }
    return true;
  }

  private static Item full(Item each, int vlan) {
    return new Item(
        each.element(),
        each.kind(),
        each.key(),
        each.owner(),
        Map.of("VLAN", "" + vlan, "ENABLED", "true", "INDEX", "" + vlan));
  }
}
