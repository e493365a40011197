package org.touchpaper.tl1.element;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** What one element holds, kept in a file that is replaced as a whole; its user takes the lock. */
final class Database {

  private record Key(String kind, String name) {}

  private record Content(List<Entity> entities) {}

  private static final JsonMapper JSON = JsonMapper.shared();

  private final Path file;
  private final TreeMap<Key, Entity> entities =
      new TreeMap<>(Comparator.comparing(Key::kind).thenComparing(Key::name));
  private boolean changed;

  private Database(Path file) {
    this.file = file;
  }

  /** The database in this file; empty if there is none yet. */
  static Database load(Path file) throws IOException {
    var database = new Database(file);
    if (Files.exists(file)) {
      try {
        JSON.readValue(Files.readAllBytes(file), Content.class).entities().forEach(database::add);
      } catch (JacksonException e) {
        throw new IOException("cannot read " + file + ": " + e.getOriginalMessage(), e);
      }
    }
    return database;
  }

  Optional<Entity> find(String kind, String name) {
    return Optional.ofNullable(entities.get(new Key(kind, name)));
  }

  List<Entity> list(String kind) {
    return entities.values().stream().filter(entity -> entity.kind().equals(kind)).toList();
  }

  List<Entity> list() {
    return List.copyOf(entities.values());
  }

  void put(Entity entity) {
    add(entity);
    changed = true;
  }

  void remove(Entity entity) {
    changed |= entities.remove(new Key(entity.kind(), entity.name())) != null;
  }

  /** Makes every change durable; returns whether there was one. */
  boolean save() {
    if (!changed) {
      return false;
    }
    var next = file.resolveSibling(file.getFileName() + ".next");
    try {
      write(next, JSON.writeValueAsBytes(new Content(list())));
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      try (var folder = FileChannel.open(file.toAbsolutePath().getParent())) {
        folder.force(true);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot save " + file, e);
    }
    changed = false;
    return true;
  }

  private static void write(Path path, byte[] bytes) throws IOException {
    try (var channel =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      var buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
  }

  private void add(Entity entity) {
    entities.put(new Key(entity.kind(), entity.name()), entity);
  }
}
