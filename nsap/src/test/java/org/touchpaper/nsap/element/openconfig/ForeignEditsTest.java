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
import org.touchpaper.nsap.element.ElementPlugin;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementReadException;

/** The candidate is shared (RFC 6241, section 8.3): other sessions' edits during ours. */
@Tag("netconf")
@Timeout(120)
class ForeignEditsTest {

  @TempDir Path folder;
  private OpenConfigFixture router;
  private ElementDriver driver;
  private ConfigItem item;
  private String bare;

  @BeforeEach
  void start() throws IOException {
    router = new OpenConfigFixture(folder, "candidate");
    driver = router.driver();
    item = router.wanted().getFirst();
    bare = router.configuration().toString();
  }

  @AfterEach
  void stop() {
    router.close();
  }

  private List<ConfigItem> read() {
    return driver.read(List.of(item.place())).items();
  }

  private List<String> steps() {
    driver.create(item);
    driver.delete(item);
    return List.copyOf(new LinkedHashSet<>(router.edits()));
  }

  /** Earlier edits in the candidate are not ours to commit. */
  @Test
  void doesNotCommitOthersEdits() {
    router.editAsOthers();
    assertThat(driver.create(item)).isInstanceOf(EditOutcome.class);
    assertThat(router.configuration().toString()).doesNotContain("library");
  }

  /**
   * Our session is lost at any step: others edit as soon as our lock ends, and we commit nothing of
   * theirs.
   */
  @ParameterizedTest
  @EnumSource(names = {"LOST_BEFORE", "LOST_AFTER", "LOST_BETWEEN"})
  void doesNotCommitOthersEditsWhereverTheSessionIsLost(FaultyNetconfListener.NetconfFault fault) {
    for (var step : steps()) {
      for (var round = 0; round < 2; round++) {
        router.door().injectOnce(step, fault, router::editAsOthers);
        editUntilTheFault("%s %s".formatted(step, fault));
        assertThat(router.configuration().toString())
            .as("%s %s", step, fault)
            .doesNotContain("library");
        router.sendAsOthers("<discard-changes/>");
        attempt(() -> driver.delete(item));
        await()
            .atMost(Duration.ofMinutes(1))
            .untilAsserted(() -> assertThat(router.configuration()).hasToString(bare));
      }
    }
  }

  /** The server may hold the lost session's locks for a moment, and deny ours. */
  private void editUntilTheFault(String description) {
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> {
          attempt(() -> driver.create(item));
          attempt(() -> driver.delete(item));
          assertThat(router.door().isSpent()).as(description).isTrue();
        });
  }

  private static void attempt(Callable<EditOutcome> work) {
    try {
      work.call();
    } catch (ElementReadException e) {
      // lost, and reported
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Before the commit nothing can have changed, so there is nothing to wait for. */
  @Test
  void onlyACommitIsUncertain() {
    driver.create(item);
    var steps = List.copyOf(router.edits());
    driver.delete(item);
    for (var step : steps) {
      router.door().injectOnce(step, FaultyNetconfListener.NetconfFault.LOST_BEFORE, () -> {});
      try {
        var outcome = driver.create(item);
        var mayBe = step.contains("commit") ? EditOutcome.Unknown.class : EditOutcome.Done.class;
        assertThat(outcome).as(step).isInstanceOf(mayBe);
      } catch (ElementReadException e) {
        assertThat(e).hasMessageContaining("nothing was changed");
        assertThat(read()).as(step).isEmpty();
      }
      assertThat(router.door().isSpent()).isTrue();
      driver.delete(item);
      assertThat(router.configuration()).hasToString(bare);
    }
  }

  /** It then finds the other session's change. */
  @Test
  void waitsForAnotherSessionsLock() {
    var lock = steps().getFirst();
    router.sendAsOthers("<lock><target><candidate/></target></lock>");
    Runnable theyFinish =
        () -> {
          router.editAsOthers();
          router.commitAsOthers();
          router.sendAsOthers("<unlock><target><candidate/></target></unlock>");
        };
    router
        .door()
        .injectOnce(
            lock,
            FaultyNetconfListener.NetconfFault.NONE,
            () ->
                router
                    .door()
                    .injectOnce(lock, FaultyNetconfListener.NetconfFault.NONE, theyFinish));
    assertThat(driver.create(router.wanted().get(1)))
        .isInstanceOfSatisfying(
            EditOutcome.Denied.class,
            denied -> assertThat(denied.text()).contains("held by library"));
    assertThat(router.edits())
        .as("two before, theirs, and ours")
        .filteredOn(lock::equals)
        .hasSize(5);
  }

  @Test
  void namesTheSessionThatHoldsTheLock() {
    router.sendAsOthers("<lock><target><candidate/></target></lock>");
    assertThat(driver.create(item))
        .isInstanceOfSatisfying(
            EditOutcome.Denied.class,
            denied -> {
              assertThat(denied.code()).isEqualTo("lock-denied");
              assertThat(denied.text()).contains("session-id ", "(waited for 60 s)");
            });
    router.sendAsOthers("<unlock><target><candidate/></target></unlock>");
    assertThat(driver.create(item)).isEqualTo(new EditOutcome.Done());
  }

  /** It was ours when read; then another party replaced it. */
  @Test
  void doesNotDeleteAnItemWithANewOwner() {
    assertThat(driver.create(item)).isEqualTo(new EditOutcome.Done());
    var ownItem = read().getFirst();
    var foreignItem =
        new ConfigItem(
            ownItem.element(),
            ownItem.kind(),
            ownItem.key(),
            "TP-000000000000",
            ownItem.attributes());
    assertThat(driver.delete(foreignItem))
        .isInstanceOfSatisfying(
            EditOutcome.Denied.class,
            denied -> assertThat(denied.text()).contains(ownItem.owner()));
    assertThat(read()).containsExactly(ownItem);
  }

  @Test
  void listsItemsWithOurNames() {
    router.editAsOthers();
    router.commitAsOthers();
    var items = router.wanted();
    var join = items.getLast();
    var free = items.getFirst();
    assertThat(driver.create(free)).isEqualTo(new EditOutcome.Done());
    assertThat(driver.listOwned()).extracting(ConfigItem::place).containsExactly(free.place());
    assertThat(join.owner()).isEqualTo(free.owner());
  }

  /** As if two of our services shared a router, each with its own circuits. */
  @Test
  void twoServicesShareARouter() throws Exception {
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
    assertThat(router.configuration()).hasToString(bare);
  }

  private static void close(ElementPlugin.DriverSession line) throws Exception {
    line.session().close();
  }

  private static boolean rounds(ElementDriver driver, int from) {
    for (var vlan = from; vlan < from + 12; vlan++) {
      var item =
          new ConfigItem(
              "RTR",
              OpenConfigPlugin.SUBINTERFACE,
              "xe1." + vlan,
              "TP-%012X".formatted(vlan),
              Map.of("VLAN", "" + vlan, "ENABLED", "true"));
      assertThat(driver.create(item)).isEqualTo(new EditOutcome.Done());
      assertThat(driver.read(List.of(item.place())).items()).containsExactly(full(item, vlan));
      assertThat(driver.delete(item)).isEqualTo(new EditOutcome.Done());
    }
    return true;
  }

  private static ConfigItem full(ConfigItem item, int vlan) {
    return new ConfigItem(
        item.element(),
        item.kind(),
        item.key(),
        item.owner(),
        Map.of("VLAN", "" + vlan, "ENABLED", "true", "INDEX", "" + vlan));
  }
}
