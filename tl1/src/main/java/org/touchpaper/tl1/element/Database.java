package org.touchpaper.tl1.element;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What one element holds, kept in a file to which every change is appended: it survives the end of
 * this process at any moment, though not that of the machine. Its user takes the lock.
 */
final class Database implements Closeable {

  /** Sooner is not worth it. */
  private static final int REWRITE_AFTER = 20_000;

  /** One line of the file: something is put, or what bears that kind and name is gone. */
  private record Change(@Nullable Entity put, @Nullable String kind, @Nullable String gone) {
    String line() {
      return JSON.writeValueAsString(this) + "\n";
    }
  }

  private static final JsonMapper JSON = JsonMapper.shared();

  private final Path file;
  private final TreeMap<String, TreeMap<String, Entity>> kinds = new TreeMap<>();
  private final Map<String, Mentions> mentions = new HashMap<>();
  private final StringBuilder changes = new StringBuilder();
  private FileChannel log;
  private int lines;

  private Database(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      try (var all = Files.lines(file)) {
        all.forEach(this::replay);
      }
    }
    this.log = rewrite();
  }

  /** The database in this file; empty if there is none yet. */
  static Database load(Path file) throws IOException {
    try {
      return new Database(file);
    } catch (JacksonException e) {
      throw new IOException("cannot read " + file + ": " + e.getOriginalMessage(), e);
    }
  }

  private void replay(String line) {
    if (!line.endsWith("}")) {
      return; // the process ended while it wrote this: nobody has heard of it
    }
    var change = JSON.readValue(line, Change.class);
    if (change.put() != null) {
      add(change.put());
    } else if (change.kind() != null && change.gone() != null) {
      take(change.kind(), change.gone());
    }
  }

  Optional<Entity> find(String kind, String name) {
    return Optional.ofNullable(ofKind(kind).get(name));
  }

  List<Entity> list(String kind) {
    return List.copyOf(ofKind(kind).values());
  }

  List<Entity> list() {
    return kinds.values().stream().flatMap(each -> each.values().stream()).toList();
  }

  /** Those of a kind that mention one of these things ({@link Mentions}). */
  List<Entity> mentioning(String kind, Collection<String> things) {
    var index = mentions.computeIfAbsent(kind, this::indexed);
    return things.stream()
        .flatMap(thing -> index.of(thing).stream())
        .distinct()
        .flatMap(name -> find(kind, name).stream())
        .toList();
  }

  private Mentions indexed(String kind) {
    var index = new Mentions();
    ofKind(kind).values().forEach(index::add);
    return index;
  }

  void put(Entity entity) {
    add(entity);
    changes.append(new Change(entity, null, null).line());
    lines++;
  }

  void remove(Entity entity) {
    if (take(entity.kind(), entity.name())) {
      changes.append(new Change(null, entity.kind(), entity.name()).line());
      lines++;
    }
  }

  /** Writes every change; returns whether there was one. */
  boolean save() {
    if (changes.isEmpty()) {
      return false;
    }
    try {
      write(log, changes.toString());
      changes.setLength(0);
      if (lines > REWRITE_AFTER) {
        log.close();
        log = rewrite();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot save " + file, e);
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    log.close();
  }

  private FileChannel rewrite() throws IOException {
    var next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(
        next,
        list().stream()
            .map(entity -> new Change(entity, null, null).line())
            .collect(Collectors.joining()));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    lines = 0;
    return FileChannel.open(file, StandardOpenOption.APPEND);
  }

  private static void write(FileChannel log, String text) throws IOException {
    var buffer = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (buffer.hasRemaining()) {
      log.write(buffer);
    }
  }

  private void add(Entity entity) {
    var before =
        kinds.computeIfAbsent(entity.kind(), _ -> new TreeMap<>()).put(entity.name(), entity);
    var index = mentions.get(entity.kind());
    if (index != null) {
      if (before != null) {
        index.remove(before);
      }
      index.add(entity);
    }
  }

  private boolean take(String kind, String name) {
    var gone = ofKind(kind).remove(name);
    var index = mentions.get(kind);
    if (gone != null && index != null) {
      index.remove(gone);
    }
    return gone != null;
  }

  private Map<String, Entity> ofKind(String kind) {
    return kinds.getOrDefault(kind, new TreeMap<>());
  }
}
