package org.touchpaper.elementemulator.state;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.touchpaper.elementemulator.config.ElementModel;

/**
 * An element at one moment, for the data plane, which must not hold its lock.
 *
 * @param entities by kind, then by name; not changed afterwards
 * @param isRunning whether its controller runs
 */
public record DataPlaneSnapshot(
    String tid,
    ElementModel model,
    Map<String, Map<String, ManagedEntity>> entities,
    Set<String> portsWithoutSignal,
    RemovedCardSlots removedCardSlots,
    boolean isRunning) {

  public Optional<ManagedEntity> find(String kind, String name) {
    return Optional.ofNullable(entities.getOrDefault(kind, Map.of()).get(name));
  }

  public Collection<ManagedEntity> list(String kind) {
    return entities.getOrDefault(kind, Map.of()).values();
  }

  /** False if the port has lost its signal, or its card {@code 1-A-9} is missing. */
  public boolean hasSignal(String port) {
    return portsWithoutSignal.stream()
        .noneMatch(lost -> lost.equals(port) || port.startsWith(lost + "-"));
  }
}
