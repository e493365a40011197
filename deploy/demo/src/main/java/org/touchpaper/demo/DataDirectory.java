package org.touchpaper.demo;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Where one demo network keeps everything it has to remember; only its owner can look in. */
record DataDirectory(Path root) {

  DataDirectory {
    root = root.toAbsolutePath().normalize();
  }

  /**
   * Makes what is missing.
   *
   * @throws CannotStart if it cannot be had
   */
  DataDirectory create() {
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
      throw new CannotStart("cannot use " + root + " as data directory: " + reason(e));
    }
  }

  private static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> "permission denied on " + denied.getFile();
      case FileAlreadyExistsException taken -> taken.getFile() + " is no directory";
      default -> String.valueOf(e.getMessage());
    };
  }

  /** One file for each pair of peers, whichever of the two asks. */
  Path secret(String one, String other) {
    var pair = one.compareTo(other) < 0 ? one + "--" + other : other + "--" + one;
    return root.resolve("secrets").resolve(pair);
  }

  Path config(String name) {
    return root.resolve("config").resolve(name + ".properties");
  }

  Path log(String name) {
    return root.resolve("log").resolve(name + ".log");
  }

  /** Exists from when an acceptor has had a journal. */
  Path mark(String acceptor) {
    return marks().resolve(acceptor);
  }

  Path marks() {
    return root.resolve("initialised");
  }

  Path pidFile(String name) {
    return run().resolve(name + ".pid");
  }

  Path run() {
    return root.resolve("run");
  }

  Path postgres() {
    return root.resolve("postgres");
  }

  /** Files of one process or service. */
  Path of(String name) {
    return root.resolve(name);
  }
}
