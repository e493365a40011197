package org.touchpaper.demo;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** What each part of the demo network is told, as Spring's and our own properties. */
record Settings(DataDirectory data, Ports ports) {

  /** What the acceptors' administrator is called among the peers. */
  static final String ADMINISTRATOR = "harc-admin";

  private static final String ELEMENTS = "touchpaper.element-port-base";
  private static final String PROFILE = "spring.profiles.active";

  /** Where a service finds its database. */
  record Database(String url, String user, String password) {}

  Map<String, String> of(Service service, Database database) {
    var settings = new TreeMap<String, String>();
    settings.put("server.port", Integer.toString(ports.of(service.peerName())));
    settings.put("spring.datasource.url", database.url());
    settings.put("spring.datasource.username", database.user());
    settings.put("spring.datasource.password", database.password());
    settings.put("touchpaper.name", service.peerName());
    settings.put("touchpaper.profile", "demo");
    settings.put("touchpaper.data", data.of(service.peerName()).toString());
    settings.putAll(peers(service.peerName()));
    settings.putAll(own(service));
    return settings;
  }

  /** What makes it this one of its kind. */
  private Map<String, String> own(Service service) {
    return switch (service) {
      case NSAP -> Map.of(ELEMENTS, Integer.toString(ports.base()));
      case LNSAP_UCL, LNSAP_MANCHESTER ->
          Map.of(ELEMENTS, Integer.toString(ports.base()), "touchpaper.campus", service.site());
      case BAR_UCL, BAR_MANCHESTER -> Map.of(PROFILE, service.site());
      case RM_NETWORK -> Map.of(PROFILE, "network");
      case RM_NEWTON -> machine();
    };
  }

  /** The machine's own command does no more than write down that it was called. */
  private Map<String, String> machine() {
    var machine = data.of("newton");
    return Map.of(
        PROFILE,
        "newton",
        "touchpaper.rm.sites",
        "ucl,manchester",
        "touchpaper.rm.calendar.directory",
        machine.resolve("allocations").toString(),
        "touchpaper.rm.calendar.command[0]",
        "/bin/sh",
        "touchpaper.rm.calendar.command[1]",
        "-c",
        "touchpaper.rm.calendar.command[2]",
        "echo \"$(date -u +%FT%TZ) $1 $2\" >> \"$0\"",
        "touchpaper.rm.calendar.command[3]",
        machine.resolve("commands.log").toString());
  }

  /** The peers of one part, under the names every part knows. */
  Map<String, String> peers(String name) {
    var settings = new TreeMap<String, String>();
    Acquaintances.of(name)
        .forEach((peer, roles) -> {
          var prefix = "touchpaper.peers." + peer + ".";
          settings.put(prefix + "url", ports.url(peer));
          ports
              .streamsOf(peer)
              .ifPresent(port -> settings.put(prefix + "stream", "127.0.0.1:" + port));
          settings.put(prefix + "roles", roles);
          if (peer.startsWith("bar-") && isMindfulOfSites(name)) {
            settings.put(prefix + "sites", peer.substring("bar-".length()));
          }
          settings.put(prefix + "secret-file", data.secret(name, peer).toString());
        });
    return settings;
  }

  private static boolean isMindfulOfSites(String name) {
    return Acquaintances.ACCEPTORS.contains(name) || name.startsWith("rm-");
  }

  /** The demo's witness asks everybody, and is asked nothing. */
  Map<String, String> witness(String name) {
    var prefix = "touchpaper.peers." + Calls.PEER + ".";
    return Map.of(
        prefix + "roles",
        "requester",
        prefix + "secret-file",
        data.secret(name, Calls.PEER).toString());
  }

  /** Whoever can read the data directory may look into the acceptors' memories. */
  Map<String, String> administrator(String acceptor) {
    var prefix = "touchpaper.peers." + ADMINISTRATOR + ".";
    return Map.of(
        prefix + "roles",
        "admin",
        prefix + "secret-file",
        data.secret(acceptor, ADMINISTRATOR).toString());
  }

  /** What {@code ./touchpaper harc} reads. */
  Map<String, String> ofAdministrator() {
    var settings = new TreeMap<String, String>();
    for (var acceptor : Acquaintances.ACCEPTORS) {
      var prefix = "touchpaper.peers." + acceptor + ".";
      settings.put(prefix + "url", ports.url(acceptor));
      settings.put(prefix + "secret-file", data.secret(acceptor, ADMINISTRATOR).toString());
    }
    return settings;
  }

  /** Writes properties that only the owner can read. */
  static void write(Path file, Map<String, String> settings) {
    var properties = new Properties();
    properties.putAll(settings);
    var text = new StringWriter();
    try {
      properties.store(text, "written by the launcher at each start");
      var part = file.resolveSibling(file.getFileName() + ".part");
      Files.deleteIfExists(part);
      Files.createFile(part);
      if (part.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rw-------"));
      }
      Files.writeString(part, text.toString());
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
