package org.touchpaper.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;

/** A secret in a file that only its owner can read (mode 0600). */
public final class SecretFile {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");

  private SecretFile() {}

  /** Reads a secret; fails if other users can read the file. */
  public static String read(Path file) {
    try {
      refuseIfOthersCanRead(file);
      var secret = Files.readString(file).strip();
      if (secret.isEmpty()) {
        throw new IllegalStateException("the secret file " + file + " is empty");
      }
      return secret;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the secret file " + file, e);
    }
  }

  /** Reads the secret, or creates a random one of 256 bits if the file does not exist. */
  public static String readOrCreate(Path file) {
    return Files.exists(file) ? read(file) : create(file);
  }

  private static String create(Path file) {
    var random = new byte[32];
    new SecureRandom().nextBytes(random);
    var secret = HexFormat.of().formatHex(random);
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      var temporaryFile =
          file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid());
      Files.deleteIfExists(temporaryFile);
      if (isPosix()) {
        Files.createFile(temporaryFile, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      }
      Files.writeString(
          temporaryFile, secret + "\n", StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      return linkOrRead(temporaryFile, file, secret);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the secret file " + file, e);
    }
  }

  /** The process that links the name first wins; the other reads the winner's secret. */
  private static String linkOrRead(Path temporaryFile, Path file, String secret)
      throws IOException {
    try {
      Files.createLink(file, temporaryFile);
      return secret;
    } catch (FileAlreadyExistsException e) {
      return read(file);
    } finally {
      Files.delete(temporaryFile);
    }
  }

  private static void refuseIfOthersCanRead(Path file) throws IOException {
    if (isPosix()) {
      var permissionsOfOthers = EnumSet.copyOf(Files.getPosixFilePermissions(file));
      permissionsOfOthers.retainAll(OTHERS);
      if (!permissionsOfOthers.isEmpty()) {
        throw new IllegalStateException(
            "the secret file " + file + " is open to others: run chmod 600 on it");
      }
    }
  }

  private static boolean isPosix() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
  }
}
