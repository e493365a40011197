package org.touchpaper.tl1.session;

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
import org.touchpaper.tl1.session.Transcripts.Keeping;

/**
 * One element's transcript on disk. Sessions only put lines in a queue; a thread that lives while
 * there are any writes them, many at a time. On a disk that cannot be written to, lines are lost
 * and their number is told in their place.
 */
final class TranscriptFile {

  private static final Logger log = LoggerFactory.getLogger(TranscriptFile.class);

  /** So long, in milliseconds, a line waits for more: a file is opened for all of them. */
  private static final long LINGER = 50;

  /** How many characters may wait for a slow disk. */
  private static final int QUEUE = 16_000_000;

  private final Keeping keeping;
  private final String name;
  private List<TranscriptLine> queue = new ArrayList<>();
  private long queued;
  private boolean writing;
  private boolean hurried;
  private long lost;
  private boolean complained;

  TranscriptFile(Keeping keeping, String tid) {
    this.keeping = keeping;
    this.name = tid.replaceAll("[^A-Za-z0-9-]", "_");
  }

  synchronized void add(TranscriptLine line) {
    if (queued >= QUEUE) {
      lost++;
      return;
    }
    queue.add(line);
    queued += line.text().length() + 50;
    if (!writing) {
      writing = true;
      Thread.ofVirtual().name("transcript-" + name).start(this::writeAll);
    }
  }

  /** Waits until the queue is empty. */
  synchronized void flush() {
    try {
      while (writing) {
        hurried = true;
        notifyAll();
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The files there are, oldest first. */
  List<Path> all() {
    var files = new ArrayList<Path>();
    for (var age = keeping.files() - 1; age >= 0; age--) {
      if (Files.exists(file(age))) {
        files.add(file(age));
      }
    }
    return List.copyOf(files);
  }

  private void writeAll() {
    for (var batch = next(); !batch.isEmpty(); batch = next()) {
      try {
        write(batch);
        complained = false;
      } catch (IOException e) {
        lose(batch.size(), e);
      }
    }
  }

  private synchronized List<TranscriptLine> next() {
    linger();
    var batch = queue;
    queue = new ArrayList<>();
    queued = 0;
    if (batch.isEmpty()) {
      writing = false;
      hurried = false;
      notifyAll();
    }
    return batch;
  }

  private synchronized void linger() {
    try {
      var deadline = System.nanoTime() + LINGER * 1_000_000;
      for (var left = LINGER; !hurried && left > 0; ) {
        wait(left);
        left = (deadline - System.nanoTime()) / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void lose(int lines, IOException e) {
    lost += lines;
    if (!complained) {
      complained = true;
      log.warn("the transcript of {} cannot be written: {}", name, e.toString());
    }
  }

  private synchronized long lostBefore() {
    var before = lost;
    lost = 0;
    return before;
  }

  private void write(List<TranscriptLine> batch) throws IOException {
    createFolder();
    var channel = open();
    try {
      var size = channel.size();
      var text = new StringBuilder();
      var before = lostBefore();
      if (before > 0) {
        text.append(batch.getFirst().at())
            .append(" ")
            .append(name)
            .append(" -- up to ")
            .append(before)
            .append(" lines were lost\n");
      }
      for (var line : batch) {
        text.append(line).append('\n');
        if (size + text.length() >= keeping.fileBytes()) {
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
    for (var age = keeping.files() - 1; age > 0; age--) {
      if (Files.exists(file(age - 1))) {
        Files.move(file(age - 1), file(age), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    if (keeping.files() == 1) {
      Files.delete(file(0));
    }
  }

  private Path file(int age) {
    return keeping.folder().resolve(age == 0 ? name + ".log" : name + "." + age + ".log");
  }

  private FileChannel open() throws IOException {
    return FileChannel.open(file(0), Set.of(CREATE, WRITE, APPEND), onlyOurs("rw-------"));
  }

  private void createFolder() throws IOException {
    if (!Files.isDirectory(keeping.folder())) {
      Files.createDirectories(keeping.folder(), onlyOurs("rwx------"));
    }
  }

  /** What passes between us and an element is nobody else's business. */
  private static FileAttribute<?>[] onlyOurs(String permissions) {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
