package org.touchpaper.platform.postgres;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.springframework.util.FileSystemUtils;
import org.touchpaper.platform.process.SetsidCommand;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs, unpacked from the archive on the class path and kept between starts in the
 * user's home directory, where other users cannot replace them.
 */
record BundledPostgresBinaries(Path directory) {

  private static final int EXECUTABLE = 0100;

  static BundledPostgresBinaries unpack() {
    try {
      var archive = archive();
      var home = Path.of(System.getProperty("user.home"), ".cache", "touchpaper", "postgres");
      var directory = Files.createDirectories(home).resolve(fingerprint(archive));
      if (Files.notExists(directory)) {
        unpackOnce(archive, directory);
      }
      return new BundledPostgresBinaries(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unpack PostgreSQL", e);
    }
  }

  private static URL archive() {
    var machine = System.getProperty("os.arch").equals("aarch64") ? "arm_64" : "x86_64";
    var archive = BundledPostgresBinaries.class.getResource("/postgres-linux-" + machine + ".txz");
    if (archive == null) {
      throw new IllegalStateException(
          "there is no PostgreSQL for " + machine + " in the class path");
    }
    return archive;
  }

  /** Identifies an archive without reading 15 MB at each start. */
  private static String fingerprint(URL archive) throws IOException {
    var connection = archive.openConnection();
    if (connection instanceof JarURLConnection jar) {
      var entry = jar.getJarEntry();
      return HexFormat.of().toHexDigits(entry.getCrc()) + "-" + entry.getSize();
    }
    return connection.getLastModified() + "-" + connection.getContentLengthLong();
  }

  /** Unpacks under a lock; removes the rest of an interrupted attempt. */
  private static synchronized void unpackOnce(URL archive, Path directory) throws IOException {
    var partialDirectory = directory.resolveSibling(directory.getFileName() + ".part");
    try (var channel =
            FileChannel.open(
                directory.resolveSibling("lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      if (Files.notExists(directory)) {
        FileSystemUtils.deleteRecursively(partialDirectory);
        unpack(archive, partialDirectory);
        Files.move(partialDirectory, directory, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private static void unpack(URL archive, Path into) throws IOException {
    try (var raw = new BufferedInputStream(archive.openStream());
        var tar = new TarArchiveInputStream(new XZInputStream(raw))) {
      for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        var file = into.resolve(entry.getName()).normalize();
        if (!file.startsWith(into)) {
          throw new IOException(
              "the archive contains a path outside its directory: " + entry.getName());
        }
        unpack(tar, entry, file);
      }
    }
  }

  private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path file)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(file);
      return;
    }
    Files.createDirectories(file.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
    } else {
      Files.copy(tar, file);
      if ((entry.getMode() & EXECUTABLE) != 0) {
        Files.setPosixFilePermissions(file, Set.of(PosixFilePermission.values()));
      }
    }
  }

  /**
   * The command line of a program: in a session of its own, so that Ctrl-C does not reach it before
   * its users have ended; and in a user namespace for root, because PostgreSQL refuses to run as
   * root.
   */
  List<String> commandLine(String program) throws IOException {
    var command = new ArrayList<String>();
    if (Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
      command.addAll(List.of("unshare", "-U"));
    }
    command.add(directory.resolve("bin").resolve(program).toString());
    return SetsidCommand.of(command);
  }
}
