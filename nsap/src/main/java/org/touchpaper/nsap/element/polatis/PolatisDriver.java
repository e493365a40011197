package org.touchpaper.nsap.element.polatis;

import static org.touchpaper.nsap.element.polatis.Polatis.PATCH;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.touchpaper.nsap.element.Tl1Element;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.Hint;
import org.touchpaper.segment.element.Incarnation;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Tl1Session;

/**
 * A Polatis photonic switch over TL1. A patch has no name and no owner there: our own record of
 * what we asked for decides. A patch of exactly the two ports of a circuit counts as the circuit's,
 * any other on either port as somebody else's; whoever makes by hand the very patch that a circuit
 * needs sees it taken over, and taken away at the circuit's end. The TID is a quoted text.
 */
final class PolatisDriver implements ElementDriver {

  private final Tl1Element element;
  private final Duration settle;
  private final Incarnation incarnation;

  PolatisDriver(String tid, Tl1Session session, Duration settle) {
    this.element = new Tl1Element(tid, session);
    this.settle = settle;
    this.incarnation = new Incarnation(tid, session::logins, () -> "");
  }

  @Override
  public String element() {
    return element.tid();
  }

  @Override
  public void watch(Consumer<Hint> watcher) {
    element.watch(watcher);
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(Set.of(PATCH), settle);
  }

  private InputCommand command(String code) {
    return InputCommand.of(code).to('"' + element.tid() + '"');
  }

  @Override
  public Snapshot read(Collection<Item.Key> keys) {
    return incarnation.read(() -> {
      var patches = patches();
      return keys.stream().flatMap(key -> at(key, patches).stream()).toList();
    });
  }

  /** Each is {@code low,high}; whether the rows quote the pair once or twice differs. */
  private List<String> patches() {
    return element.rows(command("RTRV-PATCH"), Tl1Element.codes("IENE")).stream()
        .map(row -> row.replace("\"", "").replace("\\", "").strip())
        .toList();
  }

  private static String ports(Item.Key key) {
    return key.key().substring(0, key.key().indexOf(' '));
  }

  private static String circuit(Item.Key key) {
    return key.key().substring(key.key().indexOf(' ') + 1);
  }

  private Optional<Item> at(Item.Key key, List<String> patches) {
    var ends = Arrays.asList(ports(key).split(",", -1));
    return patches.stream()
        .filter(patch -> !Collections.disjoint(ends, Arrays.asList(patch.split(",", -1))))
        .findFirst()
        .map(patch ->
            new Item(
                element.tid(),
                PATCH,
                key.key(),
                patch.equals(ports(key))
                    ? circuit(key)
                    : "somebody's patch " + patch + " (the switch keeps no names)",
                Map.of("PORTS", patch)));
  }

  @Override
  public Outcome create(Item item) {
    return element.edit(command("ENT-PATCH").at(ports(item.place())).block(""));
  }

  /** A patch is deleted by one port of it, whatever is patched there: so it is looked at again. */
  @Override
  public Outcome delete(Item item) {
    var ports = ports(item.place());
    if (!patches().contains(ports)) {
      return new Outcome.Denied("IENE", "there is no patch " + ports + " any more");
    }
    return element.edit(command("DLT-PATCH").at(ports.substring(0, ports.indexOf(','))).block(""));
  }
}
