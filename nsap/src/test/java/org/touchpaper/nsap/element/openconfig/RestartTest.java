package org.touchpaper.nsap.element.openconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.ElementDriver.Snapshot;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.segment.element.ItemSurveyResult;

/** Items that a real server lost in a restart differ from items removed while it ran. */
@Tag("netconf")
@Timeout(120)
class RestartTest {

  @TempDir Path folder;
  private OpenConfigFixture router;
  private ConfigItem item;

  @BeforeEach
  void start() throws IOException {
    router = new OpenConfigFixture(folder, "candidate");
    item = router.wanted().getFirst();
    router.driver().create(item);
  }

  @AfterEach
  void stop() {
    router.close();
  }

  private Snapshot read() {
    var read = new AtomicReference<Snapshot>();
    await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptionsMatching(ElementReadException.class::isInstance)
        .until(() -> {
          read.set(router.driver().read(List.of(item.place())));
          return true;
        });
    return read.get();
  }

  private ItemSurveyResult survey(Snapshot before, Snapshot now) {
    return ItemSurveyResult.of("RTR", List.of(item), before.incarnation(), now);
  }

  @Test
  void anItemMissingAfterARestartIsLost() {
    var before = read();
    assertThat(before.items()).hasSize(1);
    router.restartEmpty();
    assertThat(survey(before, read())).isInstanceOf(ItemSurveyResult.Lost.class);
  }

  @Test
  void anItemRemovedWhileItRanIsRemovedAlsoAfterALostSession() {
    var before = read();
    router.driver().delete(item);
    router.door().shut();
    router.door().reopen();
    assertThat(survey(before, read())).isInstanceOf(ItemSurveyResult.Removed.class);
  }

  @Test
  void anItemKeptByARestartIsIntact() {
    var before = read();
    router.restart();
    assertThat(survey(before, read())).isInstanceOf(ItemSurveyResult.Intact.class);
  }
}
