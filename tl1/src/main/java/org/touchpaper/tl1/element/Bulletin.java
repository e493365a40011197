package org.touchpaper.tl1.element;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.touchpaper.tl1.message.AutonomousMessage.AlarmCode;
import org.touchpaper.tl1.message.InputCommand;

/** Tells everybody who is logged in to an element what happens on it. */
final class Bulletin {

  /** Made a change without being connected. */
  static final Reader NOBODY = (_, _, _) -> {};

  private final Set<Reader> readers = ConcurrentHashMap.newKeySet();
  private final AtomicInteger changes = new AtomicInteger();

  /** Somebody who is logged in; must not fail if the line is broken. */
  @FunctionalInterface
  interface Reader {
    void report(AlarmCode code, String verb, List<String> rows);

    /** True if it wants to be told of changes. */
    default boolean hearsOfChanges() {
      return true;
    }
  }

  void add(Reader reader) {
    readers.add(reader);
  }

  void remove(Reader reader) {
    readers.remove(reader);
  }

  /** Of a port. */
  void report(Signals.Report report) {
    report("REPT ALM OC192", report);
  }

  void report(String verb, Signals.Report report) {
    readers.forEach(each -> each.report(report.code(), verb, List.of(report.row())));
  }

  /** Tells of a change all who want to hear of it but this one, who has the answer. */
  void changed(InputCommand command, String user, Reader by) {
    var number = changes.incrementAndGet();
    var others =
        readers.stream().filter(Reader::hearsOfChanges).filter(each -> !each.equals(by)).toList();
    if (others.isEmpty()) {
      return;
    }
    var row =
        "DBCHGSEQ=%d,USERID=%s,SOURCE=%s,PRIORITY=GEN_TL1_CMD:%s:%s:%s"
            .formatted(
                number,
                user,
                command.ctag(),
                command.code(),
                command.aid(),
                String.join(":", command.blocks()))
            .replace("\"", "\\\"");
    others.forEach(each -> each.report(AlarmCode.NONE, "REPT DBCHG", List.of(row)));
  }
}
