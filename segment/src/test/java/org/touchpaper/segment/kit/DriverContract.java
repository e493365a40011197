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
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.element.Hint;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Survey;
import org.touchpaper.segment.kit.ElementUnderTest.Trouble;

/**
 * What every driver must keep on its element, over real sockets. A driver's test extends this and
 * opens its element; what only that make does is tested beside it.
 */
public abstract class DriverContract {

  @TempDir Path folder;
  private ElementUnderTest it;
  private Circuits circuits;
  private Object bare;

  @SuppressWarnings("NullAway.Init") // set before each test
  protected DriverContract() {}

  /** An element that holds nothing of ours, with its files in this folder. */
  protected abstract ElementUnderTest open(Path folder) throws IOException;

  protected final ElementUnderTest it() {
    return it;
  }

  protected final Circuits circuits() {
    return circuits;
  }

  @BeforeEach
  void openElement() throws IOException {
    it = open(folder);
    circuits = new Circuits(Elements.of(List.of(it.driver())), Duration.ofSeconds(1));
    bare = it.holdings();
  }

  @AfterEach
  void closeElement() {
    it.close();
  }

  private List<Item> read() {
    return it.driver().read(it.wanted().stream().map(Item::place).toList()).items();
  }

  /** What it holds once its driver has noticed that it is back. */
  private List<Item> readOnceItIsBack() {
    return await()
        .atMost(Duration.ofMinutes(1))
        .ignoreException(ElementUnreachable.class)
        .until(this::read, Objects::nonNull);
  }

  private void setUp() {
    assertThat(circuits.bring(it.wanted(), List.of())).isInstanceOf(Circuits.Reached.class);
  }

  private void clear() {
    assertThat(circuits.bring(List.of(), it.wanted())).isInstanceOf(Circuits.Reached.class);
  }

  @Test
  void readsBackWhatItCreated() {
    assertThat(read()).isEmpty();
    setUp();
    assertThat(it.wanted()).allMatch(item -> read().stream().anyMatch(item::isMetBy));
    assertThat(circuits.look(it.wanted(), Map.of())).hasOnlyElementsOfType(Survey.Intact.class);
  }

  @Test
  void leavesNothingBehind() {
    setUp();
    clear();
    assertThat(it.holdings()).isEqualTo(bare);
    assertThat(read()).isEmpty();
  }

  @Test
  void writesNothingWhereAllIsAsWanted() {
    setUp();
    var written = it.edits();
    setUp();
    assertThat(it.edits()).isEqualTo(written);
    clear();
    var cleared = it.edits();
    clear();
    assertThat(it.edits()).isEqualTo(cleared);
  }

  @Test
  void creatingOrDeletingOnceMoreChangesNothing() {
    var items = it.wanted();
    items.forEach(this::create);
    var held = it.holdings();
    items.forEach(this::create);
    assertThat(it.holdings()).isEqualTo(held);
    assertThat(items).allMatch(item -> read().stream().anyMatch(item::isMetBy));

    var read = items.reversed().stream().flatMap(item -> at(item.place()).stream()).toList();
    read.forEach(this::delete);
    read.forEach(this::delete);
    assertThat(it.holdings()).isEqualTo(bare);
  }

  private void delete(Item item) {
    var _ = it.driver().takeOut(item);
    var _ = it.driver().delete(item);
  }

  private void create(Item item) {
    var _ = it.driver().create(item);
    var _ = it.driver().activate(item);
  }

  private List<Item> at(Item.Key place) {
    return it.driver().read(List.of(place)).items();
  }

  @Test
  void neverTouchesWhatIsNotOursAndSaysWhoseItIs() {
    var holder = it.takenByOthers();
    var held = it.holdings();
    var edits = it.edits();
    assertThat(circuits.bring(it.wanted(), List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class, failed -> assertThat(failed.problem()).contains(holder));
    assertThat(it.edits()).as("edits").isEqualTo(edits);
    assertThat(it.holdings()).isEqualTo(held);
    clear();
    assertThat(it.holdings()).isEqualTo(held);
  }

  /** Whatever happens to any one edit, one more attempt ends where none would have. */
  @ParameterizedTest
  @EnumSource
  void setsUpWhateverHappensToAnEdit(Trouble trouble) {
    var edits = edits(this::setUp);
    var held = it.holdings();
    clear();
    for (var edit : edits) {
      it.next(edit, trouble);
      if (circuits.bring(it.wanted(), List.of()) instanceof Circuits.NotReached) {
        setUp();
      }
      assertThat(it.holdings()).as("%s %s", edit, trouble).isEqualTo(held);
      clear();
      assertThat(it.holdings()).as("cleared after %s %s", edit, trouble).isEqualTo(bare);
    }
  }

  @ParameterizedTest
  @EnumSource
  void takesDownWhateverHappensToAnEdit(Trouble trouble) {
    setUp();
    for (var edit : edits(this::clear)) {
      setUp();
      it.next(edit, trouble);
      if (circuits.bring(List.of(), it.wanted()) instanceof Circuits.NotReached) {
        clear();
      }
      assertThat(it.holdings()).as("%s %s", edit, trouble).isEqualTo(bare);
    }
  }

  private List<String> edits(Runnable work) {
    var before = it.edits().size();
    work.run();
    var edits = it.edits();
    assertThat(edits.size()).isGreaterThan(before);
    return List.copyOf(new LinkedHashSet<>(edits.subList(before, edits.size())));
  }

  @Test
  void keepsWhatTheElementKeptThroughARestart() {
    setUp();
    var held = it.holdings();
    it.restart();
    var back = readOnceItIsBack();
    assertThat(it.wanted()).allMatch(item -> back.stream().anyMatch(item::isMetBy));
    setUp();
    assertThat(it.holdings()).isEqualTo(held);
    clear();
    assertThat(it.holdings()).isEqualTo(bare);
  }

  @Test
  void createsAnewWhatTheElementLostInARestart() {
    setUp();
    var held = it.holdings();
    it.restartEmpty();
    assertThat(readOnceItIsBack()).isEmpty();
    setUp();
    assertThat(it.holdings()).isEqualTo(held);
  }

  /** So what waits for it is tried at once, and what it shows too soon after is read once more. */
  @Test
  void tellsThatItsElementCanBeSpokenToAgain() {
    var hints = new CopyOnWriteArrayList<Hint>();
    it.driver().watch(hints::add);
    var connected = new Hint.Connected(it.driver().element());
    await().atMost(Duration.ofMinutes(1)).until(() -> hints.contains(connected));
    it.crash();
    hints.clear();
    it.restart();
    await().atMost(Duration.ofMinutes(1)).until(() -> hints.contains(connected));
  }

  @Test
  void saysSoWhenTheElementIsAway() {
    var items = it.wanted();
    setUp();
    it.crash();
    assertThatThrownBy(this::read)
        .isInstanceOf(ElementUnreachable.class)
        .hasMessageContaining(it.driver().element());
    assertThat(circuits.bring(List.of(), items)).isInstanceOf(Circuits.NotReached.class);
    it.restart();
    var back = readOnceItIsBack();
    assertThat(items).allMatch(item -> back.stream().anyMatch(item::isMetBy));
  }

  @Test
  void givesTheSameNamesEachTimeAndOnlyOnesThatEveryElementTakes() {
    var items = it.wanted();
    assertThat(it.wanted()).isEqualTo(items);
    assertThat(items).allMatch(item -> item.owner().matches("[A-Za-z0-9_-]{1,64}"));
    assertThat(items).extracting(Item::place).doesNotHaveDuplicates();
    assertThat(it.driver().capabilities().kinds())
        .containsAll(items.stream().map(Item::kind).toList());
  }

  @Test
  void asksFewThingsAtATimeAndWritesOneAfterTheOther() throws Exception {
    var work = new ArrayList<Callable<Object>>();
    for (var i = 0; i < 12; i++) {
      work.add(this::read);
      work.add(this::read);
      work.add(() -> circuits.bring(it.wanted(), it.wanted()));
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var done : threads.invokeAll(work)) {
        assertThat(done.get()).isNotNull();
      }
    }
    assertThat(it.load().commands()).isBetween(1, 7);
    assertThat(it.load().edits()).isLessThanOrEqualTo(1);
    clear();
    assertThat(it.holdings()).isEqualTo(bare);
  }
}
