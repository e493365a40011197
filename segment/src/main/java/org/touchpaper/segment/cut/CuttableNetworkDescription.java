package org.touchpaper.segment.cut;

import java.util.Map;
import java.util.Optional;

/**
 * What can be cut here; a segment service provides it as a bean.
 *
 * @param network the network of its STPs
 * @param title its name for people
 * @param hosts the ports at which circuits end, by name for people, such as {@code vis.ucl}
 */
public record CuttableNetworkDescription(String network, String title, Map<String, String> hosts) {

  public CuttableNetworkDescription {
    hosts = Map.copyOf(hosts);
  }

  /** Whose cuts these are, in texts for users. */
  public String office() {
    return "the security office of " + title;
  }

  /** Finds the port of a host by its name for people or by the port itself. */
  public Optional<String> findPort(String name) {
    return hosts.containsKey(name)
        ? Optional.ofNullable(hosts.get(name))
        : Optional.of(name).filter(hosts::containsValue);
  }

  /** The target for people. */
  public String describe(CutTarget target) {
    return switch (target) {
      case CutTarget.Lightpath(var id) -> "lightpath " + id;
      case CutTarget.Host(var port) ->
          hosts.entrySet().stream()
              .filter(host -> host.getValue().equals(port))
              .map(Map.Entry::getKey)
              .findFirst()
              .orElse(port);
      case CutTarget.Site _ -> title;
    };
  }
}
