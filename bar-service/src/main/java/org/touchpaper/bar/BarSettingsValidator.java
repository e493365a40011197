package org.touchpaper.bar;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.bar.directory.DirectoryFile;
import org.touchpaper.bar.directory.NetworkDirectory.DirectoryPeer;
import org.touchpaper.platform.startup.SettingsErrorCollector;

/** The settings that a BAR requires. */
final class BarSettingsValidator {

  private BarSettingsValidator() {}

  /** Requires the BAR's neighbours; acceptors and resource managers only if it co-allocates. */
  static void check(SettingsErrorCollector check) {
    check.require("touchpaper.bar.campus", "example", "the id of the campus that this BAR serves");
    check.require("touchpaper.bar.nsap", "nsap", "the peer name of the NSAP");
    var hasDirectory =
        check.require(
            "touchpaper.bar.directory",
            "file:/etc/touchpaper/directory.yaml",
            "its campuses, hosts and clusters");
    check
        .bind("touchpaper.bar", BarProperties.class)
        .ifPresent(bar -> {
          requirePeers(check, bar.ownPeers());
          if (hasDirectory && check.isSet("touchpaper.bar.campus")) {
            requirePeersOfDirectory(check, bar);
          }
          if (bar.acceptors().isEmpty()) {
            if (bar.networkRm() != null) {
              check.missing(
                  "touchpaper.bar.acceptors",
                  "[acceptor-1, acceptor-2, acceptor-3]",
                  "the acceptors, in the same order everywhere");
            }
            return;
          }
          bar.acceptors().forEach(name -> requirePeer(check, name, "acceptor", "an acceptor"));
          requireNetworkRm(check, bar);
        });
  }

  /** It has secrets of its own with the acceptors, if it runs in this process. */
  private static void requireNetworkRm(SettingsErrorCollector check, BarProperties bar) {
    var key = "touchpaper.bar.network-resource-manager.";
    if (check.text(key + "enabled").equals("false")) {
      requirePeer(check, bar.networkRm(), "rm, holder", "the network resource manager");
    } else if (bar.networkRm() != null) {
      for (var acceptor : bar.acceptors()) {
        if (!check.isSet(key + "peers." + acceptor + ".secret")) {
          check.require(
              key + "peers." + acceptor + ".secret-file",
              "/etc/touchpaper/secrets/" + acceptor + "--" + bar.networkRm(),
              "the secret that " + bar.networkRm() + " shares with " + acceptor);
        }
      }
    }
  }

  private static void requirePeersOfDirectory(SettingsErrorCollector check, BarProperties bar) {
    check
        .attempt(() -> DirectoryFile.read(bar.directory(), bar, _ -> Optional.empty()))
        .ifPresent(directory -> requirePeers(check, directory.requiredPeers()));
  }

  private static void requirePeers(SettingsErrorCollector check, List<DirectoryPeer> peers) {
    peers.forEach(
        peer -> requirePeer(check, peer.name(), String.join(", ", peer.roles()), peer.meaning()));
  }

  private static void requirePeer(
      SettingsErrorCollector check, @Nullable String name, String role, String meaning) {
    if (name != null && !name.isBlank()) {
      check.requirePeer(name, role, meaning);
    }
  }
}
