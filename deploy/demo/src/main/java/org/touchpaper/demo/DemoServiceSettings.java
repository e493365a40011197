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
import java.util.stream.Collectors;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.demo.config.DemoNetworkVariant;
import org.touchpaper.demo.config.DemoPeerRoles;
import org.touchpaper.demo.config.DemoService;
import org.touchpaper.demo.config.PortPlan;
import org.touchpaper.demo.probe.DemoHttpClient;

/**
 * Configuration properties of each process of the demo network.
 *
 * @param newton by which newton's resource manager launches runs; empty if it does not
 * @param hasPathAgents whether agents beside hosts check lightpaths
 */
record DemoServiceSettings(
    DataDirectory data,
    PortPlan ports,
    DemoNetworkVariant network,
    Map<String, String> newton,
    boolean hasPathAgents) {

  DemoServiceSettings {
    newton = Map.copyOf(newton);
  }

  /** Of a network that launches nothing. */
  DemoServiceSettings(DataDirectory data, PortPlan ports, DemoNetworkVariant network) {
    this(data, ports, network, Map.of(), false);
  }

  /** Peer name of the client that posts HARC's XML to the acceptors of EnLIGHTened. */
  static final String HARC_CLIENT = "harc-client";

  /** Peer name of the acceptors' administrator. */
  static final String ADMINISTRATOR = "harc-admin";

  private static final String ELEMENT_PORT_BASE = "touchpaper.element-port-base";

  record Database(String url, String user, String password) {}

  Map<String, String> of(DemoService service, Database database) {
    var settings = new TreeMap<String, String>();
    settings.put("server.port", Integer.toString(ports.of(service.peerName())));
    settings.put("spring.datasource.url", database.url());
    settings.put("spring.datasource.username", database.user());
    settings.put("spring.datasource.password", database.password());
    settings.put("touchpaper.name", service.peerName());
    settings.put("touchpaper.profile", "demo");
    settings.put("touchpaper.data", data.of(service.peerName()).toString());
    settings.putAll(peers(service.peerName()));
    settings.putAll(specificTo(service));
    settings.putAll(demoPeer(service.peerName()));
    settings.putAll(read(data.settings(service.peerName())));
    return settings;
  }

  /** Properties that a person, or the lab, has put into the data directory. */
  private static Map<String, String> read(Path file) {
    var properties = new Properties();
    if (Files.exists(file)) {
      try (var in = Files.newBufferedReader(file)) {
        properties.load(in);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + file, e);
      }
    }
    return properties.stringPropertyNames().stream()
        .collect(Collectors.toMap(name -> name, properties::getProperty));
  }

  /** Properties that distinguish a service from others of its program. */
  private Map<String, String> specificTo(DemoService service) {
    return switch (service) {
      case NSAP, LNSAP_UCL, LNSAP_MANCHESTER, NSAP_ENLIGHTENED ->
          Map.of(ELEMENT_PORT_BASE, Integer.toString(ports.base()));
      case BAR_UCL, BAR_MANCHESTER, BAR_ENLIGHTENED -> {
        var settings = networkRmSecrets(service.peerName());
        settings.putAll(pathCheck());
        yield settings;
      }
      case RM_NEWTON -> {
        var settings = new TreeMap<>(machine("newton", "ucl,manchester"));
        settings.putAll(newton);
        yield settings;
      }
      case RM_MCNC -> machine("mcnc", "enlightened");
    };
  }

  private Map<String, String> pathCheck() {
    return hasPathAgents
        ? Map.of(
            "touchpaper.bar.directory",
            "file:" + data.directoryFile(),
            "touchpaper.bar.path-check.secret-file",
            data.pathAgentSecret().toString())
        : Map.of();
  }

  /** Each broker runs a network resource manager, which has secrets of its own. */
  private Map<String, String> networkRmSecrets(String bar) {
    var settings = new TreeMap<String, String>();
    DemoPeerRoles.ACCEPTORS.forEach(acceptor ->
        settings.put(
            "touchpaper.bar.network-resource-manager.peers." + acceptor + ".secret-file",
            data.secret(DemoPeerRoles.networkRmIn(bar), acceptor).toString()));
    return settings;
  }

  /** The cluster's command only logs that it was called. */
  private Map<String, String> machine(String cluster, String sites) {
    var machine = data.of(cluster);
    return Map.of(
        "touchpaper.rm.sites",
        sites,
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

  Map<String, String> acceptor(String name) {
    var settings = new TreeMap<>(peers(name));
    settings.putAll(demoPeer(name));
    settings.putAll(administrator(name));
    if (network == DemoNetworkVariant.ENLIGHTENED) {
      settings.putAll(harcClient(name));
    }
    settings.put("touchpaper.name", name);
    settings.put("touchpaper.profile", "demo");
    settings.put("touchpaper.data", data.of(name).toString());
    settings.put("server.port", Integer.toString(ports.of(name)));
    settings.put(
        "touchpaper.acceptor.stream-port",
        Integer.toString(ports.streamPortOf(name).orElseThrow()));
    return settings;
  }

  /** A client without a BAR, and where each resource is booked. */
  private Map<String, String> harcClient(String acceptor) {
    var prefix = "touchpaper.peers." + HARC_CLIENT + ".";
    return Map.of(
        prefix + "roles",
        "client",
        prefix + "user",
        "maclaren",
        prefix + "sites",
        "enlightened",
        prefix + "secret-file",
        data.secret(acceptor, HARC_CLIENT).toString(),
        "touchpaper.acceptor.resources.rm-network-enlightened",
        "RA1,BT2,VC1,CH1,UR2,UR3,X1U",
        "touchpaper.acceptor.resources.rm-mcnc",
        "mcnc");
  }

  /** The peers of one process, with URLs, roles and secrets. */
  Map<String, String> peers(String name) {
    var settings = new TreeMap<String, String>();
    DemoPeerRoles.of(network, name)
        .forEach((peer, roles) -> {
          var prefix = "touchpaper.peers." + peer + ".";
          if (DemoPeerRoles.barWithNetworkRm(peer).isEmpty()) {
            settings.put(prefix + "url", ports.url(peer));
          }
          ports
              .streamPortOf(peer)
              .ifPresent(port -> settings.put(prefix + "stream", "127.0.0.1:" + port));
          settings.put(prefix + "roles", roles);
          if (peer.startsWith("bar-") && checksSites(name)) {
            settings.put(prefix + "sites", peer.substring("bar-".length()));
          }
          settings.put(prefix + "secret-file", data.secret(name, peer).toString());
        });
    return settings;
  }

  private static boolean checksSites(String name) {
    return DemoPeerRoles.ACCEPTORS.contains(name) || name.startsWith("rm-");
  }

  /** The demo itself as a peer: it calls every process and is never called. */
  Map<String, String> demoPeer(String name) {
    var prefix = "touchpaper.peers." + DemoHttpClient.PEER + ".";
    return Map.of(
        prefix + "roles",
        "requester",
        prefix + "secret-file",
        data.secret(name, DemoHttpClient.PEER).toString());
  }

  /** A user who can read the data directory may administer the acceptors. */
  Map<String, String> administrator(String acceptor) {
    var prefix = "touchpaper.peers." + ADMINISTRATOR + ".";
    return Map.of(
        prefix + "roles",
        "admin",
        prefix + "secret-file",
        data.secret(acceptor, ADMINISTRATOR).toString());
  }

  /** The peer file that {@code ./touchpaper harc} reads. */
  Map<String, String> administratorFile() {
    var settings = new TreeMap<String, String>();
    for (var acceptor : DemoPeerRoles.ACCEPTORS) {
      var prefix = "touchpaper.peers." + acceptor + ".";
      settings.put(prefix + "url", ports.url(acceptor));
      settings.put(prefix + "secret-file", data.secret(acceptor, ADMINISTRATOR).toString());
    }
    return settings;
  }

  /** Writes properties into a file that only its owner can read. */
  static void write(Path file, Map<String, String> settings) {
    var properties = new Properties();
    properties.putAll(settings);
    var text = new StringWriter();
    try {
      properties.store(text, "written by the launcher at each start");
      var temporaryFile = file.resolveSibling(file.getFileName() + ".part");
      Files.deleteIfExists(temporaryFile);
      Files.createFile(temporaryFile);
      if (temporaryFile.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Files.setPosixFilePermissions(temporaryFile, PosixFilePermissions.fromString("rw-------"));
      }
      Files.writeString(temporaryFile, text.toString());
      Files.move(
          temporaryFile, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
