package org.touchpaper.harc.rm.backend.calendar;

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
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionId;
import tools.jackson.databind.json.JsonMapper;

/**
 * The directory in which the machine reads who has which nodes until when: one JSON file for each
 * active allocation. Writes are atomic and durable. If the directory itself is missing, as when its
 * file system is not mounted, nothing is known about any file.
 */
final class MachineAllocationFiles {
  private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,79}");
  private static final UUID FALLBACK_NAMESPACE =
      UUID.fromString("7d5c1d0c-6d6c-5b8a-9d0e-0a3c8b6f2e11");

  private static final String MISSING_DIRECTORY_HINT =
      "it existed before. If its file system is not mounted, mount it; if the directory was deleted or is to be replaced, create it";

  private final Path directory;
  private final JsonMapper json;
  private final JdbcClient jdbc;

  MachineAllocationFiles(Path directory, JsonMapper json, JdbcClient jdbc) {
    this.directory = directory;
    this.json = json;
    this.jdbc = jdbc;
  }

  /** The content of a file, which the site's own command reads. */
  record Entry(String ident, String transaction, String user, List<String> nodes, Instant until) {}

  /**
   * The path of an allocation's file; a booking id that is not a plain file name is replaced by a
   * UUID.
   */
  Path fileOf(String bookingId) {
    var isPlain = PLAIN_NAME.matcher(bookingId).matches();
    var name =
        isPlain ? bookingId : ConnectionId.nameBased(FALLBACK_NAMESPACE, bookingId).toString();
    return directory.resolve(name + ".json");
  }

  /** Writes a temporary file, syncs it, then renames it. */
  void write(Entry entry) {
    var file = fileOf(entry.ident());
    var temporary = directory.resolve("." + file.getFileName() + ".new");
    ensureDirectory();
    try {
      writeDurably(temporary, text(entry));
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
      syncDirectory();
    } catch (IOException e) {
      throw failure("write", file, e);
    }
  }

  /**
   * Creates the directory the first time ever. Later it fails if the directory is missing: if its
   * file system is not mounted, the machine would not see a directory made in its place.
   *
   * @throws UncheckedIOException if the directory is missing
   */
  void ensureDirectory() {
    if (!hasExisted()) {
      createDirectory();
      jdbc.sql("insert into allocation_directory default values on conflict (only_row) do nothing")
          .update();
    } else if (!Files.isDirectory(directory)) {
      throw failure("find", directory, new IOException(MISSING_DIRECTORY_HINT));
    }
  }

  private boolean hasExisted() {
    return jdbc.sql("select exists (select from allocation_directory where only_row)")
        .query(Boolean.class)
        .single();
  }

  private void createDirectory() {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw failure("create", directory, e);
    }
  }

  /** Returns whether the file has exactly this content; empty if there is no file. */
  Optional<Boolean> matches(Entry entry) {
    var file = fileOf(entry.ident());
    try {
      return Optional.of(Files.readString(file).equals(text(entry)));
    } catch (NoSuchFileException e) {
      ensureDirectory();
      return Optional.empty();
    } catch (IOException e) {
      throw failure("read", file, e);
    }
  }

  boolean isGone(String bookingId) {
    return Files.notExists(fileOf(bookingId));
  }

  void remove(String bookingId) {
    var file = fileOf(bookingId);
    ensureDirectory();
    try {
      Files.deleteIfExists(file);
      syncDirectory();
    } catch (IOException e) {
      throw failure("remove", file, e);
    }
  }

  private static UncheckedIOException failure(String verb, Path file, IOException e) {
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
