package org.touchpaper.nsap.trouble;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.Hint;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.PortAlarm;

/** A driver like another, but for what its heir does otherwise. */
abstract class MutantDriver implements ElementDriver {
  final ElementDriver real;

  MutantDriver(ElementDriver real) {
    this.real = real;
  }

  @Override
  public String element() {
    return real.element();
  }

  @Override
  public Capabilities capabilities() {
    return real.capabilities();
  }

  @Override
  public Snapshot read(Collection<Item.Key> keys) {
    return real.read(keys);
  }

  @Override
  public List<Obstacle> obstacles(Collection<Item> missing) {
    return real.obstacles(missing);
  }

  @Override
  public List<Item> listOurs() {
    return real.listOurs();
  }

  @Override
  public List<PortAlarm> alarms() {
    return real.alarms();
  }

  @Override
  public void watch(Consumer<Hint> watcher) {
    real.watch(watcher);
  }

  @Override
  public String complaint(Item idle) {
    return real.complaint(idle);
  }

  @Override
  public Outcome create(Item item) {
    return real.create(item);
  }

  @Override
  public Outcome activate(Item item) {
    return real.activate(item);
  }

  @Override
  public Optional<Outcome> takeOut(Item item) {
    return real.takeOut(item);
  }

  @Override
  public boolean isOut(Item read) {
    return real.isOut(read);
  }

  @Override
  public Outcome delete(Item item) {
    return real.delete(item);
  }
}
