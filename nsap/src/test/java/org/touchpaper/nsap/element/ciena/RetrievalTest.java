package org.touchpaper.nsap.element.ciena;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;

/** What is read one by one, and what from the list of all. */
class RetrievalTest extends TwoCoreDirectors {

  /** What is asked of an element does not grow with what stands on it. */
  @Test
  void asksForEachWhereTheListOfAllIsLong() {
    var groups =
        IntStream.rangeClosed(1, 140)
            .mapToObj(
                n -> new Item("METRO-UCL", "GTP", "G" + n, NAME, Map.of("CTP", "1-A-1-1-CTP-" + n)))
            .toList();
    assertThat(metroDriver.listOurs()).isEmpty(); // as an NSAP does when it starts
    groups.forEach(group -> assertThat(metroDriver.create(group)).isEqualTo(new Outcome.Done()));
    var places = groups.stream().map(Item::place).toList();

    assertThat(metroDriver.read(places.subList(0, 15)).items()).hasSize(15);
    assertThat(listsAsked(metro, "GTP")).isOne();
    assertThat(metroDriver.read(places.subList(0, 16)).items()).hasSize(16);
    assertThat(listsAsked(metro, "GTP")).isEqualTo(2);
  }

  @Test
  void asksForAFewOneByOneUntilItKnowsHowLongTheListIs() {
    var places = Stream.of("G1", "G2").map(name -> new Item.Key("GTP", name)).toList();

    assertThat(metroDriver.read(places).items()).isEmpty();
    assertThat(listsAsked(metro, "GTP")).isZero();
    assertThat(metroDriver.listOurs()).isEmpty();
    assertThat(metroDriver.read(places).items()).isEmpty();
    assertThat(listsAsked(metro, "GTP")).isEqualTo(2);
    assertThat(metroDriver.read(places.subList(0, 1)).items()).isEmpty();
    assertThat(listsAsked(metro, "GTP")).isEqualTo(2);
  }
}
