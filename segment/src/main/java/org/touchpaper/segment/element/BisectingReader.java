package org.touchpaper.segment.element;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.element.ElementDriver.Snapshot;

/**
 * Reads many places of an element that may be unable to report some of them: a card out of order,
 * or a row that cannot be parsed, hides only itself. All places are read at once; if that fails,
 * each half is read, until the unreadable places are isolated.
 */
public final class BisectingReader {

  /** Failed reads after which the remaining places count as unreadable. */
  static final int MAX_FAILED_READS = 100;

  /** Sorts places of one card together. */
  private static final Comparator<ConfigItem.Key> BY_KIND_AND_KEY =
      Comparator.comparing(ConfigItem.Key::kind).thenComparing(ConfigItem.Key::key);

  private final ElementDriver driver;
  private final List<ConfigItem> items = new ArrayList<>();
  private final Map<ConfigItem.Key, String> unreadable = new HashMap<>();
  private @Nullable String incarnation;
  private int failedReads;

  private BisectingReader(ElementDriver driver) {
    this.driver = driver;
  }

  /**
   * Reads the items at these places.
   *
   * @throws ElementReadException if the element does not answer
   */
  public static Snapshot read(ElementDriver driver, Collection<ConfigItem.Key> places) {
    var reader = new BisectingReader(driver);
    reader.readOrSplit(places.stream().distinct().sorted(BY_KIND_AND_KEY).toList());
    var incarnation = reader.incarnation;
    return new Snapshot(reader.items, incarnation == null ? "" : incarnation, reader.unreadable);
  }

  private void readOrSplit(List<ConfigItem.Key> places) {
    try {
      addSnapshot(driver.read(places));
    } catch (RequestedDataMissingException e) {
      readInHalves(places, e);
    } catch (ElementReadException e) {
      throw e;
    } catch (RuntimeException e) { // an answer that cannot be parsed
      readInHalves(places, e);
    }
  }

  private void readInHalves(List<ConfigItem.Key> places, RuntimeException cause) {
    if (places.size() <= 1 || ++failedReads > MAX_FAILED_READS) {
      places.forEach(place -> unreadable.put(place, String.valueOf(cause.getMessage())));
      return;
    }
    var half = places.size() / 2;
    readOrSplit(places.subList(0, half));
    readOrSplit(places.subList(half, places.size()));
  }

  private void addSnapshot(Snapshot snapshot) {
    if (incarnation != null && !incarnation.equals(snapshot.incarnation())) {
      throw new ElementReadException(driver.element(), "it restarted while it was read");
    }
    incarnation = snapshot.incarnation();
    items.addAll(snapshot.items());
    unreadable.putAll(snapshot.unreadable());
  }
}
