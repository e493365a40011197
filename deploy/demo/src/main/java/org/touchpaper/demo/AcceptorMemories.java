package org.touchpaper.demo;

import static java.nio.file.StandardOpenOption.READ;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.touchpaper.harc.acceptor.Acceptor;

/**
 * Which acceptors have a memory. A mark, kept apart from an acceptor's own directory, says that it
 * has had a journal: who has lost it must not be given a blank one under its old name, since it
 * would vote again on what it has forgotten.
 */
record AcceptorMemories(DataDirectory data) {

  /** Notes the journals there are, and refuses to go on without one that there was. */
  void check() {
    for (var name : Acquaintances.ACCEPTORS) {
      note(name);
      if (Files.exists(data.mark(name)) && !Acceptor.isInitialised(data.of(name))) {
        throw new CannotStart(
            """
            %s has lost its journal, and an acceptor that may have forgotten must not vote.
              Restore its directory %s,
              or begin anew with another directory: --data DIR\
            """
                .formatted(name, data.of(name)));
      }
    }
  }

  /** True if it has never had a journal, whatever a killed first start has left. */
  boolean mayBeGivenABlankOne(String name) {
    return !Acceptor.isInitialised(data.of(name)) && Files.notExists(data.mark(name));
  }

  /** Remembers for good that it has a journal, once it has. */
  void note(String name) {
    var mark = data.mark(name);
    if (Acceptor.isInitialised(data.of(name)) && Files.notExists(mark)) {
      try {
        Files.createDirectories(data.marks());
        Files.createFile(mark);
        makeDurable(data.marks());
        makeDurable(data.root());
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write " + mark, e);
      }
    }
  }

  private static void makeDurable(Path directory) throws IOException {
    try (var entries = FileChannel.open(directory, READ)) {
      entries.force(true);
    }
  }
}
