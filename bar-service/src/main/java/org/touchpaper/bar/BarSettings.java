package org.touchpaper.bar;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.platform.startup.SettingsCheck;

/** The settings that a BAR requires. */
final class BarSettings {

  private BarSettings() {}

  /** Requires the BAR's neighbours; acceptors and resource managers only if it co-allocates. */
  static void check(SettingsCheck check) {
    check.require("touchpaper.bar.campus", "example", "the id of the campus that this BAR serves");
    check.require("touchpaper.bar.lnsap", "lnsap-example", "the peer name of its L-NSAP");
    check.require("touchpaper.bar.nsap", "nsap", "the peer name of the NSAP");
    check
        .bind("touchpaper.bar", Directory.class)
        .ifPresent(directory -> {
          requirePeer(check, directory.lnsap(), "segment", "the L-NSAP");
          requirePeer(check, directory.nsap(), "segment", "the NSAP");
          requireCampuses(check, directory);
          directory.hosts().forEach(host -> check.attempt(host::port));
          if (directory.acceptors().isEmpty()) {
            if (directory.networkRm() != null) {
              check.missing(
                  "touchpaper.bar.acceptors",
                  "[acceptor-1, acceptor-2, acceptor-3]",
                  "the acceptors, in the same order everywhere");
            }
            return;
          }
          directory
              .acceptors()
              .forEach(name -> requirePeer(check, name, "acceptor", "an acceptor"));
          requireNetworkRm(check, directory);
          directory
              .clusters()
              .forEach(cluster ->
                  requirePeer(
                      check, cluster.rm(), "rm", "the resource manager of " + cluster.name()));
        });
  }

  /** It has secrets of its own with the acceptors, if it runs in this process. */
  private static void requireNetworkRm(SettingsCheck check, Directory directory) {
    var key = "touchpaper.bar.network-resource-manager.";
    if (check.text(key + "enabled").equals("false")) {
      requirePeer(check, directory.networkRm(), "rm, holder", "the network resource manager");
    } else if (directory.networkRm() != null) {
      for (var acceptor : directory.acceptors()) {
        if (!check.isSet(key + "peers." + acceptor + ".secret")) {
          check.require(
              key + "peers." + acceptor + ".secret-file",
              "/etc/touchpaper/secrets/" + acceptor + "--" + directory.networkRm(),
              "the secret that " + directory.networkRm() + " shares with " + acceptor);
        }
      }
    }
  }

  private static void requireCampuses(SettingsCheck check, Directory directory) {
    var key = "touchpaper.bar.campuses[0].";
    if (directory.campuses().isEmpty()) {
      check.missing(key + "id", "example", "the id of a campus");
      check.missing(key + "name", "University of Example", "its name");
      check.missing(key + "network", "campus.example:2026", "the id of its network");
    } else if (directory.campus() != null) {
      check.attempt(directory::home);
    }
    for (var campus : directory.campuses()) {
      if (campus.id() != null && !Objects.equals(campus.id(), directory.campus())) {
        requirePeer(check, campus.bar(), "segment, holder", "the BAR of " + campus.id());
      }
    }
  }

  private static void requirePeer(
      SettingsCheck check, @Nullable String name, String role, String meaning) {
    if (name != null && !name.isBlank()) {
      check.requirePeer(name, role, meaning);
    }
  }
}
