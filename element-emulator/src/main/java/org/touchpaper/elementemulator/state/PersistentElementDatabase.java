package org.touchpaper.elementemulator.state;

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
 * Keeps the entities of one element in a file to which every change is appended. It survives the
 * end of the process at any moment, but not that of the machine. Callers hold the lock.
 */
public final class PersistentElementDatabase implements Closeable {

  /** Compaction earlier is not worthwhile. */
  private static final int COMPACT_AFTER_LINES = 20_000;

  /** One line of the file: an entity was stored or removed. */
  private record Change(
      @Nullable ManagedEntity put, @Nullable String kind, @Nullable String removed) {
    String toLine() {
      return JSON.writeValueAsString(this) + "\n";
    }
  }

  private static final JsonMapper JSON = JsonMapper.shared();

  private final Path file;
  private final TreeMap<String, TreeMap<String, ManagedEntity>> entitiesByKind = new TreeMap<>();
  private final Map<String, ReferenceIndex> indexes = new HashMap<>();
  private final StringBuilder unsavedChanges = new StringBuilder();
  private FileChannel journal;
  private int lines;

  private PersistentElementDatabase(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      try (var storedLines = Files.lines(file)) {
        storedLines.forEach(this::replay);
      }
    }
    this.journal = compact();
  }

  /** Loads the database from a file; empty if the file does not exist. */
  static PersistentElementDatabase load(Path file) throws IOException {
    try {
      return new PersistentElementDatabase(file);
    } catch (JacksonException e) {
      throw new IOException("cannot read " + file + ": " + e.getOriginalMessage(), e);
    }
  }

  private void replay(String line) {
    if (!line.endsWith("}")) {
      return; // an incomplete line was never confirmed
    }
    var change = JSON.readValue(line, Change.class);
    if (change.put() != null) {
      putInMemory(change.put());
    } else if (change.kind() != null && change.removed() != null) {
      removeFromMemory(change.kind(), change.removed());
    }
  }

  public Optional<ManagedEntity> find(String kind, String name) {
    return Optional.ofNullable(entitiesOfKind(kind).get(name));
  }

  public List<ManagedEntity> list(String kind) {
    return List.copyOf(entitiesOfKind(kind).values());
  }

  List<ManagedEntity> list() {
    return entitiesByKind.values().stream()
        .flatMap(entities -> entities.values().stream())
        .toList();
  }

  /** A copy: by kind, then by name. */
  Map<String, Map<String, ManagedEntity>> copyByKind() {
    var copy = new TreeMap<String, Map<String, ManagedEntity>>();
    entitiesByKind.forEach((kind, entities) -> copy.put(kind, new TreeMap<>(entities)));
    return copy;
  }

  /** The entities of a kind that refer to one of these names ({@link ReferenceIndex}). */
  public List<ManagedEntity> listReferencing(String kind, Collection<String> references) {
    var index = indexes.computeIfAbsent(kind, this::buildIndex);
    return references.stream()
        .flatMap(reference -> index.namesReferencing(reference).stream())
        .distinct()
        .flatMap(name -> find(kind, name).stream())
        .toList();
  }

  private ReferenceIndex buildIndex(String kind) {
    var index = new ReferenceIndex();
    entitiesOfKind(kind).values().forEach(index::add);
    return index;
  }

  public void put(ManagedEntity entity) {
    putInMemory(entity);
    unsavedChanges.append(new Change(entity, null, null).toLine());
    lines++;
  }

  public void remove(ManagedEntity entity) {
    if (removeFromMemory(entity.kind(), entity.name())) {
      unsavedChanges.append(new Change(null, entity.kind(), entity.name()).toLine());
      lines++;
    }
  }

  /** Writes all changes; returns whether there were any. */
  boolean save() {
    if (unsavedChanges.isEmpty()) {
      return false;
    }
    try {
      write(journal, unsavedChanges.toString());
      unsavedChanges.setLength(0);
      if (lines > COMPACT_AFTER_LINES) {
        journal.close();
        journal = compact();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot save " + file, e);
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    journal.close();
  }

  private FileChannel compact() throws IOException {
    var compacted = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(
        compacted,
        list().stream()
            .map(entity -> new Change(entity, null, null).toLine())
            .collect(Collectors.joining()));
    Files.move(
        compacted, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    lines = 0;
    return FileChannel.open(file, StandardOpenOption.APPEND);
  }

  private static void write(FileChannel journal, String text) throws IOException {
    var buffer = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (buffer.hasRemaining()) {
      journal.write(buffer);
    }
  }

  private void putInMemory(ManagedEntity entity) {
    var previous =
        entitiesByKind
            .computeIfAbsent(entity.kind(), _ -> new TreeMap<>())
            .put(entity.name(), entity);
    var index = indexes.get(entity.kind());
    if (index != null) {
      if (previous != null) {
        index.remove(previous);
      }
      index.add(entity);
    }
  }

  private boolean removeFromMemory(String kind, String name) {
    var removed = entitiesOfKind(kind).remove(name);
    var index = indexes.get(kind);
    if (removed != null && index != null) {
      index.remove(removed);
    }
    return removed != null;
  }

  private Map<String, ManagedEntity> entitiesOfKind(String kind) {
    return entitiesByKind.getOrDefault(kind, new TreeMap<>());
  }
}
