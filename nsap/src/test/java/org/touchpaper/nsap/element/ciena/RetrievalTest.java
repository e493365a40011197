package org.touchpaper.nsap.element.ciena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.NotTold;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.tl1.element.Fault;

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

  /** By which code a real one denies what is not there is not public; the list of all is plain. */
  @ParameterizedTest
  @ValueSource(strings = {"IIAC", "IENE", "IDNV"})
  void believesTheListWhereADenialLeavesOpenWhatIsThere(String code) {
    var groups =
        Stream.of("G1", "G2")
            .map(name -> new Item("METRO-UCL", "GTP", name, NAME, Map.of("CTP", "1-A-1-1-CTP-1")))
            .toList();
    var places = groups.stream().map(Item::place).toList();
    metro.faults().next("RTRV-GTP:METRO-UCL:G1", new Fault.Deny(code, "Invalid name"));
    metro.faults().next("RTRV-GTP:METRO-UCL:G2", new Fault.Deny(code, "Invalid name"));
    assertThat(metroDriver.read(places).items()).isEmpty();

    assertThat(metroDriver.create(groups.getFirst())).isEqualTo(new Outcome.Done());
    metro.faults().next("RTRV-GTP:METRO-UCL:G2", new Fault.Deny("IIAC", "Invalid name"));
    assertThat(metroDriver.read(places).items()).extracting(Item::key).containsExactly("G1");
  }

  /** On a long list each look into it costs as much as hundreds of commands. */
  @Test
  void looksIntoTheListOnceForAllThatItsDenialsLeaveOpen() {
    var places =
        IntStream.rangeClosed('A', 'L')
            .mapToObj(letter -> new Item.Key("GTP", "G" + (char) letter))
            .toList();
    var there = new Item("METRO-UCL", "GTP", "GA", NAME, Map.of("CTP", "1-A-1-1-CTP-1"));
    assertThat(metroDriver.create(there)).isEqualTo(new Outcome.Done());
    places.stream()
        .skip(1)
        .map(place -> "RTRV-GTP:METRO-UCL:" + place.key())
        .forEach(question -> metro.faults().next(question, new Fault.Deny("IIAC", "Invalid name")));

    assertThat(metroDriver.read(places).items()).extracting(Item::key).containsExactly("GA");
    assertThat(listsAsked(metro, "GTP")).isOne();
  }

  /** Nor is that it is busy, or that we may not, a word about what it holds. */
  @ParameterizedTest
  @ValueSource(strings = {"SARB", "SROF", "PICC"})
  void believesNoOtherDenial(String code) {
    metro.faults().next("RTRV-GTP:METRO-UCL:G1", new Fault.Deny(code, "no"));
    var places = List.of(new Item.Key("GTP", "G1"));
    assertThatThrownBy(() -> metroDriver.read(places)).isInstanceOf(NotTold.class);
    assertThat(listsAsked(metro, "GTP")).isZero();
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
