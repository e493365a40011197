package org.touchpaper.elementsession.transcript;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.elementsession.transcript.TranscriptStore.FileRetention;

/**
 * Writes the transcript files of one element. Sessions only queue lines; a background thread writes
 * them in batches and ends when the queue is empty. If the disk cannot be written, lines are
 * dropped and the file later states how many.
 */
final class TranscriptFileWriter {

  private static final Logger log = LoggerFactory.getLogger(TranscriptFileWriter.class);

  /** The time in milliseconds for which a line waits for others, to open the file once for all. */
  private static final long LINGER_MILLIS = 50;

  /** Limit of the queue in characters, for a slow disk. */
  private static final int MAX_QUEUED_CHARS = 16_000_000;

  private final FileRetention retention;
  private final String name;
  private List<TranscriptLine> queue = new ArrayList<>();
  private long queuedChars;
  private boolean isWriting;
  private boolean isFlushRequested;
  private long lostLines;
  private boolean hasWarned;

  TranscriptFileWriter(FileRetention retention, String tid) {
    this.retention = retention;
    this.name = tid.replaceAll("[^A-Za-z0-9-]", "_");
  }

  synchronized void add(TranscriptLine line) {
    if (queuedChars >= MAX_QUEUED_CHARS) {
      lostLines++;
      return;
    }
    queue.add(line);
    queuedChars += line.text().length() + 50;
    if (!isWriting) {
      isWriting = true;
      Thread.ofVirtual().name("transcript-" + name).start(this::writeAll);
    }
  }

  synchronized void flush() {
    try {
      while (isWriting) {
        isFlushRequested = true;
        notifyAll();
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  List<Path> existingFiles() {
    var files = new ArrayList<Path>();
    for (var age = retention.maxFiles() - 1; age >= 0; age--) {
      if (Files.exists(file(age))) {
        files.add(file(age));
      }
    }
    return List.copyOf(files);
  }

  private void writeAll() {
    for (var batch = nextBatch(); !batch.isEmpty(); batch = nextBatch()) {
      try {
        write(batch);
        hasWarned = false;
      } catch (IOException e) {
        recordLoss(batch.size(), e);
      }
    }
  }

  private synchronized List<TranscriptLine> nextBatch() {
    linger();
    var batch = queue;
    queue = new ArrayList<>();
    queuedChars = 0;
    if (batch.isEmpty()) {
      isWriting = false;
      isFlushRequested = false;
      notifyAll();
    }
    return batch;
  }

  private synchronized void linger() {
    try {
      var deadline = System.nanoTime() + LINGER_MILLIS * 1_000_000;
      for (var remaining = LINGER_MILLIS; !isFlushRequested && remaining > 0; ) {
        wait(remaining);
        remaining = (deadline - System.nanoTime()) / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void recordLoss(int lines, IOException e) {
    lostLines += lines;
    if (!hasWarned) {
      hasWarned = true;
      log.warn("cannot write the transcript of {}; lines are lost: {}", name, e.toString());
    }
  }

  private synchronized long takeLostLines() {
    var count = lostLines;
    lostLines = 0;
    return count;
  }

  private void write(List<TranscriptLine> batch) throws IOException {
    createFolder();
    var channel = open();
    try {
      var size = channel.size();
      var text = new StringBuilder();
      var lostCount = takeLostLines();
      if (lostCount > 0) {
        text.append(batch.getFirst().at())
            .append(" ")
            .append(name)
            .append(" -- up to ")
            .append(lostCount)
            .append(" lines were lost\n");
      }
      for (var line : batch) {
        text.append(line).append('\n');
        if (size + text.length() >= retention.maxFileBytes()) {
          append(channel, text);
          channel.close();
          rotate();
          channel = open();
          size = 0;
        }
      }
      append(channel, text);
    } finally {
      channel.close();
    }
  }

  private static void append(FileChannel channel, StringBuilder text) throws IOException {
    var bytes = ByteBuffer.wrap(text.toString().getBytes(UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    text.setLength(0);
  }

  private void rotate() throws IOException {
    for (var age = retention.maxFiles() - 1; age > 0; age--) {
      if (Files.exists(file(age - 1))) {
        Files.move(file(age - 1), file(age), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    if (retention.maxFiles() == 1) {
      Files.delete(file(0));
    }
  }

  private Path file(int age) {
    return retention.folder().resolve(age == 0 ? name + ".log" : name + "." + age + ".log");
  }

  private FileChannel open() throws IOException {
    return FileChannel.open(file(0), Set.of(CREATE, WRITE, APPEND), ownerOnly("rw-------"));
  }

  private void createFolder() throws IOException {
    if (!Files.isDirectory(retention.folder())) {
      Files.createDirectories(retention.folder(), ownerOnly("rwx------"));
    }
  }

  /** Management traffic is confidential: only the owner may read the file. */
  private static FileAttribute<?>[] ownerOnly(String permissions) {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
