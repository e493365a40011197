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
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.RequestedDataMissingException;

/** Single queries and lists. */
class CoreDirectorReaderTest extends CoreDirectorPairTest {

  /** The number of queries does not grow with the number of circuits. */
  @Test
  void queriesItemsSinglyIfTheListIsLong() {
    var groups =
        IntStream.rangeClosed(1, 140)
            .mapToObj(n ->
                new ConfigItem(
                    "METRO-UCL", "GTP", "G" + n, NAME, Map.of("CTP", "1-A-1-1-CTP-" + n)))
            .toList();
    assertThat(metroDriver.listOwned()).isEmpty(); // as at the start of an NSAP
    groups.forEach(
        group -> assertThat(metroDriver.create(group)).isEqualTo(new EditOutcome.Done()));
    var places = groups.stream().map(ConfigItem::place).toList();

    assertThat(metroDriver.read(places.subList(0, 15)).items()).hasSize(15);
    assertThat(countListQueries(metro, "GTP")).isOne();
    assertThat(metroDriver.read(places.subList(0, 16)).items()).hasSize(16);
    assertThat(countListQueries(metro, "GTP")).isEqualTo(2);
  }

  /** The denial code for a missing entity is not public; the list is unambiguous. */
  @ParameterizedTest
  @ValueSource(strings = {"IIAC", "IENE", "IDNV"})
  void readsTheListAfterAnAmbiguousDenial(String code) {
    var groups =
        Stream.of("G1", "G2")
            .map(name ->
                new ConfigItem("METRO-UCL", "GTP", name, NAME, Map.of("CTP", "1-A-1-1-CTP-1")))
            .toList();
    var places = groups.stream().map(ConfigItem::place).toList();
    metro
        .faults()
        .injectOnce("RTRV-GTP:METRO-UCL:G1", new InjectedFault.Deny(code, "Invalid name"));
    metro
        .faults()
        .injectOnce("RTRV-GTP:METRO-UCL:G2", new InjectedFault.Deny(code, "Invalid name"));
    assertThat(metroDriver.read(places).items()).isEmpty();

    assertThat(metroDriver.create(groups.getFirst())).isEqualTo(new EditOutcome.Done());
    metro
        .faults()
        .injectOnce("RTRV-GTP:METRO-UCL:G2", new InjectedFault.Deny("IIAC", "Invalid name"));
    assertThat(metroDriver.read(places).items()).extracting(ConfigItem::key).containsExactly("G1");
  }

  /** Reading a long list costs as much as hundreds of commands. */
  @Test
  void readsTheListOnceForAllAmbiguousDenials() {
    var places =
        IntStream.rangeClosed('A', 'L')
            .mapToObj(letter -> new ConfigItem.Key("GTP", "G" + (char) letter))
            .toList();
    var item = new ConfigItem("METRO-UCL", "GTP", "GA", NAME, Map.of("CTP", "1-A-1-1-CTP-1"));
    assertThat(metroDriver.create(item)).isEqualTo(new EditOutcome.Done());
    places.stream()
        .skip(1)
        .map(place -> "RTRV-GTP:METRO-UCL:" + place.key())
        .forEach(question ->
            metro.faults().injectOnce(question, new InjectedFault.Deny("IIAC", "Invalid name")));

    assertThat(metroDriver.read(places).items()).extracting(ConfigItem::key).containsExactly("GA");
    assertThat(countListQueries(metro, "GTP")).isOne();
  }

  /** Busy or unprivileged denials state nothing about the configuration. */
  @ParameterizedTest
  @ValueSource(strings = {"SARB", "SROF", "PICC"})
  void otherDenialsAreUnreliable(String code) {
    metro.faults().injectOnce("RTRV-GTP:METRO-UCL:G1", new InjectedFault.Deny(code, "no"));
    var places = List.of(new ConfigItem.Key("GTP", "G1"));
    assertThatThrownBy(() -> metroDriver.read(places))
        .isInstanceOf(RequestedDataMissingException.class);
    assertThat(countListQueries(metro, "GTP")).isZero();
  }

  @Test
  void queriesAFewItemsSinglyWhileTheListLengthIsUnknown() {
    var places = Stream.of("G1", "G2").map(name -> new ConfigItem.Key("GTP", name)).toList();

    assertThat(metroDriver.read(places).items()).isEmpty();
    assertThat(countListQueries(metro, "GTP")).isZero();
    assertThat(metroDriver.listOwned()).isEmpty();
    assertThat(metroDriver.read(places).items()).isEmpty();
    assertThat(countListQueries(metro, "GTP")).isEqualTo(2);
    assertThat(metroDriver.read(places.subList(0, 1)).items()).isEmpty();
    assertThat(countListQueries(metro, "GTP")).isEqualTo(2);
  }
}
