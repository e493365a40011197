package org.touchpaper.harc.rm.calendar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.touchpaper.segment.connection.ConnectionId;
import tools.jackson.databind.json.JsonMapper;

/**
 * The directory in which the machine finds who has which nodes until when: one JSON file for each
 * allocation that is up. A reader sees a whole file or none, and a power cut takes none back. While
 * the directory itself is away, as a file system that is not mounted, nothing is known of any file.
 */
final class AllocationFiles {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,79}");
  private static final UUID NAMES = UUID.fromString("7d5c1d0c-6d6c-5b8a-9d0e-0a3c8b6f2e11");

  private static final String AWAY =
      "it has been there. If its file system is not mounted, mount it; if it is gone for good, or to be another one, make it";

  private final Path directory;
  private final JsonMapper json;
  private final DirectoryOnRecord record;

  AllocationFiles(Path directory, JsonMapper json, DirectoryOnRecord record) {
    this.directory = directory;
    this.json = json;
    this.record = record;
  }

  /** What a file says. */
  record Entry(String ident, String transaction, String user, List<String> nodes, Instant until) {}

  /** Where an allocation's file lies; an ident that is no plain name is not used as one. */
  Path fileOf(String ident) {
    var plain = PLAIN.matcher(ident).matches();
    var name = plain ? ident : ConnectionId.nameBased(NAMES, ident).toString();
    return directory.resolve(name + ".json");
  }

  /** Writes beside, makes it durable, then renames. */
  void write(Entry entry) {
    var file = fileOf(entry.ident());
    var beside = directory.resolve("." + file.getFileName() + ".new");
    expectDirectory();
    try {
      writeDurably(beside, text(entry));
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
      syncDirectory();
    } catch (IOException e) {
      throw failed("write", file, e);
    }
  }

  /**
   * Makes the directory the first time ever. From then on it fails while the directory is away:
   * another made in its place, where its file system is not mounted, would be no machine's.
   *
   * @throws UncheckedIOException that says so
   */
  void expectDirectory() {
    if (!record.hasBeenThere()) {
      makeDirectory();
      record.isThere();
    } else if (!Files.isDirectory(directory)) {
      throw failed("find", directory, new IOException(AWAY));
    }
  }

  private void makeDirectory() {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw failed("make", directory, e);
    }
  }

  /** True if the file is there and says exactly this; empty if it is not there. */
  Optional<Boolean> says(Entry entry) {
    var file = fileOf(entry.ident());
    try {
      return Optional.of(Files.readString(file).equals(text(entry)));
    } catch (NoSuchFileException e) {
      expectDirectory();
      return Optional.empty();
    } catch (IOException e) {
      throw failed("read", file, e);
    }
  }

  boolean isGone(String ident) {
    return Files.notExists(fileOf(ident));
  }

  void remove(String ident) {
    var file = fileOf(ident);
    expectDirectory();
    try {
      Files.deleteIfExists(file);
      syncDirectory();
    } catch (IOException e) {
      throw failed("remove", file, e);
    }
  }

  private static UncheckedIOException failed(String verb, Path file, IOException e) {
    return new UncheckedIOException("cannot " + verb + " " + file + ": " + e, e);
  }

  private String text(Entry entry) {
    return json.writerWithDefaultPrettyPrinter().writeValueAsString(entry) + "\n";
  }

  private static void writeDurably(Path file, String text) throws IOException {
    try (var channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  private void syncDirectory() throws IOException {
    try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
