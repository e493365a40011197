package org.touchpaper.demo;

import static java.nio.file.StandardOpenOption.READ;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.demo.config.DemoPeerRoles;
import org.touchpaper.demo.config.StartupException;
import org.touchpaper.harc.acceptor.AcceptorServer;

/**
 * Markers of acceptors that have had a journal, kept apart from the acceptors' own directories. An
 * acceptor that lost its journal must not start with an empty one under the same name: it could
 * vote a second time in a transaction.
 */
record LostJournalGuard(DataDirectory data) {

  /** Marks existing journals, and refuses to start if a marked journal is missing. */
  void check() {
    for (var name : DemoPeerRoles.ACCEPTORS) {
      recordIfInitialised(name);
      if (Files.exists(data.journalMarker(name)) && !AcceptorServer.isInitialised(data.of(name))) {
        throw new StartupException(
            """
            %s has lost its journal. An acceptor without its journal must not vote.
              Restore its directory %s,
              or start with a new data directory: --data DIR\
            """
                .formatted(name, data.of(name)));
      }
    }
  }

  /** True if the acceptor has never had a journal; remains of a killed first start are ignored. */
  boolean canInitialise(String name) {
    return !AcceptorServer.isInitialised(data.of(name))
        && Files.notExists(data.journalMarker(name));
  }

  void recordIfInitialised(String name) {
    var marker = data.journalMarker(name);
    if (AcceptorServer.isInitialised(data.of(name)) && Files.notExists(marker)) {
      try {
        Files.createDirectories(data.journalMarkers());
        Files.createFile(marker);
        makeDurable(data.journalMarkers());
        makeDurable(data.root());
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write " + marker, e);
      }
    }
  }

  private static void makeDurable(Path directory) throws IOException {
    try (var entries = FileChannel.open(directory, READ)) {
      entries.force(true);
    }
  }
}
