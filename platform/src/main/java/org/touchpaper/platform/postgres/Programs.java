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
import org.touchpaper.platform.process.OwnSession;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs, unpacked from the archive in the class path and kept from start to start
 * where no other user can put something in their place.
 */
record Programs(Path directory) {

  private static final int EXECUTABLE = 0100;

  static Programs unpacked() {
    try {
      var archive = archive();
      var home = Path.of(System.getProperty("user.home"), ".cache", "touchpaper", "postgres");
      var directory = Files.createDirectories(home).resolve(mark(archive));
      if (Files.notExists(directory)) {
        unpackOnce(archive, directory);
      }
      return new Programs(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unpack PostgreSQL", e);
    }
  }

  private static URL archive() {
    var machine = System.getProperty("os.arch").equals("aarch64") ? "arm_64" : "x86_64";
    var archive = Programs.class.getResource("/postgres-linux-" + machine + ".txz");
    if (archive == null) {
      throw new IllegalStateException(
          "there is no PostgreSQL for " + machine + " in the class path");
    }
    return archive;
  }

  /** Tells one archive from another without reading 15 MB at each start. */
  private static String mark(URL archive) throws IOException {
    var connection = archive.openConnection();
    if (connection instanceof JarURLConnection jar) {
      var entry = jar.getJarEntry();
      return HexFormat.of().toHexDigits(entry.getCrc()) + "-" + entry.getSize();
    }
    return connection.getLastModified() + "-" + connection.getContentLengthLong();
  }

  /** Half an unpacking is thrown away by whoever comes next. */
  private static synchronized void unpackOnce(URL archive, Path directory) throws IOException {
    var part = directory.resolveSibling(directory.getFileName() + ".part");
    try (var channel =
            FileChannel.open(
                directory.resolveSibling("lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      if (Files.notExists(directory)) {
        FileSystemUtils.deleteRecursively(part);
        unpack(archive, part);
        Files.move(part, directory, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private static void unpack(URL archive, Path into) throws IOException {
    try (var raw = new BufferedInputStream(archive.openStream());
        var tar = new TarArchiveInputStream(new XZInputStream(raw))) {
      for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        var file = into.resolve(entry.getName()).normalize();
        if (!file.startsWith(into)) {
          throw new IOException("the archive leads out of its directory: " + entry.getName());
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
   * The words that run a program: away from the terminal, whose Ctrl-C would reach it before those
   * who use it; and under another name for root, whom PostgreSQL refuses.
   */
  List<String> command(String program) throws IOException {
    var words = new ArrayList<String>();
    if (Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
      words.addAll(List.of("unshare", "-U"));
    }
    words.add(directory.resolve("bin").resolve(program).toString());
    return OwnSession.of(words);
  }
}
