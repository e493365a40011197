package org.touchpaper.bar.networkrm;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.touchpaper.platform.TouchpaperProperties;

/**
 * The network's resource manager in the BAR's process, under {@code
 * touchpaper.bar.network-resource-manager}. It has the name {@code touchpaper.bar.network-rm} and
 * uses the settings under {@code touchpaper.rm}, too.
 *
 * @param enabled whether the BAR starts it; set to false if it runs in a process of its own. A BAR
 *     without {@code network-rm} or without acceptors never starts it
 * @param schema the schema of the BAR's database with its tables
 * @param connections the size of its own pool of database connections
 * @param tls its own certificate, whose common name is its peer name; required if the BAR has one
 * @param peers its secret with each acceptor; address and stream are those of the BAR's peer of
 *     that name
 */
@ConfigurationProperties("touchpaper.bar.network-resource-manager")
record EmbeddedResourceManagerProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("network_rm") String schema,
    @DefaultValue("5") int connections,
    TouchpaperProperties.@Nullable Tls tls,
    @DefaultValue Map<String, TouchpaperProperties.Peer> peers) {

  EmbeddedResourceManagerProperties {
    peers = Map.copyOf(peers);
  }
}
