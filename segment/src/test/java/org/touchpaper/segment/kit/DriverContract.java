package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.element.ElementEvent;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.segment.element.ItemSurveyResult;
import org.touchpaper.segment.kit.ElementUnderTest.Trouble;

/**
 * The tests that every driver must pass on its element, over real sockets. The test of a driver
 * extends this class and opens its element; features of one type are tested separately.
 */
public abstract class DriverContract {

  @TempDir Path folder;
  private ElementUnderTest underTest;
  private CircuitExecutor circuits;
  private Object initialHoldings;

  @SuppressWarnings("NullAway.Init") // set before each test
  protected DriverContract() {}

  /** An element without items of ours, with its files in this folder. */
  protected abstract ElementUnderTest open(Path folder) throws IOException;

  protected final ElementUnderTest underTest() {
    return underTest;
  }

  protected final CircuitExecutor circuits() {
    return circuits;
  }

  @BeforeEach
  void openElement() throws IOException {
    underTest = open(folder);
    circuits =
        new CircuitExecutor(DriverRegistry.of(List.of(underTest.driver())), Duration.ofSeconds(1));
    initialHoldings = underTest.configuration();
  }

  @AfterEach
  void closeElement() {
    underTest.close();
  }

  private List<ConfigItem> read() {
    return underTest
        .driver()
        .read(underTest.wanted().stream().map(ConfigItem::place).toList())
        .items();
  }

  /** Its items, as soon as its driver has reconnected. */
  private List<ConfigItem> readOnceItIsBack() {
    return await()
        .atMost(Duration.ofMinutes(1))
        .ignoreException(ElementReadException.class)
        .until(this::read, Objects::nonNull);
  }

  private void setUp() {
    assertThat(circuits.apply(underTest.wanted(), List.of()))
        .isInstanceOf(CircuitExecutor.Applied.class);
  }

  private void takeDown() {
    assertThat(circuits.apply(List.of(), underTest.wanted()))
        .isInstanceOf(CircuitExecutor.Applied.class);
  }

  @Test
  void readsBackCreatedItems() {
    assertThat(read()).isEmpty();
    setUp();
    assertThat(underTest.wanted()).allMatch(item -> read().stream().anyMatch(item::isSatisfiedBy));
    assertThat(circuits.survey(underTest.wanted(), Map.of()))
        .hasOnlyElementsOfType(ItemSurveyResult.Intact.class);
  }

  @Test
  void removesEverything() {
    setUp();
    takeDown();
    assertThat(underTest.configuration()).isEqualTo(initialHoldings);
    assertThat(read()).isEmpty();
  }

  @Test
  void writesNothingIfEverythingIsAsWanted() {
    setUp();
    var written = underTest.edits();
    setUp();
    assertThat(underTest.edits()).isEqualTo(written);
    takeDown();
    var cleared = underTest.edits();
    takeDown();
    assertThat(underTest.edits()).isEqualTo(cleared);
  }

  @Test
  void repeatedCreateOrDeleteChangesNothing() {
    var items = underTest.wanted();
    items.forEach(this::create);
    var held = underTest.configuration();
    items.forEach(this::create);
    assertThat(underTest.configuration()).isEqualTo(held);
    assertThat(items).allMatch(item -> read().stream().anyMatch(item::isSatisfiedBy));

    var read = items.reversed().stream().flatMap(item -> at(item.place()).stream()).toList();
    read.forEach(this::delete);
    read.forEach(this::delete);
    assertThat(underTest.configuration()).isEqualTo(initialHoldings);
  }

  private void delete(ConfigItem item) {
    var _ = underTest.driver().takeOutOfService(item);
    var _ = underTest.driver().delete(item);
  }

  private void create(ConfigItem item) {
    var _ = underTest.driver().create(item);
    var _ = underTest.driver().activate(item);
  }

  private List<ConfigItem> at(ConfigItem.Key place) {
    return underTest.driver().read(List.of(place)).items();
  }

  @Test
  void neverEditsForeignItemsAndNamesTheirOwner() {
    var holder = underTest.occupyByOther();
    var held = underTest.configuration();
    var edits = underTest.edits();
    assertThat(circuits.apply(underTest.wanted(), List.of()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            failed -> assertThat(failed.problem()).contains(holder));
    assertThat(underTest.edits()).as("edits").isEqualTo(edits);
    assertThat(underTest.configuration()).isEqualTo(held);
    takeDown();
    assertThat(underTest.configuration()).isEqualTo(held);
  }

  /** After a failure of any single edit, one more attempt reaches the same end. */
  @ParameterizedTest
  @EnumSource
  void setsUpDespiteAFailureOfAnyEdit(Trouble trouble) {
    var edits = editsDuring(this::setUp);
    var held = underTest.configuration();
    takeDown();
    for (var edit : edits) {
      underTest.failNext(edit, trouble);
      if (circuits.apply(underTest.wanted(), List.of()) instanceof CircuitExecutor.NotApplied) {
        setUp();
      }
      assertThat(underTest.configuration()).as("%s %s", edit, trouble).isEqualTo(held);
      takeDown();
      assertThat(underTest.configuration())
          .as("cleared after %s %s", edit, trouble)
          .isEqualTo(initialHoldings);
    }
  }

  @ParameterizedTest
  @EnumSource
  void takesDownDespiteAFailureOfAnyEdit(Trouble trouble) {
    setUp();
    for (var edit : editsDuring(this::takeDown)) {
      setUp();
      underTest.failNext(edit, trouble);
      if (circuits.apply(List.of(), underTest.wanted()) instanceof CircuitExecutor.NotApplied) {
        takeDown();
      }
      assertThat(underTest.configuration()).as("%s %s", edit, trouble).isEqualTo(initialHoldings);
    }
  }

  private List<String> editsDuring(Runnable work) {
    var before = underTest.edits().size();
    work.run();
    var edits = underTest.edits();
    assertThat(edits.size()).isGreaterThan(before);
    return List.copyOf(new LinkedHashSet<>(edits.subList(before, edits.size())));
  }

  @Test
  void keepsItemsThatSurviveARestart() {
    setUp();
    var held = underTest.configuration();
    underTest.restart();
    var back = readOnceItIsBack();
    assertThat(underTest.wanted()).allMatch(item -> back.stream().anyMatch(item::isSatisfiedBy));
    setUp();
    assertThat(underTest.configuration()).isEqualTo(held);
    takeDown();
    assertThat(underTest.configuration()).isEqualTo(initialHoldings);
  }

  @Test
  void recreatesItemsLostInARestart() {
    setUp();
    var held = underTest.configuration();
    underTest.restartEmpty();
    assertThat(readOnceItIsBack()).isEmpty();
    setUp();
    assertThat(underTest.configuration()).isEqualTo(held);
  }

  /** A new connection causes an immediate retry of waiting work, and another reading later. */
  @Test
  void reportsANewConnectionToItsElement() {
    var hints = new CopyOnWriteArrayList<ElementEvent>();
    underTest.driver().watch(hints::add);
    var connected = new ElementEvent.Connected(underTest.driver().element());
    await().atMost(Duration.ofMinutes(1)).until(() -> hints.contains(connected));
    underTest.crash();
    hints.clear();
    underTest.restart();
    await().atMost(Duration.ofMinutes(1)).until(() -> hints.contains(connected));
  }

  @Test
  void reportsAnUnreachableElement() {
    var items = underTest.wanted();
    setUp();
    underTest.crash();
    assertThatThrownBy(this::read)
        .isInstanceOf(ElementReadException.class)
        .hasMessageContaining(underTest.driver().element());
    assertThat(circuits.apply(List.of(), items)).isInstanceOf(CircuitExecutor.NotApplied.class);
    underTest.restart();
    var back = readOnceItIsBack();
    assertThat(items).allMatch(item -> back.stream().anyMatch(item::isSatisfiedBy));
  }

  @Test
  void derivesStableNamesThatEveryElementAccepts() {
    var items = underTest.wanted();
    assertThat(underTest.wanted()).isEqualTo(items);
    assertThat(items).allMatch(item -> item.owner().matches("[A-Za-z0-9_-]{1,64}"));
    assertThat(items).extracting(ConfigItem::place).doesNotHaveDuplicates();
  }

  @Test
  void limitsCommandsInFlightAndSerializesWrites() throws Exception {
    var work = new ArrayList<Callable<Object>>();
    for (var i = 0; i < 12; i++) {
      work.add(this::read);
      work.add(this::read);
      work.add(() -> circuits.apply(underTest.wanted(), underTest.wanted()));
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var done : threads.invokeAll(work)) {
        assertThat(done.get()).isNotNull();
      }
    }
    assertThat(underTest.load().commands()).isBetween(1, 7);
    assertThat(underTest.load().edits()).isLessThanOrEqualTo(1);
    takeDown();
    assertThat(underTest.configuration()).isEqualTo(initialHoldings);
  }
}
