package org.touchpaper.demo.config;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Directory with all data of one demo network, readable only by its owner. */
public record DataDirectory(Path root) {

  public DataDirectory {
    root = root.toAbsolutePath().normalize();
  }

  /**
   * Creates missing directories.
   *
   * @throws StartupException if a directory cannot be created
   */
  public DataDirectory create() {
    try {
      if (Files.notExists(root)) {
        Files.createDirectories(root);
        if (root.getFileSystem().supportedFileAttributeViews().contains("posix")) {
          Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
        }
      }
      Files.createDirectories(root.resolve("config"));
      Files.createDirectories(root.resolve("log"));
      Files.createDirectories(root.resolve("run"));
      return this;
    } catch (IOException e) {
      throw new StartupException("cannot use " + root + " as data directory: " + reason(e));
    }
  }

  private static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException exception -> "permission denied on " + exception.getFile();
      case FileAlreadyExistsException exists -> exists.getFile() + " is not a directory";
      default -> String.valueOf(e.getMessage());
    };
  }

  /** The secret of a pair of peers, the same file in either order. */
  public Path secret(String peer, String otherPeer) {
    var fileName =
        peer.compareTo(otherPeer) < 0 ? peer + "--" + otherPeer : otherPeer + "--" + peer;
    return root.resolve("secrets").resolve(fileName);
  }

  public Path config(String name) {
    return root.resolve("config").resolve(name + ".properties");
  }

  /** Further properties of a service, which override the launcher's; written by a person. */
  public Path settings(String name) {
    return root.resolve("settings").resolve(name + ".properties");
  }

  /** The emulated elements of a network that the emulator does not know itself. */
  public Path elementFile() {
    return root.resolve("config").resolve("elements.yaml");
  }

  /** Campuses, hosts and clusters with the path agents beside hosts. */
  public Path directoryFile() {
    return root.resolve("config").resolve("directory.yaml");
  }

  /** The secret by which BARs ask the path agents. */
  public Path pathAgentSecret() {
    return root.resolve("secrets").resolve("path-agents");
  }

  public Path log(String name) {
    return root.resolve("log").resolve(name + ".log");
  }

  /** A file that exists once the acceptor has had a journal. */
  public Path journalMarker(String acceptor) {
    return journalMarkers().resolve(acceptor);
  }

  public Path journalMarkers() {
    return root.resolve("initialised");
  }

  public Path pidFile(String name) {
    return runDirectory().resolve(name + ".pid");
  }

  public Path runDirectory() {
    return root.resolve("run");
  }

  public Path postgres() {
    return root.resolve("postgres");
  }

  /** Files of one process or service. */
  public Path of(String name) {
    return root.resolve(name);
  }
}
