package org.touchpaper.nsap.simulation;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementEvent;
import org.touchpaper.segment.element.PortAlarm;

/** Delegates to a driver; subclasses change its behaviour. */
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
  public Snapshot read(Collection<ConfigItem.Key> keys) {
    return real.read(keys);
  }

  @Override
  public List<Conflict> conflictsFor(Collection<ConfigItem> missing) {
    return real.conflictsFor(missing);
  }

  @Override
  public List<ConfigItem> listOwned() {
    return real.listOwned();
  }

  @Override
  public List<PortAlarm> alarms() {
    return real.alarms();
  }

  @Override
  public void watch(Consumer<ElementEvent> watcher) {
    real.watch(watcher);
  }

  @Override
  public String faultOf(ConfigItem idle) {
    return real.faultOf(idle);
  }

  @Override
  public EditOutcome create(ConfigItem item) {
    return real.create(item);
  }

  @Override
  public EditOutcome activate(ConfigItem item) {
    return real.activate(item);
  }

  @Override
  public Optional<EditOutcome> takeOutOfService(ConfigItem item) {
    return real.takeOutOfService(item);
  }

  @Override
  public boolean isOutOfService(ConfigItem read) {
    return real.isOutOfService(read);
  }

  @Override
  public EditOutcome delete(ConfigItem item) {
    return real.delete(item);
  }
}
